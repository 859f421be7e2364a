# Finds Clang's libraries of the same version as LLVM and offers them as bough_clang_dependency. Only tools/bind may
# link them; without them there is no binding to structs of C++ (BOUGH_HAS_CLANG is off then).

include(BoughLLVM)
set(BOUGH_HAS_CLANG OFF)
find_package(Clang ${BOUGH_LLVM_VERSION} CONFIG QUIET
  HINTS "/usr/lib/llvm-${bough_llvm_major}" "/usr/lib/cmake/clang-${bough_llvm_major}" "/usr/local/opt/llvm@${bough_llvm_major}")
if(Clang_FOUND AND TARGET clang-cpp AND NOT TARGET bough_clang_dependency)
  add_library(bough_clang_dependency INTERFACE)
  target_include_directories(bough_clang_dependency SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
  target_link_libraries(bough_clang_dependency INTERFACE clang-cpp bough_llvm_dependency)
  # g++ 12 sees calls through null pointers in DeclCXX.h.
  target_compile_options(bough_clang_dependency INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-nonnull>)
  # Clang's own headers (stddef.h and so on), which the library does not find from another folder than its own.
  target_compile_definitions(bough_clang_dependency INTERFACE
    BOUGH_CLANG_RESOURCES="${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}")
endif()
if(TARGET bough_clang_dependency)
  set(BOUGH_HAS_CLANG ON)
else()
  message(STATUS "No Clang libraries of version ${BOUGH_LLVM_VERSION}: no --bind, and emitted headers are not formatted (libclang-${bough_llvm_major}-dev and clang-${bough_llvm_major})")
endif()

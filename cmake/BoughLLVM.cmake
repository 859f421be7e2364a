# Finds LLVM and offers it as bough_llvm_dependency. Only the shared library codegen/llvm builds may
# link it: loading libLLVM costs 45 to 60 ms, which commands that generate no code must not pay
# (design note 8).

string(REGEX MATCH "^[0-9]+" bough_llvm_major "${BOUGH_LLVM_VERSION}")
# The minor version matters: a request for the major version alone is refused by LLVM's package.
if(TARGET bough_llvm_dependency)
  return()
endif()
find_package(LLVM ${BOUGH_LLVM_VERSION} CONFIG REQUIRED
  HINTS "/usr/lib/llvm-${bough_llvm_major}" "/usr/local/opt/llvm@${bough_llvm_major}")
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

if(NOT TARGET LLVM)
  message(FATAL_ERROR "LLVM in ${LLVM_DIR} has no shared library target; Bough links the shared libLLVM")
endif()

separate_arguments(bough_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_library(bough_llvm_dependency INTERFACE)
target_include_directories(bough_llvm_dependency SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_options(bough_llvm_dependency INTERFACE ${bough_llvm_definitions})
target_link_libraries(bough_llvm_dependency INTERFACE LLVM)

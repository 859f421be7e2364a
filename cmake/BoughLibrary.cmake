# bough_library(NAME SOURCES a.cpp ... DEPENDS lib ...): one static library per folder.
function(bough_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC bough_options ${ARG_DEPENDS})
endfunction()

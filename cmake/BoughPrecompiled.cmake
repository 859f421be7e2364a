# Precompiled headers for builds from scratch (preset ci), where a third of the time goes into headers of the standard
# library. Sources have to include what they use all the same: other presets have none, and test/rules/used_headers.py looks.

option(BOUGH_PRECOMPILED "Precompile headers of the standard library, fmt, CLI11 and GoogleTest" OFF)

set(bough_common_headers <algorithm> <array> <cstdint> <deque> <functional> <map> <memory> <optional> <set> <span> <string>
  <string_view> <unordered_map> <variant> <vector> <fmt/format.h>)

# bough_precompile(TARGET EXTRA-HEADER...): for targets with several sources.
function(bough_precompile target)
  if(BOUGH_PRECOMPILED)
    target_precompile_headers(${target} PRIVATE ${bough_common_headers} ${ARGN})
  endif()
endfunction()

# bough_share_precompiled(TARGET FROM): what `from` has precompiled, for a target of the same options and definitions.
function(bough_share_precompiled target from)
  if(BOUGH_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

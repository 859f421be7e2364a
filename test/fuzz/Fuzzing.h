#pragma once

#include "frontend/basic/Source.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <string>

/// What the fuzzing programs share. Each defines this, and aborts when it finds a fault.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace bough::fuzz {

inline std::shared_ptr<const Source> sourceOf(const std::uint8_t *data, std::size_t size,
                                              const char *name) {
  return std::make_shared<Source>(name, std::string(reinterpret_cast<const char *>(data), size));
}

/// Aborts, with the text, unless the condition holds.
inline void require(bool holds, std::string_view what) {
  if (holds)
    return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

} // namespace bough::fuzz

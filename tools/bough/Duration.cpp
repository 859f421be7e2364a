#include "tools/bough/Duration.h"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

namespace bough::tool {

std::optional<std::int64_t> parseDuration(std::string_view text, std::int64_t longest) {
  constexpr std::array<std::pair<std::string_view, double>, 8> units = {{{"", 1e9},
                                                                         {"ns", 1},
                                                                         {"us", 1e3},
                                                                         {"ms", 1e6},
                                                                         {"s", 1e9},
                                                                         {"min", 60e9},
                                                                         {"h", 3600e9},
                                                                         {"d", 86400e9}}};
  double number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (fault != std::errc())
    return std::nullopt;
  for (const auto &[unit, nanoseconds] : units)
    if (unit == std::string_view(rest, static_cast<std::size_t>(end - rest))) {
      const double length = number * nanoseconds;
      // Also refuses what is no number.
      if (!(length >= 1 && length <= static_cast<double>(longest)))
        return std::nullopt;
      return static_cast<std::int64_t>(std::llround(length));
    }
  return std::nullopt;
}

} // namespace bough::tool

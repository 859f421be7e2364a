#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bough::tool {

/// Parses a length of time: "3d", "1h", "2min", "5s", "50ms", "200us", "800ns", or seconds as
/// "0.5". In nanoseconds; empty when it is none, shorter than 1 ns, or longer than `longest`.
std::optional<std::int64_t> parseDuration(std::string_view text, std::int64_t longest);

} // namespace bough::tool

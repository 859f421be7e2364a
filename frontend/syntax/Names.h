#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// SQL's view of names: ASCII letters match in either case.
bool equalIgnoringCase(std::string_view a, std::string_view b);
std::string toUpper(std::string_view text);

/// The candidate that is the fewest insertions, deletions, replacements and swaps of neighbours
/// away from `name`, without regard to case; the first of several. Empty when none is closer than
/// about a third of the name's length.
std::string_view nearestName(std::string_view name,
                             const std::vector<std::string_view> &candidates);

/// The name as it has to be written in SQL: bare, or in double quotes when it is not a plain word
/// or is reserved.
std::string spellName(std::string_view name);

} // namespace bough

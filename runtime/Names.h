#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Whether two names are the same in SQL, where the case of ASCII letters does not matter.
bool equalNames(std::string_view a, std::string_view b);

/// The candidate with the fewest edits from `name`, when it is near enough for a suggestion (at
/// most a third of the letters differ); the first of several equally near ones.
std::optional<std::string> nearestName(std::string_view name,
                                       const std::vector<std::string> &candidates);

/// "; did you mean 'x'?" or an empty text.
std::string suggestName(std::string_view name, const std::vector<std::string> &candidates);

} // namespace bough

#include "runtime/Names.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Levenshtein distance without regard to case.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t replace = diagonal + (lowerCase(a[i - 1]) == lowerCase(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

} // namespace

bool equalNames(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return lowerCase(x) == lowerCase(y);
         });
}

std::optional<std::string> nearestName(std::string_view name,
                                       const std::vector<std::string> &candidates) {
  std::optional<std::string> nearest;
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
  if (name.size() > 256) // a field of a damaged file, hardly a misspelling
    return nearest;
  for (const std::string &candidate : candidates) {
    std::size_t distance = editDistance(name, candidate);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string suggestName(std::string_view name, const std::vector<std::string> &candidates) {
  std::optional<std::string> nearest = nearestName(name, candidates);
  return nearest ? fmt::format("; did you mean '{}'?", *nearest) : std::string();
}

} // namespace bough

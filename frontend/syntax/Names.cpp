#include "frontend/syntax/Names.h"

#include "frontend/syntax/Token.h"

#include <algorithm>
#include <cstdlib>

namespace bough {

namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

constexpr std::size_t maximumDistance = 3;

/// Edit distance with swaps of neighbours (optimal string alignment); at most maximumDistance + 1.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > maximumDistance)
    return maximumDistance + 1;
  std::vector<std::size_t> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      bool same = upper(a[i - 1]) == upper(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && upper(a[i - 1]) == upper(b[j - 2]) &&
          upper(a[i - 2]) == upper(b[j - 1]))
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > maximumDistance)
      return maximumDistance + 1;
    std::swap(beforeLast, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

} // namespace

bool equalIgnoringCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return upper(x) == upper(y); });
}

std::string toUpper(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), upper);
  return result;
}

std::string_view nearestName(std::string_view name,
                             const std::vector<std::string_view> &candidates) {
  // A one-letter name is near to every other one, so that a proposal would be a guess.
  std::size_t allowed = std::min(maximumDistance, (name.size() + 1) / 3);
  std::size_t best = allowed + 1;
  std::string_view nearest;
  for (std::string_view candidate : candidates) {
    std::size_t distance = editDistance(name, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string spellName(std::string_view name) {
  bool plain = !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
               std::all_of(name.begin(), name.end(), isWordCharacter);
  if (plain && wordClass(keywordOf(name)) != WordClass::Reserved)
    return std::string(name);
  std::string result = "\"";
  for (char c : name) {
    if (c == '"')
      result += '"';
    result += c;
  }
  return result + '"';
}

} // namespace bough

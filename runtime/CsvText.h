#pragma once

#include <cstring>
#include <string>
#include <string_view>

/// For the parts of CsvReader only: texts of fields.
namespace bough {

/// The first carriage return of a field without quotes that ends no line; null when there is none.
/// `end` is what findFieldEnd returns.
inline const char *findLoneReturn(const char *begin, const char *end) {
  const void *found = std::memchr(begin, '\r', static_cast<std::size_t>(end - begin));
  const char *at = static_cast<const char *>(found);
  return at != nullptr && at + 1 == end && *end == '\n' ? nullptr : at;
}

/// Doubled quotes stand for one.
inline std::string unquoted(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"')
      ++i;
  }
  return result;
}

} // namespace bough

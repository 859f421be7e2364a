#pragma once

#include "runtime/CsvReader.h"

#include <type_traits>

/// For the parts of CsvReader only: how a fault is kept until it is due.
namespace bough {

/// A diagnostic outlives the buffer, so texts are copied.
template <typename T>
using OwnedArgument = std::conditional_t<std::is_same_v<T, std::string_view>, std::string, T>;

/// Keeps a fault of the row at the cursor, whose text goes into the message.
template <typename... Args>
void CsvReader::fail(const DiagnosticKind<Args...> &kind, SourceRange range,
                     const std::type_identity_t<Args> &...args) {
  state_ = State::Failed;
  fault_ = [&kind, source = sourceOfRow(), range,
            ... owned = OwnedArgument<Args>(args)](DiagnosticEngine &diagnostics) {
    diagnostics.reportIn(source, kind, range, owned...);
  };
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

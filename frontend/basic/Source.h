#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bough {

/// A half-open range of byte offsets into one Source. The empty range at 0 means "nowhere".
struct SourceRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool isNowhere() const { return begin == 0 && end == 0; }
  friend bool operator==(const SourceRange &, const SourceRange &) = default;
};

/// The smallest range that covers both; a nowhere range adds nothing.
SourceRange join(SourceRange a, SourceRange b);

/// One-based line and column; columns count bytes.
struct LineColumn {
  std::uint64_t line = 1;
  std::uint32_t column = 1;
};

/// A named text. Everything inside the compiler speaks of byte ranges; lines and columns exist
/// only where a diagnostic is printed. `firstLine` lets a Source hold a single line of a large
/// input file, so that a bad CSV field is shown like a bad token.
class Source {
public:
  Source(std::string name, std::string text, std::uint64_t firstLine = 1);

  const std::string &name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(SourceRange range) const;
  LineColumn position(std::uint32_t offset) const;
  /// The line that contains `offset`, without its end-of-line characters.
  std::string_view lineAt(std::uint32_t offset) const;
  /// The byte offset at which the line that contains `offset` begins.
  std::uint32_t lineBegin(std::uint32_t offset) const;

private:
  std::string name_;
  std::string text_;
  std::uint64_t firstLine_;
};

} // namespace bough

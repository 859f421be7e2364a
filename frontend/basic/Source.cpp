#include "frontend/basic/Source.h"

#include <algorithm>

namespace bough {

SourceRange join(SourceRange a, SourceRange b) {
  if (a.isNowhere())
    return b;
  if (b.isNowhere())
    return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

Source::Source(std::string name, std::string text, std::uint64_t firstLine)
    : name_(std::move(name)), text_(std::move(text)), firstLine_(firstLine) {}

std::string_view Source::text(SourceRange range) const {
  std::size_t begin = std::min<std::size_t>(range.begin, text_.size());
  std::size_t end = std::clamp<std::size_t>(range.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

std::uint32_t Source::lineBegin(std::uint32_t offset) const {
  std::size_t at = std::min<std::size_t>(offset, text_.size());
  while (at > 0 && text_[at - 1] != '\n')
    --at;
  return static_cast<std::uint32_t>(at);
}

LineColumn Source::position(std::uint32_t offset) const {
  std::size_t at = std::min<std::size_t>(offset, text_.size());
  auto newlines = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  return {firstLine_ + static_cast<std::uint64_t>(newlines),
          static_cast<std::uint32_t>(at) - lineBegin(offset) + 1};
}

std::string_view Source::lineAt(std::uint32_t offset) const {
  std::size_t begin = lineBegin(offset);
  std::size_t end = std::min(text_.find('\n', begin), text_.size());
  if (end > begin && text_[end - 1] == '\r')
    --end;
  return std::string_view(text_).substr(begin, end - begin);
}

} // namespace bough

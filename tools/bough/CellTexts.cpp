#include "tools/bough/CellTexts.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough::tool {

namespace {

/// A short text for a number: a, b, ..., z, aa, ab, ...
std::string shortText(std::uint64_t number) {
  std::string text;
  for (++number; number > 0; number = (number - 1) / 26)
    text.insert(text.begin(), static_cast<char>('a' + (number - 1) % 26));
  return text;
}

/// The value with this number among those that are not known.
template <typename Value, typename Make>
Value newValue(std::uint64_t number, const std::vector<Value> &known, Make make) {
  for (std::uint64_t candidate = 0;; ++candidate) {
    Value value = make(candidate);
    if (std::find(known.begin(), known.end(), value) != known.end())
      continue;
    if (number-- == 0)
      return value;
  }
}

std::string decimalText(CellFormat format, std::int64_t cell) {
  if (cell % format.factor == 0)
    cell /= format.factor;
  else
    for (; format.factor > 1; format.factor /= 10)
      ++format.scale;
  return showValue(format, cell);
}

} // namespace

std::string CellTexts::ofCode(const CellFormat &format, std::int64_t code) const {
  const MachineDomain &domain = schema_.domains[format.domain];
  auto number = static_cast<std::uint64_t>(code);
  if (format.kind == CellFormat::Kind::Text) {
    if (number < domain.texts.size())
      return domain.texts[number];
    return newValue(number - domain.texts.size(), domain.texts, shortText);
  }
  if (number < domain.integers.size())
    return fmt::format("{}", domain.integers[number]);
  return fmt::format(
      "{}", newValue(number - domain.integers.size(), domain.integers,
                     [](std::uint64_t candidate) { return static_cast<std::int64_t>(candidate); }));
}

std::string CellTexts::ofInput(const MachineStream &stream, unsigned column,
                               std::int64_t cell) const {
  const CellFormat &format = stream.columns[column].format;
  if (column == stream.timestampColumn)
    return fmt::format("{}", stream.shownTime(cell));
  if (format.isCoded())
    return ofCode(format, cell);
  return format.kind == CellFormat::Kind::Decimal ? decimalText(format, cell)
                                                  : showValue(format, cell);
}

std::string CellTexts::ofStep(const MachineStream &stream, unsigned column,
                              std::int64_t step) const {
  const CellFormat &format = stream.columns[column].format;
  if (column == stream.timestampColumn)
    return fmt::format("{}", step / stream.timeScale);
  return format.kind == CellFormat::Kind::Decimal ? decimalText(format, step)
                                                  : fmt::format("{}", step);
}

std::string CellTexts::ofResult(const MachineResultColumn &column, std::int64_t cell) const {
  switch (column.format.kind) {
  case CellFormat::Kind::Text:
  case CellFormat::Kind::Key:
    return ofCode(column.format, cell);
  case CellFormat::Kind::Time: {
    __int128 ticks = cell + schema_.zero;
    __int128 shown = ticks / column.timeScale - (ticks % column.timeScale < 0 ? 1 : 0);
    return fmt::format("{}", static_cast<std::int64_t>(shown));
  }
  case CellFormat::Kind::Decimal:
    return decimalText(column.format, cell);
  default:
    return showValue(column.format, cell);
  }
}

std::string csvField(const std::string &text) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

} // namespace bough::tool

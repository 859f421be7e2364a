#include "runtime/Fields.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace bough {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

/// A fault outlives the text that it is about, so texts are copied.
template <typename T>
using Owned = std::conditional_t<std::is_same_v<T, std::string_view>, std::string, T>;

template <typename... Args>
FieldFault faultIn(std::size_t begin, std::size_t end, const DiagnosticKind<Args...> &kind,
                   const std::type_identity_t<Args> &...args) {
  return {begin, end,
          [&kind, ... owned = Owned<Args>(args)](DiagnosticEngine &diagnostics,
                                                 std::shared_ptr<const Source> source,
                                                 SourceRange range) {
            diagnostics.reportIn(std::move(source), kind, range, owned...);
          }};
}

/// The known values of a closed domain, as far as a message takes them.
std::string listOf(const MachineDomain &domain) {
  constexpr std::size_t most = 12;
  std::string list;
  std::size_t count = std::max(domain.texts.size(), domain.integers.size());
  for (std::size_t i = 0; i < std::min(count, most); ++i) {
    list += i == 0 ? "" : ", ";
    list += domain.isText ? fmt::format("'{}'", shownField(domain.texts[i]))
                          : fmt::format("{}", domain.integers[i]);
  }
  return count > most ? list + ", ..." : list;
}

std::int64_t clamp(__int128 value) {
  return static_cast<std::int64_t>(std::clamp<__int128>(value, smallest, largest));
}

} // namespace

std::string shownField(std::string_view text) {
  constexpr std::size_t maximumShown = 40;
  std::size_t shown = std::min(text.size(), maximumShown);
  for (int i = 0; i < 3 && shown < text.size(); ++i) // not inside of a UTF-8 sequence
    if ((static_cast<unsigned char>(text[shown]) & 0xc0) == 0x80)
      --shown;
  std::string result;
  for (char c : text.substr(0, shown)) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      result += fmt::format("\\x{:02x}", byte);
    else
      result += c;
  }
  return text.size() > maximumShown ? result + "..." : result;
}

ValueRange valueRange(const MachineSchema &schema, const MachineStream &stream, unsigned column) {
  ValueRange range{stream.columns[column].lo, stream.columns[column].hi};
  if (column != stream.timestampColumn)
    return range;
  // The machine's time fits in 64 bits, and so does the time that results show for it.
  __int128 most = largest - std::max<__int128>(0, schema.zero) - stream.timeOffset;
  __int128 last = stream.startsAt + most / stream.timeScale;
  range.lo = std::max(range.lo, stream.startsAt);
  range.hi = std::min({range.hi, stream.endsAt.value_or(largest), clamp(last)});
  return range;
}

bool FieldParser::parse(const MachineColumn &column, ValueRange range, std::string_view text,
                        std::int64_t &cell) {
  if (column.format.kind == CellFormat::Kind::Text) {
    if (text.size() > column.textBytes)
      return false;
    cell = dictionaries_[column.format.domain].enter(text);
    return cell != Dictionary::none;
  }
  std::size_t used = 0;
  if (parseValue(column.format, text, cell, used) != CellFault::None || cell < range.lo ||
      cell > range.hi)
    return false;
  if (column.format.kind == CellFormat::Kind::Key) {
    cell = dictionaries_[column.format.domain].enter(cell);
    return cell != Dictionary::none;
  }
  return !__builtin_mul_overflow(cell, column.format.factor, &cell);
}

FieldFault FieldParser::explain(const MachineStream &stream, unsigned index, std::string_view text,
                                bool isQuoted) const {
  const MachineColumn &column = stream.columns[index];
  const CellFormat &format = column.format;
  if (text.empty() && (!isQuoted || format.kind != CellFormat::Kind::Text))
    return faultIn(0, 0, diag::fieldEmpty, column.name);
  if (format.kind == CellFormat::Kind::Text)
    return explainText(column, text);
  std::int64_t value = 0;
  std::size_t used = 0;
  CellFault fault = parseValue(format, text, value, used);
  switch (fault) {
  case CellFault::Malformed:
    return faultIn(0, text.size(), diag::fieldMalformed, shownField(text),
                   describeForm(format.kind), column.name, column.type);
  case CellFault::TrailingText:
    return faultIn(used, text.size(), diag::fieldHasTrailingText, shownField(text.substr(0, used)),
                   column.name, shownField(text.substr(used)));
  case CellFault::TooPrecise:
    return faultIn(0, text.size(), diag::fieldTooPrecise, shownField(text), column.name,
                   column.type);
  case CellFault::None:
  case CellFault::TooLarge:
    break;
  }
  const bool fits = fault == CellFault::None;
  if (index == stream.timestampColumn)
    return explainTime(stream, index, text, value, fits);
  if (fits && value >= column.lo && value <= column.hi && format.kind == CellFormat::Kind::Key)
    return explainKeys(column, text);
  std::string lo = showValue(format, column.lo), hi = showValue(format, column.hi);
  if (column.isChecked)
    return faultIn(0, text.size(), diag::fieldViolatesCheck, shownField(text), lo, hi, column.name);
  return faultIn(0, text.size(), diag::fieldOutOfRange, shownField(text), lo, hi, column.name,
                 column.type);
}

FieldFault FieldParser::explainText(const MachineColumn &column, std::string_view text) const {
  if (text.size() > column.textBytes)
    return faultIn(0, text.size(), diag::textTooLong, shownField(text), text.size(), column.name,
                   column.type, column.textBytes);
  return explainKeys(column, text);
}

FieldFault FieldParser::explainKeys(const MachineColumn &column, std::string_view text) const {
  const MachineDomain &domain = schema_.domains[column.format.domain];
  if (domain.isClosed)
    return faultIn(0, text.size(), diag::fieldNotListed, shownField(text), column.name,
                   listOf(domain));
  return faultIn(0, text.size(), diag::tooManyKeys, shownField(text), column.name, domain.capacity,
                 domain.declaration);
}

FieldFault FieldParser::explainTime(const MachineStream &stream, unsigned index,
                                    std::string_view text, std::int64_t value, bool fits) const {
  const bool isIso = text.size() > 4 && text[4] == '-';
  auto shown = [&](std::int64_t time) {
    char buffer[longestValue];
    return std::string(buffer, writeValue(stream.columns[index].format, time, isIso, buffer));
  };
  const bool isBeforeAll = text.front() == '-' || (isIso && text < "1970");
  if (fits ? value < stream.startsAt : isBeforeAll) {
    std::string start = stream.startsAt == 0 ? std::string("0")
                                             : shown(stream.startsAt) + ", its declared starts_at";
    return faultIn(0, text.size(), diag::timeBeforeStart, shownField(text), stream.name, start);
  }
  if (stream.endsAt && (!fits || value > *stream.endsAt))
    return faultIn(0, text.size(), diag::timeAfterEnd, shownField(text), stream.name,
                   shown(*stream.endsAt));
  return faultIn(0, text.size(), diag::timeTooLarge, shownField(text), stream.name,
                 shown(valueRange(schema_, stream, index).hi));
}

} // namespace bough

#include "codegen/cpp/SchemaComments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bough::cpp {

namespace {

/// A quoted text without what could end or bend a comment.
std::string quoted(const std::string &text) {
  std::string result = "'";
  for (char c : text)
    result += static_cast<unsigned char>(c) < ' ' || c == '\\' ? '?' : c;
  return result + '\'';
}

/// The first codes with their values: "0 'buy', 1 'sell'".
std::string codes(const MachineDomain &domain) {
  constexpr std::size_t shown = 8;
  std::size_t known = domain.isText ? domain.texts.size() : domain.integers.size();
  std::string text;
  for (std::size_t i = 0; i < std::min(known, shown); ++i)
    text +=
        fmt::format("{}{} is {}", i == 0 ? "" : ", ", i,
                    domain.isText ? quoted(domain.texts[i]) : std::to_string(domain.integers[i]));
  if (known > shown)
    text += ", ...";
  return text;
}

std::string formatComment(const MachineSchema &schema, const CellFormat &format) {
  switch (format.kind) {
  case CellFormat::Kind::Integer:
    return {};
  case CellFormat::Kind::Boolean:
    return "0 or 1";
  case CellFormat::Kind::Decimal: {
    std::int64_t units = format.factor;
    for (unsigned digit = 0; digit < format.scale; ++digit)
      units *= 10;
    return fmt::format("times {}", units);
  }
  case CellFormat::Kind::Date:
    return "days since 1970-01-01";
  case CellFormat::Kind::Time:
    return {};
  case CellFormat::Kind::Text:
  case CellFormat::Kind::Key: {
    const MachineDomain &domain = schema.domains[format.domain];
    std::string known = codes(domain);
    if (domain.isClosed)
      return "a code: " + known;
    return fmt::format("a code, in 0..{}, that the caller gives to each value{}",
                       domain.capacity == 0 ? 0 : domain.capacity - 1,
                       known.empty() ? "" : ": " + known);
  }
  }
  return {};
}

std::string tick(std::int64_t ticksPerDay) {
  struct Unit {
    std::int64_t perDay;
    const char *name;
  };
  static constexpr Unit units[] = {{1, "days"},
                                   {24, "hours"},
                                   {1440, "minutes"},
                                   {86400, "seconds"},
                                   {86400000, "milliseconds"},
                                   {86400000000, "microseconds"},
                                   {86400000000000, "nanoseconds"}};
  for (const Unit &unit : units)
    if (unit.perDay == ticksPerDay)
      return unit.name;
  return fmt::format("1/{} days", ticksPerDay);
}

} // namespace

bool isOffered(const MachineSchema &schema, ir::StreamId id) {
  return schema.streams[id].hasTimestamp() && schema.streams[id].used;
}

std::string streamComment(const MachineSchema &schema, ir::StreamId id) {
  return fmt::format("A row of {}.", schema.streams[id].name);
}

std::string columnComment(const MachineSchema &schema, ir::StreamId id, std::size_t number) {
  const MachineStream &stream = schema.streams[id];
  const MachineColumn &column = stream.columns[number];
  std::string text = column.type;
  auto add = [&](const std::string &part) {
    if (!part.empty())
      text += (text.empty() ? "" : ", ") + part;
  };
  if (number != stream.timestampColumn) {
    add(formatComment(schema, column.format));
    if (column.isChecked)
      add(fmt::format("in {}..{}", showValue(column.format, column.lo),
                      showValue(column.format, column.hi)));
    return text;
  }
  add("the row's time");
  bool isProgram = column.type.empty(); // whose unit nobody declared
  if (!isProgram)
    add("in " + tick(schema.time.ticksPerDay));
  if (stream.startsAt != 0 || stream.timeScale != 1 || stream.timeOffset != 0) {
    std::string formula = stream.startsAt == 0 ? "t" : fmt::format("(t - {})", stream.startsAt);
    if (stream.timeScale != 1)
      formula += fmt::format(" * {}", stream.timeScale);
    if (stream.timeOffset != 0)
      formula += fmt::format(" + {}", stream.timeOffset);
    add(fmt::format("of a declared timestamp t: {}", formula));
  }
  return text;
}

std::string resultComment(const ir::Program &program, const MachineSchema &schema,
                          ir::ResultId id) {
  const MachineQuery &query = schema.queries[schema.results[id].query];
  std::string text =
      query.name.empty() ? "A row of the result." : fmt::format("A row of {}.", query.name);
  if (program.results[id].isDistinct)
    text += " Equal ones of the same time count once.";
  return text;
}

std::string resultColumnComment(const MachineSchema &schema, ir::ResultId id, std::size_t number) {
  const MachineResultColumn &column = schema.queries[schema.results[id].query].columns[number];
  if (column.isTime)
    return "a time, in " + tick(schema.time.ticksPerDay);
  return formatComment(schema, column.format);
}

} // namespace bough::cpp

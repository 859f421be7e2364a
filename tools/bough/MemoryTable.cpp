#include "tools/bough/MemoryTable.h"

#include "runtime/Dictionary.h"
#include "runtime/LaneSorter.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

namespace bough::tool {

namespace {

std::string keyText(const ir::SynopsisKey &key) {
  switch (key.kind) {
  case ir::KeyKind::Dense:
    return fmt::format("{} in {}..{}", key.name, key.lo, key.hi);
  case ir::KeyKind::Expiring:
    return fmt::format("{} age 0..{}", key.name, key.hi);
  case ir::KeyKind::Saturating:
    return fmt::format("{} age 0..{}+", key.name, key.hi);
  case ir::KeyKind::Any:
    return fmt::format("{} any", key.name);
  }
  return {};
}

std::string_view kindName(ir::KeyKind kind) {
  switch (kind) {
  case ir::KeyKind::Dense:
    return "dense";
  case ir::KeyKind::Expiring:
    return "expiring";
  case ir::KeyKind::Saturating:
    return "saturating";
  case ir::KeyKind::Any:
    return "any";
  }
  return {};
}

std::string plural(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string_view noun(ir::ValueKind kind) {
  switch (kind) {
  case ir::ValueKind::Count:
    return "counter";
  case ir::ValueKind::Flag:
    return "flag";
  case ir::ValueKind::Min:
    return "smallest value";
  case ir::ValueKind::Max:
    return "largest value";
  case ir::ValueKind::Sum:
    return "sum";
  }
  return {};
}

std::string layoutText(const ir::Synopsis &synopsis, const ir::SynopsisLayout &layout) {
  if (layout.sparse)
    return "sparse, room for " + plural(layout.sparse->capacity, noun(synopsis.value));
  return "dense, " + plural(layout.cells, noun(synopsis.value)) +
         (synopsis.totals ? " and totals" : "");
}

/// Bytes that only align the end of the state to a cache line.
std::uint64_t paddingBytes(const ir::Layout &layout) {
  std::uint64_t used = ir::stateHeaderBytes;
  for (const ir::SynopsisLayout &synopsis : layout.synopses)
    used += synopsis.bytes;
  for (const ir::BufferLayout &buffer : layout.buffers)
    used += buffer.bytes;
  return layout.bytes - used;
}

/// A line of the table.
struct Part {
  std::string name, counts, keys, layout;
  std::uint64_t bytes = 0;
};

Part synopsisPart(const ir::Synopsis &synopsis, const ir::SynopsisLayout &layout) {
  std::string keys;
  for (const ir::SynopsisKey &key : synopsis.keys)
    keys += (keys.empty() ? "" : ", ") + keyText(key);
  return {synopsis.name, synopsis.comment, keys.empty() ? "-" : keys, layoutText(synopsis, layout),
          layout.bytes};
}

/// The columns of the input that hold codes of a domain; those of the result, where it is of tables
/// alone.
std::vector<std::string> columnsOf(const MachineSchema &schema, std::size_t domain) {
  std::vector<std::string> names;
  auto isCode = [&](const CellFormat &format) {
    return format.isCoded() && format.domain == domain;
  };
  for (const MachineStream &stream : schema.streams)
    for (const MachineColumn &column : stream.columns)
      if (stream.used && isCode(column.format))
        names.push_back(stream.name + '.' + column.name);
  if (names.empty())
    for (const MachineQuery &query : schema.queries)
      for (const MachineResultColumn &column : query.columns)
        if (isCode(column.format))
          names.push_back(column.name);
  return names;
}

Part dictionaryPart(const MachineSchema &schema, std::size_t domain) {
  const MachineDomain &declared = schema.domains[domain];
  std::vector<std::string> columns = columnsOf(schema, domain);
  std::string list;
  for (const std::string &column : columns)
    list += (list.empty() ? "" : ", ") + column;
  return {columns.empty() ? "-" : columns.front(), "values of " + list, "-",
          "dictionary, " + plural(declared.capacity, declared.isText ? "text" : "integer"),
          Dictionary::bytesFor(declared)};
}

/// In the order of the table: what the machine's state holds, then the dictionaries and the rows
/// that wait for late ones.
std::vector<Part> partsOf(const ir::Program &program, const ir::Layout &layout,
                          const MachineSchema &schema) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < program.synopses.size(); ++i)
    parts.push_back(synopsisPart(program.synopses[i], layout.synopses[i]));
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    const ir::Buffer &buffer = program.buffers[i];
    parts.push_back({buffer.name, "rows of one timestamp of " + program.streams[buffer.stream].name,
                     "-", "buffer, " + plural(static_cast<std::uint64_t>(buffer.capacity), "row"),
                     layout.buffers[i].bytes});
  }
  parts.push_back({"header", "time and status", "-", "-", ir::stateHeaderBytes});
  if (std::uint64_t padding = paddingBytes(layout))
    parts.push_back({"padding", "to whole cache lines", "-", "-", padding});
  for (std::size_t d = 0; d < schema.domains.size(); ++d)
    if (schema.domains[d].isUsed)
      parts.push_back(dictionaryPart(schema, d));
  for (const MachineStream &stream : schema.streams)
    if (const std::uint64_t bytes = reorderBytes(stream))
      parts.push_back({stream.name, "rows until no earlier ones can come", "-",
                       "reorder buffer, " + plural(stream.reorderRows, "row"), bytes});
  return parts;
}

using Row = std::array<std::string, 5>;

std::string renderTable(const std::vector<Row> &rows) {
  std::array<std::size_t, 5> widths{};
  for (const Row &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Row &row : rows)
    text += fmt::format("{:<{}}  {:<{}}  {:<{}}  {:<{}}  {:>{}}\n", row[0], widths[0], row[1],
                        widths[1], row[2], widths[2], row[3], widths[3], row[4], widths[4]);
  return text;
}

} // namespace

std::uint64_t totalBytes(const ir::Layout &layout, const MachineSchema &schema) {
  std::uint64_t total = layout.bytes;
  for (const MachineDomain &domain : schema.domains)
    if (__builtin_add_overflow(total, Dictionary::bytesFor(domain), &total))
      return std::numeric_limits<std::uint64_t>::max();
  for (const MachineStream &stream : schema.streams)
    if (__builtin_add_overflow(total, reorderBytes(stream), &total))
      return std::numeric_limits<std::uint64_t>::max();
  return total;
}

std::string memoryTable(const ir::Program &program, const ir::Layout &layout,
                        const MachineSchema &schema) {
  std::vector<Row> rows{{"kept", "counts", "keys", "layout", "bytes"}};
  for (const Part &part : partsOf(program, layout, schema))
    rows.push_back({part.name, part.counts, part.keys, part.layout, std::to_string(part.bytes)});
  rows.push_back({"total", "", "", "", std::to_string(totalBytes(layout, schema))});
  return renderTable(rows);
}

std::string stateTable(const ir::Program &program, const ir::Layout &layout) {
  return memoryTable(program, layout, MachineSchema());
}

bool checkMaxBytes(const ir::Program &program, const MachineSchema &schema,
                   std::optional<std::uint64_t> maxBytes, DiagnosticEngine &diagnostics) {
  const ir::Layout layout = *ir::computeLayout(program);
  const std::uint64_t total = totalBytes(layout, schema);
  if (!maxBytes || total <= *maxBytes)
    return true;
  constexpr std::size_t shown = 3;
  std::vector<Part> parts = partsOf(program, layout, schema);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part &a, const Part &b) { return a.bytes > b.bytes; });
  std::string list;
  for (std::size_t i = 0; i < std::min(shown, parts.size()); ++i)
    list += fmt::format("{}{} with {}", i == 0 ? "" : ", ", parts[i].name, parts[i].bytes);
  diagnostics.reportIn(nullptr, diag::aboveMaxBytes, {}, total, *maxBytes, list);
  return false;
}

nlohmann::json memoryJson(const ir::Program &program, const ir::Layout &layout,
                          const MachineSchema &schema) {
  nlohmann::json synopses = nlohmann::json::array(), buffers = nlohmann::json::array(),
                 dictionaries = nlohmann::json::array(), reorder = nlohmann::json::array();
  for (std::size_t i = 0; i < program.synopses.size(); ++i) {
    const ir::Synopsis &synopsis = program.synopses[i];
    nlohmann::json keys = nlohmann::json::array();
    for (const ir::SynopsisKey &key : synopsis.keys)
      keys.push_back(
          {{"name", key.name}, {"kind", kindName(key.kind)}, {"lo", key.lo}, {"hi", key.hi}});
    bool isSparse = synopsis.isSparse();
    synopses.push_back({{"name", synopsis.name},
                        {"counts", synopsis.comment},
                        {"keys", keys},
                        {"layout", isSparse ? "sparse" : "dense"},
                        {isSparse ? "capacity" : "counters",
                         isSparse ? layout.synopses[i].sparse->capacity : layout.synopses[i].cells},
                        {"bytes", layout.synopses[i].bytes}});
  }
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    const ir::Buffer &buffer = program.buffers[i];
    buffers.push_back({{"name", buffer.name},
                       {"stream", program.streams[buffer.stream].name},
                       {"capacity", buffer.capacity},
                       {"bytes", layout.buffers[i].bytes}});
  }
  for (std::size_t d = 0; d < schema.domains.size(); ++d)
    if (const MachineDomain &domain = schema.domains[d]; domain.isUsed)
      dictionaries.push_back({{"columns", columnsOf(schema, d)},
                              {"values", domain.isText ? "texts" : "integers"},
                              {"capacity", domain.capacity},
                              {"bytes", Dictionary::bytesFor(domain)}});
  for (const MachineStream &stream : schema.streams)
    if (const std::uint64_t bytes = reorderBytes(stream))
      reorder.push_back({{"stream", stream.name}, {"rows", stream.reorderRows}, {"bytes", bytes}});
  return {{"header", ir::stateHeaderBytes},
          {"synopses", synopses},
          {"buffers", buffers},
          {"padding", paddingBytes(layout)},
          {"state", layout.bytes},
          {"dictionaries", dictionaries},
          {"reorderBuffers", reorder},
          {"total", totalBytes(layout, schema)}};
}

} // namespace bough::tool

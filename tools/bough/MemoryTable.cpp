#include "tools/bough/MemoryTable.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
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

std::string memoryTable(const ir::Program &program, const ir::Layout &layout) {
  std::vector<Row> rows{{"kept", "counts", "keys", "layout", "bytes"}};
  for (std::size_t i = 0; i < program.synopses.size(); ++i) {
    const ir::Synopsis &synopsis = program.synopses[i];
    std::string keys;
    for (const ir::SynopsisKey &key : synopsis.keys)
      keys += (keys.empty() ? "" : ", ") + keyText(key);
    rows.push_back({synopsis.name, synopsis.comment, keys.empty() ? "-" : keys,
                    layoutText(synopsis, layout.synopses[i]),
                    std::to_string(layout.synopses[i].bytes)});
  }
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    const ir::Buffer &buffer = program.buffers[i];
    rows.push_back({buffer.name, "rows of one timestamp of " + program.streams[buffer.stream].name,
                    "-", "buffer, " + plural(static_cast<std::uint64_t>(buffer.capacity), "row"),
                    std::to_string(layout.buffers[i].bytes)});
  }
  rows.push_back({"header", "time and status", "-", "-", std::to_string(ir::stateHeaderBytes)});
  if (std::uint64_t padding = paddingBytes(layout))
    rows.push_back({"padding", "to whole cache lines", "-", "-", std::to_string(padding)});
  rows.push_back({"total", "", "", "", std::to_string(layout.bytes)});
  return renderTable(rows);
}

nlohmann::json memoryJson(const ir::Program &program, const ir::Layout &layout) {
  nlohmann::json synopses = nlohmann::json::array(), buffers = nlohmann::json::array();
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
  return {{"header", ir::stateHeaderBytes},
          {"synopses", synopses},
          {"buffers", buffers},
          {"padding", paddingBytes(layout)},
          {"total", layout.bytes}};
}

} // namespace bough::tool

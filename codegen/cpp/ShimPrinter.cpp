#include "codegen/cpp/HeaderPrinter.h"

#include "codegen/cpp/Helpers.h"
#include "codegen/emit/Prepare.h"
#include "codegen/ir/Layout.h"

#include <fmt/format.h>

namespace bough::cpp {

namespace {

/// What is the same for all programs. It gathers the rows of each batch and hands them to
/// `evaluate`, and turns the places of faults into those of the caller's rows. Speed is no aim:
/// the differential tests run through it.
constexpr const char *gathering = R"(
template <class Row> struct Gathered {
  std::vector<Row> rows;
  std::vector<std::uint64_t> indices; // in the call

  void clear() { rows.clear(); indices.clear(); }
  machine::Rows<Row> all() const { return {rows.data(), rows.size()}; }
};

constexpr std::uint64_t none = UINT64_MAX;

std::uint64_t failTimeOrder(machine::State &state, std::int64_t time, std::uint64_t stream,
                            std::uint64_t row) {
  machine::detail::stop(state, machine::Fault::TimeOrder, 0, 0);
  machine::detail::failAt(state, time, stream, row);
  return BOUGH_TIME_ORDER;
}

std::uint64_t statusOf(const machine::State &state) {
  return static_cast<std::uint64_t>(state.header.status);
}
)";

constexpr const char *entries = R"(
extern "C" __attribute__((visibility("default"))) void init(void *state) {
  std::memset(state, 0, sizeof(machine::State));
  machine::reset(*static_cast<machine::State *>(state));
}

extern "C" __attribute__((visibility("default"))) std::uint64_t ingest_block(void *block, const bough_columns *columns, bough_sink *sink) {
  auto &state = *static_cast<machine::State *>(block);
  if (statusOf(state) != BOUGH_OK)
    return statusOf(state);
  std::uint64_t at[streams + 1] = {};
  Batch batch;
  for (;;) {
    std::uint64_t first = none;
    std::int64_t time = 0;
    for (std::uint64_t s = 0; s < streams; ++s)
      if (at[s] < columns[s].rows) {
        const std::int64_t own = columns[s].columns[timestampColumns[s]][at[s]];
        if (first == none || own < time) {
          first = s;
          time = own;
        }
      }
    if (first == none)
      return statusOf(state);
    if (time <= state.header.now)
      return failTimeOrder(state, time, first, at[first]);
    batch.clear();
    for (std::uint64_t s = 0; s < streams; ++s)
      for (; at[s] < columns[s].rows && columns[s].columns[timestampColumns[s]][at[s]] == time; ++at[s])
        batch.add(s, at[s], [&](std::size_t column) { return columns[s].columns[column][at[s]]; });
    if (!batch.evaluate(state, time, sink))
      return statusOf(state);
  }
}

extern "C" __attribute__((visibility("default"))) std::uint64_t ingest_mixed(void *block, const bough_tagged_rows *rows, bough_sink *sink) {
  auto &state = *static_cast<machine::State *>(block);
  Batch batch;
  auto timeOf = [&](std::uint64_t row) {
    return rows->cells[row * rows->stride + timestampColumns[rows->streams[row]]];
  };
  for (std::uint64_t at = 0; at < rows->rows && statusOf(state) == BOUGH_OK;) {
    const std::int64_t time = timeOf(at);
    if (time <= state.header.now)
      return failTimeOrder(state, time, rows->streams[at], at);
    batch.clear();
    for (; at < rows->rows && timeOf(at) == time; ++at)
      batch.add(rows->streams[at], at, [&](std::size_t column) { return rows->cells[at * rows->stride + column]; });
    batch.evaluate(state, time, sink);
  }
  return statusOf(state);
}
)";

std::string sinkType(const emit::Prepared &prepared) {
  const ir::Program &program = *prepared.program;
  std::size_t width = program.resultWidth();
  std::string text = R"(
struct Sink {
  bough_sink *sink;
  const machine::State *state;

  bool put(std::uint32_t result, std::uint64_t count) const {
    sink->times[sink->used] = state->header.now;
    sink->results[sink->used] = result;
    sink->counts[sink->used] = count;
    return ++sink->used != sink->capacity || sink->flush(sink) == 0;
  }
)";
  for (ir::ResultId id = 0; id < program.results.size(); ++id) {
    const emit::PreparedRow &named = prepared.results[id];
    text += fmt::format("bool operator()([[maybe_unused]] const machine::{} &row, "
                        "std::uint64_t count) const {{\n"
                        "[[maybe_unused]] std::int64_t *cells = sink->rows + sink->used * {};\n",
                        named.type, width);
    for (std::size_t i = 0; i < width; ++i)
      text += fmt::format("cells[{}] = {};\n", i,
                          i < named.columns.size() ? "row." + named.columns[i] : "0");
    text += fmt::format("return put({}, count);\n}}\n", id);
  }
  return text + "};\n";
}

std::string batchType(const emit::Prepared &prepared) {
  std::string members, clears, cases, arguments, places;
  for (ir::StreamId id = 0; id < prepared.streams.size(); ++id) {
    const emit::PreparedStream &stream = prepared.streams[id];
    if (!stream.isRead)
      continue;
    std::string cells;
    for (std::size_t i = 0; i < stream.columns.size(); ++i)
      cells += fmt::format("{}cell({})", i == 0 ? "" : ", ", i);
    members += fmt::format("Gathered<machine::{}> rows{};\n", stream.type, id);
    clears += fmt::format("rows{}.clear();\n", id);
    cases += fmt::format("if (stream == {0}) {{\nrows{0}.rows.push_back({{{1}}});\n"
                         "rows{0}.indices.push_back(row);\n}}\n",
                         id, cells);
    arguments += fmt::format(", rows{}.all()", id);
    places += fmt::format("if (header.errorStream == {0})\nheader.errorRow = "
                          "rows{0}.indices[header.errorRow];\n",
                          id);
  }
  return fmt::format(R"(
struct Batch {{
{}
void clear() {{
{}}}
template <class Cell>
void add([[maybe_unused]] std::uint64_t stream, [[maybe_unused]] std::uint64_t row, [[maybe_unused]] const Cell &cell) {{
{}}}
bool evaluate(machine::State &state, std::int64_t time, bough_sink *sink) {{
Sink typed{{sink, &state}};
if (machine::evaluate(state, time{}, typed))
return true;
[[maybe_unused]] machine::Header &header = state.header;
{}return false;
}}
}};
)",
                     members, clears, cases, arguments, places);
}

} // namespace

std::string printShim(const ir::Program &program, const HeaderOptions &options,
                      const std::string &header) {
  const ir::Layout layout = *ir::computeLayout(program);
  const emit::Prepared prepared = emit::prepare(program, layout, helperNames());
  std::string columns;
  for (const ir::Stream &stream : program.streams)
    columns += fmt::format("{}, ", stream.timestampColumn);
  return fmt::format("#include \"{}\"\n#include \"Abi.h\"\n#include <vector>\n"
                     "namespace {{\nnamespace machine = {};\n"
                     "constexpr std::uint64_t streams = {};\n"
                     "[[maybe_unused]] constexpr std::size_t timestampColumns[] = {{{}0}};\n",
                     header, options.name, program.streams.size(), columns) +
         gathering + sinkType(prepared) + batchType(prepared) + "} // namespace\n" + entries;
}

} // namespace bough::cpp

#include "codegen/cpp/HeaderPrinter.h"

#include "codegen/cpp/Helpers.h"
#include "codegen/cpp/ShedPrinter.h"
#include "codegen/emit/Prepare.h"
#include "codegen/ir/Layout.h"
#include "codegen/ir/OpInfo.h"

#include <fmt/format.h>

namespace bough::cpp {

namespace {

/// What is the same for all programs. `evaluate` gets iterators that make a struct of a row when it
/// asks for one, so that nothing is copied and no column is read that it does not use. The distance
/// of an iterator is its row in the call, for the place of a fault.
constexpr const char *iterators = R"(
/// The rows of one stream from `first` on that have `time`, made by `make`. Whoever comes to their
/// end leaves it in `last`: the search for it and the work on the rows are one loop.
template <class Make> struct Block {
  struct End {
    const Block &block;
  };
  struct Iterator {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = decltype(std::declval<Make>()(0));
    using difference_type = std::int64_t;
    using pointer = const value_type *;
    using reference = value_type;

    const Make &make;
    std::uint64_t at;

    auto operator*() const { return make(at); }
    Iterator &operator++() { ++at; return *this; }
    bool operator!=(const End &end) const {
      if (at != end.block.rows && end.block.times[at] == end.block.time)
        return true;
      end.block.last = at;
      return false;
    }
    std::int64_t operator-(const Iterator &) const { return static_cast<std::int64_t>(at); }
  };
  const Make &make;
  const std::int64_t *times;
  std::uint64_t rows;
  std::int64_t time;
  std::uint64_t first;
  std::uint64_t &last;

  Iterator begin() const { return {make, first}; }
  End end() const { return {*this}; }
};

/// A single row among tagged ones, or none.
template <class Make> struct Single {
  struct Iterator {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = decltype(std::declval<Make>()(0));
    using difference_type = std::int64_t;
    using pointer = const value_type *;
    using reference = value_type;

    Make make;
    std::uint64_t at;

    auto operator*() const { return make(at); }
    Iterator &operator++() { ++at; return *this; }
    bool operator!=(const Iterator &other) const { return at != other.at; }
    std::int64_t operator-(const Iterator &) const { return static_cast<std::int64_t>(at); }
  };
  Make make;
  std::uint64_t first, last;

  Iterator begin() const { return {make, first}; }
  Iterator end() const { return {make, last}; }
};

/// The rows of one stream among tagged rows first .. last - 1.
template <class Make> struct Tagged {
  struct Iterator {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = decltype(std::declval<Make>()(0));
    using difference_type = std::int64_t;
    using pointer = const value_type *;
    using reference = value_type;

    Make make;
    std::uint64_t at, last;

    auto operator*() const { return make(at); }
    Iterator &operator++() { ++at; return skip(); }
    Iterator &skip() {
      while (at != last && make.rows.streams[at] != Make::stream)
        ++at;
      return *this;
    }
    bool operator!=(const Iterator &other) const { return at != other.at; }
    std::int64_t operator-(const Iterator &) const { return static_cast<std::int64_t>(at); }
  };
  Make make;
  std::uint64_t first, last;

  Iterator begin() const { return Iterator{make, first, last}.skip(); }
  Iterator end() const { return {make, last, last}; }
};

/// The streams of tagged rows.
struct Tags {
  const std::uint32_t *first, *last;

  const std::uint32_t *begin() const { return first; }
  const std::uint32_t *end() const { return last; }
};

constexpr std::int64_t latest = INT64_MAX;

std::uint64_t failTimeOrder(machine::State &state, std::int64_t time, std::uint64_t stream,
                            std::uint64_t row) {
  machine::detail::stop(state, machine::Fault::TimeOrder, 0, 0);
  machine::detail::failAt(state, time, stream, row);
  return BOUGH_TIME_ORDER;
}

/// A stream without rows need not have columns.
const std::int64_t *columnOf(const bough_columns &columns, std::size_t column) {
  return columns.rows == 0 ? nullptr : columns.columns[column];
}

std::uint64_t statusOf(const machine::State &state) {
  return static_cast<std::uint64_t>(state.header.status);
}
)";

constexpr const char *init = R"(
extern "C" __attribute__((visibility("default"))) void init(void *state) {
  std::memset(state, 0, sizeof(machine::State));
  machine::reset(*static_cast<machine::State *>(state));
}
)";

std::string sinkType(const emit::Prepared &prepared) {
  const ir::Program &program = *prepared.program;
  std::size_t width = program.resultWidth();
  const bool isLate = prepared.hasLateResults;
  std::string text = "\nstruct Sink {\nbough_sink *sink;\n";
  text += isLate ? "" : "std::int64_t time;\n";
  for (ir::ResultId id = 0; id < program.results.size(); ++id) {
    const emit::PreparedRow &named = prepared.results[id];
    std::string cells;
    for (std::size_t i = 0; i < width; ++i)
      cells += fmt::format("cells[{}] = {};\n", i,
                           i < named.columns.size() ? "row." + named.columns[i] : "0");
    text += fmt::format(R"(
bool operator()([[maybe_unused]] const machine::{} &row, std::uint64_t count{}) const {{
  const std::uint64_t used = sink->used; // read once: the stores below may be to it, for all one knows
  [[maybe_unused]] std::int64_t *const cells = sink->rows + used * {};
{}  sink->times[used] = time;
  sink->results[used] = {};
  sink->counts[used] = count;
  sink->used = used + 1;
  return __builtin_expect(used + 1 != sink->capacity, 1) || sink->flush(sink) == 0;
}}
)",
                        named.type, isLate ? ", std::int64_t time" : "", width, cells, id);
  }
  return text + "};\n";
}

/// How a row of each stream that is read is made of columns, and of tagged cells.
std::string makers(const emit::Prepared &prepared) {
  std::string text;
  for (ir::StreamId id = 0; id < prepared.streams.size(); ++id) {
    const emit::PreparedStream &stream = prepared.streams[id];
    if (!stream.isRead && !stream.isEntered && !stream.isShedRead)
      continue;
    std::string pointers, ofColumns, ofCells;
    for (std::size_t i = 0; i < stream.columns.size(); ++i) {
      pointers += fmt::format("const std::int64_t *column{};\n", i);
      ofColumns += fmt::format("{}column{}[at]", i == 0 ? "" : ", ", i);
      ofCells += fmt::format("{}cells[{}]", i == 0 ? "" : ", ", i);
    }
    text += fmt::format(R"(
struct Columns{0} {{
{2}  machine::{1} operator()(std::uint64_t at) const {{ return {{{3}}}; }}
}};
struct Cells{0} {{
  static constexpr std::uint32_t stream = {0};
  const bough_tagged_rows &rows;
  machine::{1} operator()(std::uint64_t at) const {{
    const std::int64_t *cells = rows.cells + at * rows.stride;
    return {{{4}}};
  }}
}};
)",
                        id, stream.type, pointers, ofColumns, ofCells);
  }
  return text;
}

/// How the functions are declared: their whole work in one body as long as that is short, for a row
/// costs less than a call.
std::string declaration(const ir::Program &program) {
  constexpr std::size_t longest = 200; // ops, in the body for each stream
  return fmt::format("\nextern \"C\" __attribute__((visibility(\"default\"){})) std::uint64_t ",
                     ir::countOps(program) * program.streams.size() <= longest ? ", flatten" : "");
}

/// Makes a Sink for results of `time`.
std::string sinkFor(const emit::Prepared &prepared, const char *sink, const char *time) {
  return prepared.hasLateResults ? fmt::format("Sink{{{}}}", sink)
                                 : fmt::format("Sink{{{}, {}}}", sink, time);
}

std::string refusal(const emit::Prepared &prepared) {
  return declaration(*prepared.program) +
         fmt::format(R"(ingest_block(void *block, const bough_columns *columns, bough_sink *) {{
  const auto &state = *static_cast<const machine::State *>(block);
  for (int stream = 0; stream < {} && statusOf(state) == BOUGH_OK; ++stream)
    if (columns[stream].rows != 0)
      return BOUGH_NEEDS_ARRIVAL_ORDER;
  return statusOf(state);
}}
)",
                     prepared.streams.size());
}

/// Merges the streams by time.
std::string ingestBlock(const emit::Prepared &prepared) {
  if (ir::needsArrivalOrder(*prepared.program))
    return refusal(prepared);
  std::string heads, least, isOver, unordered, arguments, next;
  for (ir::StreamId id = 0; id < prepared.streams.size(); ++id) {
    const emit::PreparedStream &stream = prepared.streams[id];
    heads += fmt::format("const std::int64_t *const times{0} = columnOf(columns[{0}], {1});\n"
                         "const std::uint64_t rows{0} = columns[{0}].rows;\n"
                         "std::uint64_t at{0} = 0;\n",
                         id, prepared.program->streams[id].timestampColumn);
    least +=
        fmt::format("const std::int64_t head{0} = at{0} != rows{0} ? times{0}[at{0}] : latest;\n"
                    "if (head{0} < time)\ntime = head{0};\n",
                    id);
    isOver += fmt::format(" && at{0} == rows{0}", id);
    unordered += fmt::format("if (at{0} != rows{0} && head{0} == time)\n"
                             "return failTimeOrder(state, time, {0}, at{0});\n",
                             id);
    if (!stream.isRead) {
      next += fmt::format("while (at{0} != rows{0} && times{0}[at{0}] == time)\n++at{0};\n", id);
      continue;
    }
    std::string pointers;
    for (std::size_t i = 0; i < stream.columns.size(); ++i)
      pointers += fmt::format("{}columnOf(columns[{}], {})", i == 0 ? "" : ", ", id, i);
    heads += fmt::format("const Columns{0} make{0}{{{1}}};\n", id, pointers);
    arguments +=
        fmt::format(", Block<Columns{0}>{{make{0}, times{0}, rows{0}, time, at{0}, at{0}}}", id);
  }
  return declaration(*prepared.program) +
         fmt::format(R"(ingest_block(void *block, const bough_columns *columns, bough_sink *sink) {{
  auto &state = *static_cast<machine::State *>(block);
  if (statusOf(state) != BOUGH_OK)
    return statusOf(state);
{}  for (;;) {{
    std::int64_t time = latest;
{}    if (time == latest{})
      return BOUGH_OK;
    if (time <= state.header.now) {{
{}    }}
    if (!machine::evaluate(state, time{}, {}))
      return statusOf(state);
{}  }}
}}
)",
                     heads, least, isOver, unordered, arguments, sinkFor(prepared, "sink", "time"),
                     next);
}

/// A batch of one row, which is what most are, needs no search.
std::string ingestMixed(const emit::Prepared &prepared) {
  const ir::Program &program = *prepared.program;
  std::string times, cases, arguments;
  const bool isOrdered = ir::needsArrivalOrder(program);
  bool areSame = true; // the places of timestamps
  for (ir::StreamId id = 0; id < prepared.streams.size(); ++id) {
    std::size_t place = program.streams[id].timestampColumn;
    areSame = areSame && place == program.streams[0].timestampColumn;
    times += fmt::format("{}, ", place);
    std::string alone;
    for (ir::StreamId other = 0; other < prepared.streams.size(); ++other)
      if (prepared.streams[other].isRead)
        alone += fmt::format(", Single<Cells{0}>{{{{rows}}, at, {1}}}", other,
                             other == id ? "end" : "at");
    if (isOrdered)
      alone += ", Tags{rows.streams + at, rows.streams + end}";
    cases += fmt::format("case {}:\nmachine::evaluate(state, time{}, typed);\nbreak;\n", id, alone);
    if (prepared.streams[id].isRead)
      arguments += fmt::format(", Tagged<Cells{0}>{{{{rows}}, at, end}}", id);
  }
  if (isOrdered)
    arguments += ", Tags{rows.streams + at, rows.streams + end}";
  std::string place = "timestampColumns[rows.streams[row]]", table;
  if (areSame && !program.streams.empty())
    place = std::to_string(program.streams[0].timestampColumn);
  else
    table = fmt::format("[[maybe_unused]] constexpr std::size_t timestampColumns[] = {{{}0}};\n",
                        times);
  if (ir::sheds(program))
    return table +
           ingestOffered(prepared, declaration(program), place, sinkFor(prepared, "sink", "time"));
  return table + declaration(program) +
         fmt::format(
             R"(ingest_mixed(void *block, const bough_tagged_rows *given, bough_sink *sink) {{
  auto &state = *static_cast<machine::State *>(block);
  const bough_tagged_rows rows = *given;
  auto timeOf = [&](std::uint64_t row) {{ return rows.cells[row * rows.stride + {}]; }};
  for (std::uint64_t at = 0, end = 0; at < rows.rows && statusOf(state) == BOUGH_OK; at = end) {{
    const std::int64_t time = timeOf(at);
    if (time <= state.header.now)
      return failTimeOrder(state, time, rows.streams[at], at);
    for (end = at + 1; end < rows.rows && timeOf(end) == time;)
      ++end;
    auto typed = {};
    if (end != at + 1) {{
      machine::evaluate(state, time{}, typed);
      continue;
    }}
    switch (rows.streams[at]) {{
{}    }}
  }}
  return statusOf(state);
}}
)",
             place, sinkFor(prepared, "sink", "time"), arguments, cases);
}

std::string end(const emit::Prepared &prepared) {
  return fmt::format(R"(
extern "C" __attribute__((visibility("default"))) std::uint64_t end(void *block, bough_sink *sink) {{
  auto &state = *static_cast<machine::State *>(block);
  machine::atEnd(state, {});
  return statusOf(state);
}}
)",
                     sinkFor(prepared, "sink", "latest"));
}

} // namespace

std::string printShim(const ir::Program &program, const HeaderOptions &options,
                      const std::string &header) {
  const ir::Layout layout = *ir::computeLayout(program);
  const emit::Prepared prepared = emit::prepare(program, layout, helperNames());
  return fmt::format(
             "#include \"{}\"\n#include \"Abi.h\"\n#include <iterator>\n#include <utility>\n"
             "namespace {{\nnamespace machine = {};\n",
             header, options.name) +
         iterators + (ir::sheds(program) ? offeredIterators(prepared) : "") + sinkType(prepared) +
         makers(prepared) + "} // namespace\n" + init + ingestBlock(prepared) +
         ingestMixed(prepared) + end(prepared);
}

} // namespace bough::cpp

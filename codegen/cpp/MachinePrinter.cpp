#include "codegen/cpp/MachinePrinter.h"

#include "codegen/cpp/SchemaComments.h"
#include "codegen/emit/Identifiers.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough::cpp {

namespace {

/// Names for the rows of each stream that is read, which do not collide with each other or with the
/// other parameters of `evaluate`.
std::vector<std::string> rowNames(const emit::Prepared &prepared) {
  emit::Scope names;
  for (const char *name : {"state", "time", "sink", "row", "detail"})
    names.reserve(name);
  std::vector<std::string> result;
  for (const emit::PreparedStream &stream : prepared.streams)
    result.push_back(stream.isRead ? names.unique(stream.variable) : "");
  return result;
}

/// The names of template parameters for them, which do not collide with each other or with types of
/// the header.
std::vector<std::string> rowTypes(const emit::Prepared &prepared) {
  emit::Scope names;
  for (const emit::PreparedStream &stream : prepared.streams)
    names.reserve(stream.type);
  std::vector<std::string> result;
  for (const emit::PreparedStream &stream : prepared.streams)
    result.push_back(stream.isRead ? names.unique("RowsOf" + stream.type) : "");
  return result;
}

/// The row's time, of a row named `row`.
std::string timeOf(const emit::Prepared &prepared, ir::StreamId id) {
  return "row." + prepared.streams[id].columns[prepared.program->streams[id].timestampColumn];
}

} // namespace

std::string usage(const emit::Prepared &prepared, const std::string &name) {
  std::string stream;
  for (const emit::PreparedStream &each : prepared.streams)
    if (each.isRead && stream.empty())
      stream = each.type;
  if (stream.empty())
    stream = "S";
  return fmt::format(
      R"(// Rows come in the order of their times; equal times are one batch, whose results come when it is
// complete: with the first later row, with `advance`, or with `finish`. They come in no particular
// order, and equal ones may come in several calls: their counts add up.
//
//   {0}::Machine machine;
//   auto sink = [](const auto &result, std::uint64_t count) {{ ... }};
//   machine.on({0}::{1}{{...}}, sink);  // false: it has stopped, machine.fault() says why
//   machine.advance(5, sink);  // no more rows before time 5
//   machine.finish(sink);
//
// A sink returns nothing, or a bool: false stops the machine. Nothing is allocated and nothing but
// the sink can throw; after an exception the machine must not be used any more. Where all
// rows of a time are at hand, `evaluate` takes them with a State, and no Machine is needed.
//
// C++17, GCC or Clang.
)",
      name, stream);
}

std::string headerType() {
  return R"(
/// Why a machine has stopped.
enum class Fault : std::uint64_t {
  None = 0,
  MultiplicityOverflow = 1, ///< a result comes 2^64 - 1 times or more
  ExpressionOverflow = 2,   ///< a value of a result is beyond 64 bits
  BufferFull = 3,           ///< too many rows share a time; `site` is the buffer
  TimeOrder = 4,            ///< a time is negative, or not later than the one before
  Stopped = 5,              ///< the sink returned false
  SynopsisFull = 7          ///< more is to be kept than there is room for; `site` is the member
};

/// Begins each state.
struct Header {
  std::int64_t now; ///< of the last batch; -1 before the first
  Fault status;
  std::int64_t errorTime;    ///< the batch of the fault, whose results are not complete
  std::uint64_t errorStream; ///< of the row at hand, by number; 2^64 - 1: none
  std::uint64_t errorRow;    ///< that row among those of its stream in the batch; 2^64 - 1: none
  std::uint32_t siteBegin;   ///< where in the SQL text, in bytes
  std::uint32_t siteEnd;
  std::uint64_t site;
  std::uint64_t reserved;
};

static_assert(sizeof(Header) == 64, "layout");
static_assert(offsetof(Header, now) == 0, "layout");
static_assert(offsetof(Header, status) == 8, "layout");
static_assert(offsetof(Header, errorTime) == 16, "layout");
static_assert(offsetof(Header, errorStream) == 24, "layout");
static_assert(offsetof(Header, errorRow) == 32, "layout");
static_assert(offsetof(Header, siteBegin) == 40, "layout");
static_assert(offsetof(Header, siteEnd) == 44, "layout");
static_assert(offsetof(Header, site) == 48, "layout");
static_assert(offsetof(Header, reserved) == 56, "layout");
)";
}

std::string resetFunction(const StatePrinter &state) {
  return fmt::format("\n/// As it is before the first row.\n"
                     "inline void reset(State &state) noexcept {{\n"
                     "std::memset(&state, 0, sizeof state);\n"
                     "state.header.now = -1;\n{}}}\n",
                     state.initialisation());
}

std::string faultFunctions(const ir::Program &program) {
  std::string text = R"(
/// No stream, no row.
inline constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

/// The bytes of the SQL text say where.
[[gnu::cold]] inline bool stop(State &state, Fault fault, std::uint32_t begin, std::uint32_t end,
                 std::uint64_t site = 0) noexcept {
  state.header.status = fault;
  state.header.siteBegin = begin;
  state.header.siteEnd = end;
  state.header.site = site;
  return false;
}

/// Completes a fault by the row at hand.
[[gnu::cold]] inline bool failAt(State &state, std::int64_t time, std::uint64_t stream, std::uint64_t row) noexcept {
  state.header.errorTime = time;
  state.header.errorStream = stream;
  state.header.errorRow = row;
  return false;
}
)";
  if (program.results.empty())
    return text;
  text += R"(
template <class Row, class Sink>
bool emitOnce(State &state, Sink &sink, const Row &row, std::uint32_t begin, std::uint32_t end,
              std::uint64_t count = 1) {
  if constexpr (std::is_same_v<decltype(sink(row, count)), bool>) {
    if (!sink(row, count))
      return stop(state, Fault::Stopped, begin, end);
  } else {
    sink(row, count);
  }
  return true;
}

template <class Row, class Sink>
bool emit(State &state, Sink &sink, const Row &row, std::uint64_t count, std::uint32_t begin,
          std::uint32_t end) {
  if (count == saturated)
    return stop(state, Fault::MultiplicityOverflow, begin, end);
  return emitOnce(state, sink, row, begin, end, count);
}
)";
  return text;
}

// --- batches -----------------------------------------------------------------------------------

std::string evaluateFunction(const emit::Prepared &prepared) {
  const ir::Program &program = *prepared.program;
  std::vector<std::string> rows = rowNames(prepared), types = rowTypes(prepared);
  std::string parameters = "State &state, std::int64_t time", defaults, ticks, passes;
  for (ir::StreamId id = 0; id < rows.size(); ++id)
    if (!rows[id].empty()) {
      defaults += fmt::format("class {} = Rows<{}>, ", types[id], prepared.streams[id].type);
      parameters += fmt::format(", const {} &{}", types[id], rows[id]);
    }
  bool emits = false;
  for (std::size_t i = 0; i < program.handlers.size(); ++i) {
    const ir::Handler &handler = program.handlers[i];
    const emit::PreparedHandler &decided = prepared.handlers[i];
    emits = emits || decided.emits;
    bool isTick = handler.trigger == ir::Trigger::Tick;
    bool isRow = handler.trigger == ir::Trigger::Row;
    auto call = [&](const char *row) {
      return fmt::format("detail::{}(state{}{}{})", decided.name, isRow ? row : "",
                         isTick ? ", time" : "", decided.emits ? ", sink" : "");
    };
    std::string text;
    if (isRow && decided.mayFail)
      text = fmt::format("for (auto row = std::begin({0}); row != std::end({0}); ++row)\n"
                         "if (!{1})\nreturn detail::failAt(state, time, {2}, "
                         "static_cast<std::uint64_t>(std::distance(std::begin({0}), row)));\n",
                         rows[handler.stream], call(", *row"), handler.stream);
    else if (isRow)
      text = fmt::format("for (const auto &row : {})\n{};\n", rows[handler.stream], call(", row"));
    else if (decided.mayFail)
      text = fmt::format(
          "if (!{})\nreturn detail::failAt(state, time, detail::none, detail::none);\n", call(""));
    else
      text = call("") + ";\n";
    (isTick ? ticks : passes) += text;
  }
  return fmt::format(
      R"(
/// Rows that lie one after the other. Whatever has such iterators will do as well: rows that are
/// gathered from columns, say.
template <class Row> struct Rows {{
  const Row *first = nullptr;
  std::size_t count = 0;

  const Row *begin() const noexcept {{ return first; }}
  const Row *end() const noexcept {{ return first + count; }}
}};

/// Evaluates all rows of one time, which is later than that of the call before. Whoever reads a
/// member of the state comes before whoever changes it. False after a fault, which stays.
template <{}class Sink>
bool evaluate({}, Sink &&{}) {{
  if (state.header.status != Fault::None)
    return false;
  if (time <= state.header.now) {{
    detail::stop(state, Fault::TimeOrder, 0, 0);
    return detail::failAt(state, time, detail::none, detail::none);
  }}
{}  state.header.now = time;
{}  return true;
}}
)",
      defaults, parameters, emits ? "sink" : "", ticks, passes);
}

// --- the machine -------------------------------------------------------------------------------

std::string machineType(const emit::Prepared &prepared, const MachineSchema &schema,
                        const emit::Binding &binding, std::size_t batchRows) {
  // A larger declaration is a promise that nobody wants room for: BufferFull says when it is
  // needed.
  constexpr std::size_t mostHeld = std::size_t{1} << 20;
  std::string entries, held, arguments, cleared;
  emit::Scope members;
  for (const char *name : {"state_", "time_", "isOpen_"})
    members.reserve(name);
  for (ir::StreamId id = 0; id < prepared.streams.size(); ++id) {
    const emit::PreparedStream &stream = prepared.streams[id];
    if (!isOffered(schema, id))
      continue;
    std::string member = members.unique(stream.variable + "_");
    std::string time = timeOf(prepared, id);
    if (const emit::StructBinding *bound = binding.find(schema.streams[id].name))
      entries += fmt::format("  template <class Sink> bool on(const ::{} &row, Sink &&sink) {{\n"
                             "    return on(detail::rowOf(row), sink);\n  }}\n",
                             bound->structName);
    if (!stream.isRead) {
      entries += fmt::format("  template <class Sink> bool on(const {} &row, Sink &&sink) {{\n"
                             "    return reach({}, {}, sink);\n  }}\n",
                             stream.type, time, id);
      continue;
    }
    entries += fmt::format("  template <class Sink> bool on(const {} &row, Sink &&sink) {{\n"
                           "    return reach({}, {}, sink) && hold({}, row, {});\n  }}\n",
                           stream.type, time, id, member, id);
    std::int64_t declared = schema.streams[id].maxPerTimestamp;
    held += fmt::format(
        "  Held<{}, {}> {};\n", stream.type,
        declared > 0 ? std::min(static_cast<std::size_t>(declared), mostHeld) : batchRows, member);
    arguments += fmt::format(", {}.all()", member);
    cleared += fmt::format("    {}.count = 0;\n", member);
  }
  std::string text = R"(
/// Takes rows one by one. Those of the time that has been reached wait here until it is complete.
class Machine {
public:
  Machine() noexcept { reset(state_); }
  /// Goes on from a state that another machine, of whatever kind, has left between two batches.
  explicit Machine(const State &state) noexcept : state_(state), time_(state.header.now) {}

  // False when the machine has stopped.
)";
  text += entries;
  text += R"(
  /// There will be no more rows before `time`.
  template <class Sink> bool advance(std::int64_t time, Sink &&sink) {
    if (time > time_ && complete(sink))
      time_ = time;
    return fault() == Fault::None;
  }
  /// Evaluates what waits: there will be no more rows, or later ones only.
  template <class Sink> bool finish(Sink &&sink) {
    complete(sink);
    return fault() == Fault::None;
  }

  Fault fault() const noexcept { return state_.header.status; }
  /// The time of the last complete batch; in a sink that of the result.
  std::int64_t now() const noexcept { return state_.header.now; }
  /// All but the rows that wait.
  const State &state() const noexcept { return state_; }

private:
  /// Room for the rows of one time.
  template <class Row, std::size_t Room> struct Held {
    Row rows[Room];
    std::size_t count = 0;

    Rows<Row> all() const noexcept { return {rows, count}; }
  };

  /// Time has come to that of a row.
  template <class Sink> bool reach(std::int64_t time, std::uint64_t stream, Sink &sink) {
    if (fault() != Fault::None)
      return false;
    if (time > time_) {
      if (!complete(sink))
        return false;
      time_ = time;
    }
    if (time < time_ || time <= state_.header.now) {
      detail::stop(state_, Fault::TimeOrder, 0, 0);
      return detail::failAt(state_, time, stream, detail::none);
    }
    isOpen_ = true;
    return true;
  }
)";
  if (!held.empty())
    text += R"(
  template <class Row, std::size_t Room>
  bool hold(Held<Row, Room> &held, const Row &row, std::uint64_t stream) noexcept {
    if (held.count == Room) {
      detail::stop(state_, Fault::BufferFull, 0, 0, detail::none);
      return detail::failAt(state_, time_, stream, held.count);
    }
    held.rows[held.count++] = row;
    return true;
  }
)";
  text += fmt::format(R"(
  /// Evaluates the batch that waits, if there is one.
  template <class Sink> bool complete(Sink &sink) {{
    if (!isOpen_)
      return fault() == Fault::None;
    isOpen_ = false;
    const bool goesOn = evaluate(state_, time_{}, sink);
{}    return goesOn;
  }}

  State state_;
  std::int64_t time_ = -1; ///< that has been reached
  bool isOpen_ = false;    ///< whether there was a row of that time
{}}};
)",
                      arguments, cleared, held);
  return text;
}

} // namespace bough::cpp

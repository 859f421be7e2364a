#include "codegen/cpp/MachinePrinter.h"

#include "codegen/cpp/SchemaComments.h"
#include "codegen/cpp/ShedPrinter.h"
#include "codegen/emit/Identifiers.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough::cpp {

namespace {

/// The variable for the next row of a stream, where rows are taken as they arrived.
std::string nextName(ir::StreamId id) { return fmt::format("next{}", id); }
/// Likewise for those that were shed.
std::string nextShedName(ir::StreamId id) { return fmt::format("nextShed{}", id); }

/// Parameters of `evaluate` for the rows of a stream: those that are taken and those that were
/// shed. Empty where no handler reads such.
struct RowNames {
  std::string taken, shed;
};

/// Names for them, which do not collide with each other or with the other parameters of `evaluate`.
std::vector<RowNames> rowNames(const emit::Prepared &prepared) {
  emit::Scope names;
  for (const char *name : {"state", "time", "sink", "row", "detail", "arrivals", "stream"})
    names.reserve(name);
  for (ir::StreamId id = 0; id < prepared.streams.size(); ++id) {
    names.reserve(nextName(id));
    names.reserve(nextShedName(id));
  }
  std::vector<RowNames> result;
  for (const emit::PreparedStream &stream : prepared.streams)
    result.push_back({stream.isRead ? names.unique(stream.variable) : "",
                      stream.isShedRead ? names.unique(stream.variable + "_shed") : ""});
  return result;
}

/// The names of template parameters for them, which do not collide with each other or with types of
/// the header.
std::vector<RowNames> rowTypes(const emit::Prepared &prepared) {
  emit::Scope names;
  for (const emit::PreparedStream &stream : prepared.streams)
    names.reserve(stream.type);
  names.reserve("Arrivals");
  std::vector<RowNames> result;
  for (const emit::PreparedStream &stream : prepared.streams)
    result.push_back({stream.isRead ? names.unique("RowsOf" + stream.type) : "",
                      stream.isShedRead ? names.unique("ShedRowsOf" + stream.type) : ""});
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
//   machine.end(sink);  // no more rows at all: gives out what waits for the end of a window
//{3}{2}
// A sink returns nothing, or a bool: false stops the machine. Nothing is allocated and nothing but
// the sink can throw; after an exception the machine must not be used any more. Where all
// rows of a time are at hand, `evaluate` takes them with a State, and no Machine is needed.
//
// C++17, GCC or Clang.
)",
      name, stream,
      prepared.hasLateResults
          ? " A sink may take a third argument, a std::int64_t: the time of the result, which lies "
            "before that\n// of the batch for one that had to wait for the end of a window.\n//"
          : "",
      shedUsage(prepared, name));
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

namespace {

/// How results are given to the sink, where they can have times of their own.
constexpr const char *lateEmission = R"(
/// A fault in a tick: with a result that has a time of its own it is of that time.
[[gnu::cold]] inline bool failInTick(State &state, std::int64_t time) noexcept {
  return failAt(state, state.header.errorStream == none ? state.header.errorTime : time, none, none);
}

template <class Row, class Sink>
auto give(Sink &sink, const Row &row, std::uint64_t count, [[maybe_unused]] std::int64_t time) {
  if constexpr (std::is_invocable_v<Sink &, const Row &, std::uint64_t, std::int64_t>)
    return sink(row, count, time);
  else
    return sink(row, count);
}

template <class Row, class Sink>
bool emitOnce(State &state, Sink &sink, const Row &row, std::int64_t time, std::uint32_t begin,
              std::uint32_t end, std::uint64_t count = 1) {
  if constexpr (std::is_same_v<decltype(give(sink, row, count, time)), bool>) {
    if (!give(sink, row, count, time)) {
      failAt(state, time, none, none);
      return stop(state, Fault::Stopped, begin, end);
    }
  } else {
    give(sink, row, count, time);
  }
  return true;
}

template <class Row, class Sink>
bool emit(State &state, Sink &sink, const Row &row, std::int64_t time, std::uint64_t count,
          std::uint32_t begin, std::uint32_t end) {
  if (count == saturated) {
    failAt(state, time, none, none);
    return stop(state, Fault::MultiplicityOverflow, begin, end);
  }
  return emitOnce(state, sink, row, time, begin, end, count);
}
)";

} // namespace

std::string faultFunctions(const emit::Prepared &prepared) {
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
  if (prepared.program->results.empty())
    return text;
  if (prepared.hasLateResults)
    return text + lateEmission;
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

namespace {

/// Prints the calls of the handlers in `evaluate` and `atEnd`.
class CallPrinter {
public:
  CallPrinter(const emit::Prepared &prepared, std::vector<RowNames> rows)
      : prepared_(prepared), program_(*prepared.program), rows_(std::move(rows)) {}

  std::string ticks() const {
    std::string text;
    forEachHandler(ir::Trigger::Tick, [&](const ir::Handler &handler, std::size_t i) {
      text += statement(i, call(handler, i, ""),
                        prepared_.hasLateResults
                            ? "detail::failInTick(state, time)"
                            : "detail::failAt(state, time, detail::none, detail::none)");
    });
    return text;
  }

  std::string passes() const {
    std::string text;
    for (std::size_t i = 0; i < program_.handlers.size(); ++i) {
      const ir::Handler &handler = program_.handlers[i];
      if (handler.trigger == ir::Trigger::Row)
        text += overRows(handler.stream, {i});
      else if (handler.trigger == ir::Trigger::Batch)
        text += statement(i, call(handler, i, ""),
                          "detail::failAt(state, time, detail::none, detail::none)");
    }
    return text;
  }

  /// Row by row, each with all the handlers of its stream.
  std::string arrivals() const {
    std::string heads, cases;
    for (ir::StreamId id = 0; id < program_.streams.size(); ++id) {
      const std::vector<std::size_t> taken = handlersOf(ir::Trigger::Arrival, id);
      if (!taken.empty() && !emit::hasArrivals(prepared_)) // they are all of this stream
        return overRows(id, taken);
      addCase(id, id, nextName(id), rows_[id].taken, taken, heads, cases);
      addCase(id, shedTag(prepared_, id), nextShedName(id), rows_[id].shed,
              handlersOf(ir::Trigger::Shed, id), heads, cases);
    }
    if (cases.empty())
      return {};
    return heads + "for (const std::uint32_t stream : arrivals)\nswitch (stream) {\n" + cases +
           "default:\nbreak;\n}\n";
  }

private:
  /// What is done with the next one of some rows when `arrivals` comes to `tag`.
  void addCase(ir::StreamId id, std::uint64_t tag, const std::string &next, const std::string &rows,
               const std::vector<std::size_t> &handlers, std::string &heads,
               std::string &cases) const {
    if (handlers.empty())
      return;
    heads += fmt::format("auto {} = std::begin({});\n", next, rows);
    cases += fmt::format("case {}: {{\nconst auto &row = *{};\n", tag, next);
    for (std::size_t i : handlers)
      cases += statement(i, call(program_.handlers[i], i, ", row"), failAtRow(id, rows, next));
    cases += fmt::format("++{};\nbreak;\n}}\n", next);
  }
  std::vector<std::size_t> handlersOf(ir::Trigger trigger, ir::StreamId stream) const {
    std::vector<std::size_t> handlers;
    forEachHandler(trigger, [&](const ir::Handler &handler, std::size_t i) {
      if (handler.stream == stream)
        handlers.push_back(i);
    });
    return handlers;
  }
  template <typename Visit> void forEachHandler(ir::Trigger trigger, const Visit &visit) const {
    for (std::size_t i = 0; i < program_.handlers.size(); ++i)
      if (program_.handlers[i].trigger == trigger)
        visit(program_.handlers[i], i);
  }
  std::string call(const ir::Handler &handler, std::size_t i, const std::string &row) const {
    const emit::PreparedHandler &decided = prepared_.handlers[i];
    return fmt::format("detail::{}(state{}{}{})", decided.name, row,
                       handler.trigger == ir::Trigger::Tick ? ", time" : "",
                       decided.emits ? ", sink" : "");
  }
  std::string statement(std::size_t i, const std::string &call, const std::string &fail) const {
    return prepared_.handlers[i].mayFail ? fmt::format("if (!{})\nreturn {};\n", call, fail)
                                         : call + ";\n";
  }
  static std::string failAtRow(ir::StreamId stream, const std::string &rows,
                               const std::string &at) {
    return fmt::format("detail::failAt(state, time, {}, "
                       "static_cast<std::uint64_t>(std::distance(std::begin({}), {})))",
                       stream, rows, at);
  }
  std::string overRows(ir::StreamId stream, const std::vector<std::size_t> &handlers) const {
    bool mayFail = false;
    for (std::size_t i : handlers)
      mayFail = mayFail || prepared_.handlers[i].mayFail;
    std::string body;
    for (std::size_t i : handlers)
      body += statement(i, call(program_.handlers[i], i, mayFail ? ", *row" : ", row"),
                        failAtRow(stream, rows_[stream].taken, "row"));
    if (handlers.size() > 1)
      body = "{\n" + body + "}\n";
    return mayFail
               ? fmt::format("for (auto row = std::begin({0}); row != std::end({0}); ++row)\n{1}",
                             rows_[stream].taken, body)
               : fmt::format("for (const auto &row : {})\n{}", rows_[stream].taken, body);
  }

  const emit::Prepared &prepared_;
  const ir::Program &program_;
  std::vector<RowNames> rows_; ///< by stream
};

/// The ticks of the last time of all.
std::string atEndFunction(const emit::Prepared &prepared, const std::string &ticks) {
  bool emits = false;
  for (std::size_t i = 0; i < prepared.handlers.size(); ++i)
    emits = emits || (prepared.handlers[i].emits &&
                      prepared.program->handlers[i].trigger == ir::Trigger::Tick);
  return fmt::format(R"(
/// There will be no more rows: gives out what waits for the end of a window. False after a fault.
template <class Sink> bool atEnd(State &state, Sink &&{}) {{
  constexpr std::int64_t time = std::numeric_limits<std::int64_t>::max();
  if (state.header.status != Fault::None || state.header.now == time)
    return state.header.status == Fault::None;
{}  state.header.now = time;
  return true;
}}
)",
                     emits ? "sink" : "", ticks);
}

} // namespace

std::string evaluateFunctions(const emit::Prepared &prepared) {
  std::vector<RowNames> rows = rowNames(prepared), types = rowTypes(prepared);
  std::string parameters = "State &state, std::int64_t time", defaults;
  auto add = [&](ir::StreamId id, const std::string &type, const std::string &name) {
    if (name.empty())
      return;
    defaults += fmt::format("class {} = Rows<{}>, ", type, prepared.streams[id].type);
    parameters += fmt::format(", const {} &{}", type, name);
  };
  for (ir::StreamId id = 0; id < rows.size(); ++id) {
    add(id, types[id].taken, rows[id].taken);
    add(id, types[id].shed, rows[id].shed);
  }
  std::string order;
  if (emit::hasArrivals(prepared)) {
    defaults += "class Arrivals = Rows<std::uint32_t>, ";
    parameters += ", const Arrivals &arrivals";
    order = "/// `arrivals` has the number of the stream of each row, in the order in which they "
            "came.\n";
  }
  if (ir::sheds(*prepared.program))
    order +=
        fmt::format("/// The decisions about all rows of the time have been taken; the number of "
                    "a row that was shed\n/// is that of its stream and {}.\n",
                    prepared.streams.size());
  bool emits = std::any_of(prepared.handlers.begin(), prepared.handlers.end(),
                           [](const emit::PreparedHandler &each) { return each.emits; });
  const CallPrinter calls(prepared, rows);
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
{}template <{}class Sink>
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
             order, defaults, parameters, emits ? "sink" : "", calls.ticks(),
             calls.arrivals() + calls.passes()) +
         atEndFunction(prepared, calls.ticks());
}

// --- the machine -------------------------------------------------------------------------------

std::string machineType(const emit::Prepared &prepared, const MachineSchema &schema,
                        const emit::Binding &binding, std::size_t batchRows) {
  // A larger declaration is a promise that nobody wants room for: BufferFull says when it is
  // needed.
  constexpr std::size_t mostHeld = std::size_t{1} << 20;
  std::string entries, held, arguments, cleared;
  const bool isOrdered = emit::hasArrivals(prepared);
  const bool sheds = ir::sheds(*prepared.program);
  std::size_t room = 0; // in all
  emit::Scope members;
  for (const char *name : {"state_", "time_", "isOpen_", "arrivals_", "utilities_", "shedder_",
                           "wasShed_", "ignored_"})
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
    std::int64_t declared = schema.streams[id].maxPerTimestamp;
    const std::size_t own =
        declared > 0 ? std::min(static_cast<std::size_t>(declared), mostHeld) : batchRows;
    auto hold = [&](const std::string &name, std::uint64_t tag) {
      room += own;
      held += fmt::format("  Held<{}, {}> {};\n", stream.type, own, name);
      arguments += fmt::format(", {}.all()", name);
      cleared += fmt::format("    {}.count = 0;\n", name);
      return fmt::format("hold({}, row, {}{})", name, id, sheds ? fmt::format(", {}", tag) : "");
    };
    const std::string taken = stream.isRead ? hold(member, id) : "";
    if (!sheds) {
      entries += fmt::format("  template <class Sink> bool on(const {} &row, Sink &&sink) {{\n"
                             "    return reach({}, {}, sink){};\n  }}\n",
                             stream.type, time, id, taken.empty() ? "" : " && " + taken);
      continue;
    }
    const std::string dropped =
        stream.isShedRead ? hold(members.unique(stream.variable + "_shed_"), shedTag(prepared, id))
                          : "";
    entries += fmt::format("  template <class Sink> bool on(const {} &row, Sink &&sink) {{\n"
                           "    wasShed_ = false;\n"
                           "    if (!reach({}, {}, sink))\n      return false;\n",
                           stream.type, time, id);
    for (const std::string &enter : emit::entryFunctions(prepared, id))
      entries += fmt::format("    wasShed_ = decide(row, detail::{}) || wasShed_;\n", enter);
    if (stream.isEntered)
      entries +=
          fmt::format("    if (wasShed_)\n      return {};\n", dropped.empty() ? "true" : dropped);
    entries += fmt::format("    return {};\n  }}\n", taken.empty() ? "true" : taken);
  }
  if (isOrdered) {
    held += fmt::format("  Held<std::uint32_t, {}> arrivals_; ///< the streams of all that wait\n",
                        room);
    arguments += ", arrivals_.all()";
    cleared += "    arrivals_.count = 0;\n";
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
  if (sheds)
    text += shedMembers();
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
  /// Evaluates what waits, and gives out what waits for the end of a window: there will be no rows.
  template <class Sink> bool end(Sink &&sink) { return complete(sink) && atEnd(state_, sink); }

  Fault fault() const noexcept { return state_.header.status; }
  /// The time of the last complete batch; in a sink that of the result, unless it comes late.
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
    text += fmt::format(R"(
  template <class Row, std::size_t Room>
  bool hold(Held<Row, Room> &held, const Row &row, std::uint64_t stream{}) noexcept {{
    if (held.count == Room) {{
      detail::stop(state_, Fault::BufferFull, 0, 0, detail::none);
      return detail::failAt(state_, time_, stream, held.count);
    }}
    held.rows[held.count++] = row;
{}    return true;
  }}
)",
                        !sheds      ? ""
                        : isOrdered ? ", std::uint32_t tag"
                                    : ", std::uint32_t",
                        !isOrdered ? ""
                        : sheds    ? "    arrivals_.rows[arrivals_.count++] = tag;\n"
                                   : "    arrivals_.rows[arrivals_.count++] = "
                                     "static_cast<std::uint32_t>(stream);\n");
  if (sheds)
    text += privateShedMembers(prepared);
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
{}{}}};
)",
                      arguments, cleared, held,
                      sheds ? fmt::format("  const Utilities *utilities_ = nullptr;\n"
                                          "  Shedder *shedder_ = nullptr;\n"
                                          "  bool wasShed_ = false;\n"
                                          "  std::uint64_t ignored_[{}] = {{}};\n",
                                          prepared.program->shedTypes)
                            : "");
  return text;
}

} // namespace bough::cpp

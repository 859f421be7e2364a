#include "codegen/interp/Interpreter.h"

#include "codegen/interp/Code.h"
#include "codegen/interp/Rows.h"
#include "codegen/interp/State.h"
#include "codegen/ir/ZobristNumber.h"
#include "runtime/shedding/IngestKeeping.h"
#include "runtime/shedding/ShedDecision.h"

#include <algorithm>
#include <limits>
#include <span>

namespace bough {

namespace {

using namespace interp;

/// Whether there is no row.
bool isEmpty(const bough_columns *streams, std::size_t count) {
  return std::all_of(streams, streams + count,
                     [](const bough_columns &columns) { return columns.rows == 0; });
}

struct Code {
  ir::Program program;
  ir::Layout layout;
  std::vector<HandlerCode> handlers;
  /// Index of the first handler that is such, or a later kind. Those that come before the passes
  /// and take a row stand among the arrivals.
  std::size_t arrivals = 0, passes = 0;
  std::size_t resultWidth = 0;
  std::vector<std::vector<unsigned>> boundKeys; ///< by SynopsisId
};

/// One call of ingest or end.
class Execution {
public:
  /// `offered` has the rows of a program that sheds, else it is null.
  Execution(const Code &code, void *state, bough_sink &sink,
            const bough_offered_rows *offered = nullptr)
      : code_(code), state_(code.program, code.layout, state), sink_(sink), offered_(offered) {
    for (const HandlerCode &handler : code.handlers)
      frames_.push_back(handler.frame);
  }

  template <typename Rows> std::uint64_t ingest(Rows rows) {
    bough_state_header &header = state_.header();
    if (header.status != BOUGH_OK)
      return header.status;
    while (auto next = rows.next()) {
      time_ = next->time;
      if (time_ <= header.now) { // now >= -1, so this is also the check for negative ones
        stream_ = next->stream;
        row_ = next->row;
        fail(BOUGH_TIME_ORDER, {}, 0);
        break;
      }
      rows.take(time_);
      if (!runBatch(rows))
        break;
    }
    return header.status;
  }
  std::uint64_t end() {
    bough_state_header &header = state_.header();
    time_ = std::numeric_limits<std::int64_t>::max();
    if (header.status == BOUGH_OK && header.now != time_)
      runTicks();
    return header.status;
  }

private:
  static constexpr std::uint64_t none = UINT64_MAX;

  bool fail(bough_status status, SourceRange range, std::uint64_t site) {
    return failAt(time_, status, range, site);
  }
  bool failAt(std::int64_t time, bough_status status, SourceRange range, std::uint64_t site) {
    bough_state_header &header = state_.header();
    header.status = status;
    header.error_time = time;
    header.error_stream = stream_;
    header.error_row = row_;
    header.site_begin = range.begin;
    header.site_end = range.end;
    header.site = site;
    return false;
  }

  bool runTicks() {
    stream_ = row_ = none;
    for (std::size_t i = 0; i < code_.arrivals; ++i)
      if (!run(code_.handlers[i], frames_[i]))
        return false;
    state_.header().now = time_; // the ticks needed the old one, for the time that has passed
    return true;
  }

  template <typename Rows> bool runBatch(const Rows &rows) {
    runEntries(rows);
    if (!runTicks() || !runArrivals(rows))
      return false;
    for (std::size_t i = code_.passes; i < code_.handlers.size(); ++i)
      if (!runPass(code_.handlers[i], frames_[i], rows))
        return false;
    return true;
  }

  /// Decides about all rows of the batch; nothing of it can fail.
  template <typename Rows> void runEntries(const Rows &rows) {
    if (offered_ == nullptr)
      return;
    rows.forEachArrival([&](std::uint64_t stream, std::uint64_t row, const auto &cell) {
      isShed_ = false;
      for (std::size_t i = code_.arrivals; i < code_.passes; ++i)
        if (code_.handlers[i].stream == stream && code_.handlers[i].trigger == ir::Trigger::Entry)
          runRow(code_.handlers[i], frames_[i], row, cell);
      offered_->shed[row] = isShed_ ? 1 : 0;
      return true;
    });
  }
  bool wasShed(std::uint64_t row) const { return offered_ != nullptr && offered_->shed[row] != 0; }

  /// Row by row, each with all the handlers of its stream.
  template <typename Rows> bool runArrivals(const Rows &rows) {
    if (code_.arrivals == code_.passes)
      return true;
    bool goesOn =
        rows.forEachArrival([&](std::uint64_t stream, std::uint64_t row, const auto &cell) {
          const ir::Trigger trigger = wasShed(row) ? ir::Trigger::Shed : ir::Trigger::Arrival;
          for (std::size_t i = code_.arrivals; i < code_.passes; ++i)
            if (code_.handlers[i].stream == stream && code_.handlers[i].trigger == trigger &&
                !runRow(code_.handlers[i], frames_[i], row, cell))
              return false;
          return true;
        });
    stream_ = row_ = none;
    return goesOn;
  }

  template <typename Rows>
  bool runPass(const HandlerCode &handler, std::vector<std::int64_t> &frame, const Rows &rows) {
    if (handler.trigger != ir::Trigger::Row)
      return run(handler, frame);
    bool goesOn = rows.forEach(handler.stream, [&](std::uint64_t row, const auto &cell) {
      return wasShed(row) || runRow(handler, frame, row, cell);
    });
    stream_ = row_ = none;
    return goesOn;
  }

  template <typename Cell>
  bool runRow(const HandlerCode &handler, std::vector<std::int64_t> &frame, std::uint64_t row,
              const Cell &cell) {
    stream_ = handler.stream;
    row_ = row;
    for (std::size_t c = 0; c < handler.parameters.size(); ++c)
      frame[handler.parameters[c]] = cell(c);
    return run(handler, frame);
  }

  /// ShedDecision.h, with a utility that is known.
  bool decides(std::uint64_t type, std::int64_t utility) {
    bough_shedder &shedder = *offered_->shedder;
    ++shedder.seen[type];
    if (shedder.active == 0)
      return false;
    const bool sheds = shedder.drop_all != 0 || isBelowThreshold(shedder, utility);
    shedder.shed[type] += sheds ? 1 : 0;
    return sheds;
  }

  bool run(const HandlerCode &handler, std::vector<std::int64_t> &frame);
  bool push(const Instruction &instruction, const std::vector<std::int64_t> &frame);
  bool emit(const Instruction &instruction, const std::vector<std::int64_t> &frame,
            std::int64_t time);
  bool scanRow(const Instruction &instruction, std::vector<std::int64_t> &frame);
  void scanBegin(const Instruction &instruction, std::vector<std::int64_t> &frame);
  bool matchEntry(const Instruction &instruction, std::vector<std::int64_t> &frame);
  bool expireEntry(const Instruction &instruction, std::vector<std::int64_t> &frame);
  /// The operands in `slots`, up to the next call.
  const std::int64_t *keys(const Instruction &instruction, const std::vector<std::int64_t> &frame) {
    keys_.clear();
    for (Slot slot : instruction.slots)
      keys_.push_back(frame[slot]);
    return keys_.data();
  }

  const Code &code_;
  State state_;
  bough_sink &sink_;
  const bough_offered_rows *offered_;
  bool isShed_ = false;                           ///< of the row at hand, in its entry handlers
  std::vector<std::vector<std::int64_t>> frames_; ///< by handler
  std::vector<std::int64_t> keys_;

  std::int64_t time_ = 0;                    ///< of the batch
  std::uint64_t stream_ = none, row_ = none; ///< the row at hand
};

std::int64_t saturate(__int128 exact) {
  constexpr __int128 lowest = std::numeric_limits<std::int64_t>::min();
  constexpr __int128 highest = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(exact, lowest, highest));
}

/// Of signed integers; 0 when the divisor is 0.
unsigned __int128 quotient(unsigned __int128 x, unsigned __int128 y) {
  if (y == 0)
    return 0;
  if (static_cast<__int128>(y) == -1) // the only one by which it may not fit, and wraps
    return 0 - x;
  return static_cast<unsigned __int128>(static_cast<__int128>(x) / static_cast<__int128>(y));
}

bool Execution::run(const HandlerCode &handler, std::vector<std::int64_t> &frame) {
  auto count = [&](Slot slot) { return static_cast<std::uint64_t>(frame[slot]); };
  auto wide = [&](Slot slot) { return static_cast<__int128>(frame[slot]); };
  // Wide arithmetic is unsigned, because it wraps.
  auto wideAt = [&](Slot slot) {
    return (static_cast<unsigned __int128>(count(slot + 1)) << 64) | count(slot);
  };
  auto setWide = [&](Slot slot, unsigned __int128 value) {
    frame[slot] = static_cast<std::int64_t>(value);
    frame[slot + 1] = static_cast<std::int64_t>(value >> 64);
  };
  const std::vector<Instruction> &instructions = handler.instructions;
  for (std::size_t at = 0; at < instructions.size();) {
    const Instruction &i = instructions[at++];
    std::int64_t &result = frame[i.result];
    switch (i.opcode) {
    case Opcode::Now:
      result = time_;
      break;
    case Opcode::Add:
      result = saturate(wide(i.a) + wide(i.b));
      break;
    case Opcode::Sub:
      result = saturate(wide(i.a) - wide(i.b));
      break;
    case Opcode::AddChecked:
      if (__builtin_add_overflow(frame[i.a], frame[i.b], &result))
        return fail(BOUGH_EXPRESSION_OVERFLOW, i.range, 0);
      break;
    case Opcode::SubChecked:
      if (__builtin_sub_overflow(frame[i.a], frame[i.b], &result))
        return fail(BOUGH_EXPRESSION_OVERFLOW, i.range, 0);
      break;
    case Opcode::Prod:
      result = saturate(wide(i.a) * wide(i.b));
      break;
    case Opcode::ProdChecked:
      if (__builtin_mul_overflow(frame[i.a], frame[i.b], &result))
        return fail(BOUGH_EXPRESSION_OVERFLOW, i.range, 0);
      break;
    case Opcode::Div:
      result = saturate(wide(i.a) / i.lo);
      break;
    case Opcode::Mod:
      result = static_cast<std::int64_t>(wide(i.a) % i.lo);
      break;
    case Opcode::Min:
      result = std::min(frame[i.a], frame[i.b]);
      break;
    case Opcode::Max:
      result = std::max(frame[i.a], frame[i.b]);
      break;
    case Opcode::Clamp:
      result = std::clamp(frame[i.a], i.lo, i.hi);
      break;
    case Opcode::Xor:
      result = frame[i.a] ^ frame[i.b];
      break;
    case Opcode::Zobrist:
      result = ir::zobristNumber(frame[i.a], i.lo);
      break;
    case Opcode::LessEqual:
      result = wide(i.a) <= wide(i.b) + i.lo;
      break;
    case Opcode::Equal:
      result = wide(i.a) == wide(i.b) + i.lo;
      break;
    case Opcode::NotEqual:
      result = wide(i.a) != wide(i.b) + i.lo;
      break;
    case Opcode::In:
      result = i.lo <= frame[i.a] && frame[i.a] <= i.hi;
      break;
    case Opcode::And:
      result = frame[i.a] & frame[i.b];
      break;
    case Opcode::Or:
      result = frame[i.a] | frame[i.b];
      break;
    case Opcode::Not:
      result = frame[i.a] ^ 1;
      break;
    case Opcode::Widen:
      setWide(i.result, static_cast<unsigned __int128>(wide(i.a)));
      break;
    case Opcode::Narrow:
      if (__builtin_add_overflow(static_cast<__int128>(wideAt(i.a)), 0, &result))
        return fail(BOUGH_EXPRESSION_OVERFLOW, i.range, 0);
      break;
    case Opcode::WideAdd:
      setWide(i.result, wideAt(i.a) + wideAt(i.b));
      break;
    case Opcode::WideSub:
      setWide(i.result, wideAt(i.a) - wideAt(i.b));
      break;
    case Opcode::WideMul:
      setWide(i.result, wideAt(i.a) * wideAt(i.b));
      break;
    case Opcode::WideDiv:
      setWide(i.result, quotient(wideAt(i.a), wideAt(i.b)));
      break;
    case Opcode::WideCount:
      if (count(i.a) == saturatedCount)
        return fail(BOUGH_MULTIPLICITY_OVERFLOW, i.range, 0);
      setWide(i.result, count(i.a));
      break;
    case Opcode::WideLessEqual:
      result = static_cast<__int128>(wideAt(i.a)) <= static_cast<__int128>(wideAt(i.b));
      break;
    case Opcode::WideEqual:
      result = wideAt(i.a) == wideAt(i.b);
      break;
    case Opcode::Find: {
      const std::vector<std::int64_t> &values = code_.program.dictionaries[i.index].values;
      auto found = std::lower_bound(values.begin(), values.end(), frame[i.a]);
      result = found != values.end() && *found == frame[i.a] ? found - values.begin() : -1;
      break;
    }
    case Opcode::Select:
      result = code_.program.dictionaries[i.index].values[count(i.a)];
      break;
    case Opcode::Load:
      result = static_cast<std::int64_t>(state_.load(i.index, keys(i, frame)));
      break;
    case Opcode::Total:
      result = static_cast<std::int64_t>(state_.total(i.index, keys(i, frame)));
      break;
    case Opcode::Extreme:
      result = state_.extreme(i.index, keys(i, frame));
      break;
    case Opcode::Amount:
      setWide(i.result, static_cast<unsigned __int128>(state_.amount(i.index, keys(i, frame))));
      break;
    case Opcode::Nonzero:
      result = frame[i.a] != 0;
      break;
    case Opcode::Multiply:
      result = static_cast<std::int64_t>(multiplyCounts(count(i.a), count(i.b)));
      break;
    case Opcode::Set:
      result = i.lo;
      break;
    case Opcode::Accumulate:
      result = static_cast<std::int64_t>(addCounts(count(i.result), count(i.a)));
      break;
    case Opcode::Bump:
      if (!state_.bump(i.index, keys(i, frame), count(i.a)))
        return fail(BOUGH_SYNOPSIS_FULL, i.range, i.index);
      break;
    case Opcode::Put:
      if (!state_.put(i.index, keys(i, frame), frame[i.a]))
        return fail(BOUGH_SYNOPSIS_FULL, i.range, i.index);
      break;
    case Opcode::AddWide:
      if (!state_.accumulate(i.index, keys(i, frame), static_cast<__int128>(wideAt(i.a))))
        return fail(BOUGH_EXPRESSION_OVERFLOW, i.range, 0);
      break;
    case Opcode::Clear:
      state_.clear(i.index, keys(i, frame));
      break;
    case Opcode::Take:
      state_.take(i.index, keys(i, frame), count(i.a));
      break;
    case Opcode::Push:
      if (!push(i, frame))
        return false;
      break;
    case Opcode::Emit:
      if (!emit(i, frame, time_))
        return false;
      break;
    case Opcode::EmitAt:
      if (!emit(i, frame, frame[i.b]))
        return false;
      break;
    case Opcode::Reset:
      state_.rowsOf(i.index) = 0;
      break;
    case Opcode::Age:
      state_.age(i.index, time_);
      break;
    case Opcode::AgeTo:
      state_.sparse(i.index).advanceTo(frame[i.a]);
      break;
    case Opcode::Asks:
      result = offered_->shedder->active != 0 && offered_->shedder->drop_all == 0;
      break;
    case Opcode::Utility:
      result = lookUpUtility(*offered_->utilities, static_cast<std::uint32_t>(count(i.a)),
                             count(i.b), offered_->shedder->lookups);
      break;
    case Opcode::Shed:
      if (decides(count(i.a), frame[i.b]))
        isShed_ = true;
      break;
    case Opcode::JumpUnless:
      if (frame[i.a] == 0)
        at = i.target;
      break;
    case Opcode::Jump:
      at = i.target;
      break;
    case Opcode::ForBegin:
      result = frame[i.a];
      if (frame[i.a] > frame[i.b])
        at = i.target;
      break;
    case Opcode::ForNext:
      if (result != frame[i.b]) { // before the step: the last value may be the largest integer
        ++result;
        at = i.target;
      }
      break;
    case Opcode::EachRow: {
      std::int64_t &row = frame[i.a];
      if (count(i.a) == state_.rowsOf(i.index)) {
        at = i.target;
        break;
      }
      const std::int64_t *cells = state_.row(i.index, static_cast<std::uint64_t>(row++));
      for (Slot column : i.columns)
        frame[column] = *cells++;
      break;
    }
    case Opcode::ScanBegin:
      scanBegin(i, frame);
      break;
    case Opcode::ScanRow:
      if (!scanRow(i, frame))
        at = i.target;
      break;
    case Opcode::MatchBegin:
      frame[i.a] = state_.sparse(i.index).firstLink(keys(i, frame));
      break;
    case Opcode::MatchEntry:
      if (!matchEntry(i, frame))
        at = i.target;
      break;
    case Opcode::ExpireBegin:
      state_.sparse(i.index).setClock(time_);
      break;
    case Opcode::ExpireEntry:
      if (!expireEntry(i, frame))
        at = i.target;
      break;
    }
  }
  return true;
}

bool Execution::push(const Instruction &instruction, const std::vector<std::int64_t> &frame) {
  std::uint64_t &rows = state_.rowsOf(instruction.index);
  const ir::Buffer &buffer = code_.program.buffers[instruction.index];
  if (rows == static_cast<std::uint64_t>(buffer.capacity))
    return fail(BOUGH_BUFFER_FULL, instruction.range, instruction.index);
  std::int64_t *cells = state_.row(instruction.index, rows++);
  for (Slot column : instruction.slots)
    *cells++ = frame[column];
  return true;
}

bool Execution::emit(const Instruction &instruction, const std::vector<std::int64_t> &frame,
                     std::int64_t time) {
  auto count = static_cast<std::uint64_t>(frame[instruction.a]);
  if (count == 0)
    return true;
  const ir::Result &result = code_.program.results[instruction.index];
  if (result.isDistinct)
    count = 1;
  else if (count == saturatedCount)
    return failAt(time, BOUGH_MULTIPLICITY_OVERFLOW, instruction.range, 0);
  std::int64_t *cells = sink_.rows + sink_.used * code_.resultWidth;
  std::int64_t *end = cells + code_.resultWidth;
  for (Slot column : instruction.slots)
    *cells++ = frame[column];
  std::fill(cells, end, 0);
  sink_.times[sink_.used] = time;
  sink_.results[sink_.used] = instruction.index;
  sink_.counts[sink_.used] = count;
  ++sink_.used;
  if (sink_.used == sink_.capacity && sink_.flush(&sink_) != 0)
    return failAt(time, BOUGH_STOPPED, instruction.range, 0);
  return true;
}

/// The rows whose first cells are the keys stand together, because rows ascend.
void Execution::scanBegin(const Instruction &instruction, std::vector<std::int64_t> &frame) {
  const auto &rows = code_.program.tables[instruction.index].rows;
  std::span<const std::int64_t> wanted(keys(instruction, frame), instruction.slots.size());
  auto prefix = [&](const std::vector<std::int64_t> &row) {
    return std::span<const std::int64_t>(row).first(wanted.size());
  };
  auto less = [](std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
    return std::ranges::lexicographical_compare(a, b);
  };
  auto [first, last] = std::ranges::equal_range(rows, wanted, less, prefix);
  frame[instruction.a] = first - rows.begin();
  frame[instruction.b] = last - rows.begin();
}

bool Execution::scanRow(const Instruction &instruction, std::vector<std::int64_t> &frame) {
  std::int64_t &row = frame[instruction.a];
  if (row == frame[instruction.b])
    return false;
  const auto &cells = code_.program.tables[instruction.index].rows[static_cast<std::size_t>(row++)];
  auto column = static_cast<std::size_t>(instruction.lo);
  for (Slot variable : instruction.columns)
    frame[variable] = cells[column++];
  return true;
}

bool Execution::matchEntry(const Instruction &instruction, std::vector<std::int64_t> &frame) {
  SparseTable table = state_.sparse(instruction.index);
  const std::int64_t *indexKeys = keys(instruction, frame);
  auto link = static_cast<std::uint32_t>(frame[instruction.a]);
  while (link != 0 && !table.matches(link - 1, indexKeys))
    link = table.nextLink(link - 1);
  if (link == 0)
    return false;
  SparseTable::Entry entry = link - 1;
  frame[instruction.a] = table.nextLink(entry);
  const ir::Synopsis &synopsis = code_.program.synopses[instruction.index];
  const std::vector<unsigned> &bound = code_.boundKeys[instruction.index];
  for (std::size_t i = 0; i < bound.size(); ++i)
    frame[instruction.columns[i]] = table.seen(bound[i], entry);
  std::int64_t &value = frame[instruction.result];
  if (synopsis.keepsExtremes())
    value = table.extreme(entry);
  else
    value =
        synopsis.value == ir::ValueKind::Flag ? 1 : static_cast<std::int64_t>(table.count(entry));
  return true;
}

bool Execution::expireEntry(const Instruction &instruction, std::vector<std::int64_t> &frame) {
  SparseTable table = state_.sparse(instruction.index);
  SparseTable::Entry entry = table.firstOverdue();
  if (entry == SparseTable::none)
    return false;
  for (std::size_t i = 0; i < instruction.columns.size(); ++i)
    frame[instruction.columns[i]] = table.seenExpired(i, entry);
  frame[instruction.result] = static_cast<std::int64_t>(table.count(entry));
  table.remove(entry);
  return true;
}

class Interpreter final : public Machine {
public:
  explicit Interpreter(Code code) : code_(std::move(code)) {}

  std::uint64_t stateBytes() const override { return code_.layout.bytes; }

  void init(void *state) override { State(code_.program, code_.layout, state).init(); }
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override {
    const auto &header = *static_cast<const bough_state_header *>(state);
    const std::vector<ir::Stream> &declared = code_.program.streams;
    if (ir::needsArrivalOrder(code_.program) && header.status == BOUGH_OK &&
        !isEmpty(streams, declared.size()))
      return BOUGH_NEEDS_ARRIVAL_ORDER;
    return Execution(code_, state, *sink).ingest(BlockRows(declared, streams));
  }
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override {
    if (ir::sheds(code_.program))
      return ingestKeeping(*this, code_.program.shedTypes, state, *rows, sink);
    return Execution(code_, state, *sink).ingest(MixedRows(code_.program.streams, *rows));
  }
  std::uint64_t ingestOffered(void *state, const bough_offered_rows *rows,
                              bough_sink *sink) override {
    if (!ir::sheds(code_.program))
      return BOUGH_NO_ENTRY;
    return Execution(code_, state, *sink, rows)
        .ingest(MixedRows(code_.program.streams, rows->rows));
  }
  std::uint64_t end(void *state, bough_sink *sink) override {
    return Execution(code_, state, *sink).end();
  }

private:
  Code code_;
};

} // namespace

std::unique_ptr<Machine> makeInterpreter(ir::Program program) {
  std::optional<ir::Layout> layout = ir::computeLayout(program);
  if (!layout) // a verified program has one
    return nullptr;
  Code code{std::move(program), std::move(*layout), {}, 0, 0, 0, {}};
  auto before = [&](ir::Trigger last) {
    return static_cast<std::size_t>(std::ranges::count_if(
        code.program.handlers, [&](const ir::Handler &each) { return each.trigger <= last; }));
  };
  code.arrivals = before(ir::Trigger::Tick);
  code.passes = before(ir::Trigger::Shed);
  code.resultWidth = code.program.resultWidth();
  for (const ir::Synopsis &synopsis : code.program.synopses)
    code.boundKeys.push_back(synopsis.boundKeys());
  for (const ir::Handler &handler : code.program.handlers)
    code.handlers.push_back(compile(handler));
  return std::make_unique<Interpreter>(std::move(code));
}

} // namespace bough

#include "analysis/reference/Reference.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace bough {

namespace {

using Multiplicity = unsigned __int128;
constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
/// From here on a multiplicity is an error (runtime/Abi.h).
constexpr Multiplicity tooLarge = std::numeric_limits<std::uint64_t>::max();

/// All rows of a stream so far, in the order of their timestamps. Equal rows are kept once.
struct History {
  std::size_t columns = 0;
  std::vector<std::int64_t> cells;   ///< [rows][columns], timestamps in ticks of Plan::unit
  std::vector<std::uint64_t> counts; ///< [rows]
  std::vector<std::uint64_t> places; ///< [rows] of the batch at hand: an index in the call
  std::size_t batchBegin = 0;        ///< rows from here on are those of the batch at hand

  std::size_t rows() const { return counts.size(); }
  const std::int64_t *row(std::size_t index) const { return cells.data() + index * columns; }
};

/// A row as it comes in.
struct Arrival {
  const std::int64_t *cells;
  std::uint64_t place;
};

/// How the combinations are enumerated in which the first item of the largest timestamp, in the
/// order of FROM, is `newest`.
struct Enumeration {
  std::vector<unsigned> order; ///< of the items: `newest` first
  /// Per depth: the predicates whose attributes are all bound there, and not before.
  std::vector<std::vector<const DifferenceAtom *>> atoms;
  std::vector<std::vector<const Predicate *>> predicates;
};

Enumeration planEnumeration(const Branch &branch, unsigned newest) {
  Enumeration enumeration;
  std::vector<std::size_t> depthOf(branch.items.size());
  enumeration.order.push_back(newest);
  for (unsigned item = 0; item < branch.items.size(); ++item)
    if (item != newest)
      enumeration.order.push_back(item);
  for (std::size_t depth = 0; depth < enumeration.order.size(); ++depth)
    depthOf[enumeration.order[depth]] = depth;
  enumeration.atoms.resize(enumeration.order.size());
  enumeration.predicates.resize(enumeration.order.size());
  for (const DifferenceAtom &atom : branch.atoms) {
    std::size_t depth = std::max(atom.x ? depthOf[atom.x->item] : 0, // constants: at once
                                 atom.y ? depthOf[atom.y->item] : 0);
    enumeration.atoms[depth].push_back(&atom);
  }
  for (const Predicate &predicate : branch.predicates) {
    std::size_t depth = 0;
    for (AttributeRef attribute : predicate.attributes)
      depth = std::max(depth, depthOf[attribute.item]);
    enumeration.predicates[depth].push_back(&predicate);
  }
  return enumeration;
}

class ReferenceMachine final : public Machine {
public:
  explicit ReferenceMachine(Plan plan);

  std::uint64_t stateBytes() const override { return sizeof(bough_state_header); }
  void init(void *state) override;
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override;
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override;

private:
  /// An error and where it is.
  struct Fault {
    bough_status status;
    SourceRange site;
    std::uint64_t stream = none;
    std::uint64_t place = none;
  };

  void enterBatch(std::vector<std::vector<Arrival>> &arrivals);
  bool evaluateBatch(std::int64_t time, bough_sink *sink);
  bool enumerate(const Branch &branch, const Enumeration &enumeration, std::size_t depth,
                 Multiplicity multiplicity);
  bool holdsAt(const Enumeration &enumeration, std::size_t depth) const;
  bool addResult(const Branch &branch, const Enumeration &enumeration, Multiplicity multiplicity);
  bool emit(const Branch &branch, std::int64_t time, bough_sink *sink);
  __int128 valueOf(const std::optional<AttributeRef> &attribute) const {
    return attribute ? chosen_[attribute->item][attribute->column] : 0;
  }
  bool fail(Fault fault) {
    fault_ = fault;
    return false;
  }
  std::uint64_t stop(bough_state_header &header, std::int64_t time) const;

  Plan plan_;
  std::vector<std::vector<Enumeration>> enumerations_; ///< per branch and item
  std::vector<History> histories_;                     ///< per stream
  std::vector<const std::int64_t *> chosen_;           ///< per item: its row in the combination
  std::size_t newestRow_ = 0;                          ///< of the first item in the order
  std::map<std::vector<std::int64_t>, Multiplicity> results_; ///< of one branch and batch
  Fault fault_{BOUGH_OK, {}};
};

ReferenceMachine::ReferenceMachine(Plan plan) : plan_(std::move(plan)) {
  for (const Branch &branch : plan_.branches) {
    std::vector<Enumeration> &enumerations = enumerations_.emplace_back();
    for (unsigned item = 0; item < branch.items.size(); ++item)
      enumerations.push_back(planEnumeration(branch, item));
  }
}

void ReferenceMachine::init(void *state) {
  bough_state_header header{};
  header.now = -1;
  header.error_stream = header.error_row = none;
  std::memcpy(state, &header, sizeof header);
  histories_.assign(plan_.catalog.streams.size(), {});
  for (std::size_t s = 0; s < histories_.size(); ++s)
    histories_[s].columns = plan_.catalog.streams[s].columns.size();
  fault_ = {BOUGH_OK, {}};
}

// --- input ---------------------------------------------------------------------------------------

std::uint64_t ReferenceMachine::ingestBlock(void *state, const bough_columns *streams,
                                            bough_sink *sink) {
  auto &header = *static_cast<bough_state_header *>(state);
  if (header.status != BOUGH_OK)
    return header.status;
  std::vector<std::uint64_t> next(histories_.size(), 0);
  auto timeAt = [&](std::size_t s, std::uint64_t row) {
    return streams[s].columns[plan_.catalog.streams[s].timestampColumn][row];
  };
  std::vector<std::vector<std::int64_t>> cells(histories_.size());
  std::vector<std::vector<Arrival>> arrivals(histories_.size());
  for (;;) {
    std::optional<std::int64_t> time;
    std::size_t earliest = 0;
    for (std::size_t s = 0; s < histories_.size(); ++s)
      if (next[s] < streams[s].rows && (!time || timeAt(s, next[s]) < *time)) {
        time = timeAt(s, next[s]);
        earliest = s;
      }
    if (!time)
      return BOUGH_OK;
    if (*time <= header.now || *time < 0) {
      fail({BOUGH_TIME_ORDER, {}, earliest, next[earliest]});
      return stop(header, *time);
    }
    for (std::size_t s = 0; s < histories_.size(); ++s) {
      const std::size_t columns = histories_[s].columns;
      cells[s].clear();
      arrivals[s].clear();
      const std::uint64_t begin = next[s];
      for (; next[s] < streams[s].rows && timeAt(s, next[s]) == *time; ++next[s])
        for (std::size_t c = 0; c < columns; ++c)
          cells[s].push_back(streams[s].columns[c][next[s]]);
      for (std::uint64_t row = begin; row < next[s]; ++row)
        arrivals[s].push_back({cells[s].data() + (row - begin) * columns, row});
    }
    header.now = *time;
    enterBatch(arrivals);
    if (!evaluateBatch(*time, sink))
      return stop(header, *time);
  }
}

std::uint64_t ReferenceMachine::ingestMixed(void *state, const bough_tagged_rows *rows,
                                            bough_sink *sink) {
  auto &header = *static_cast<bough_state_header *>(state);
  if (header.status != BOUGH_OK)
    return header.status;
  auto cellsOf = [&](std::uint64_t row) { return rows->cells + row * rows->stride; };
  auto timeOf = [&](std::uint64_t row) {
    return cellsOf(row)[plan_.catalog.streams[rows->streams[row]].timestampColumn];
  };
  std::vector<std::vector<Arrival>> arrivals(histories_.size());
  for (std::uint64_t row = 0; row < rows->rows;) {
    const std::int64_t time = timeOf(row);
    if (time <= header.now || time < 0) {
      fail({BOUGH_TIME_ORDER, {}, rows->streams[row], row});
      return stop(header, time);
    }
    for (std::vector<Arrival> &list : arrivals)
      list.clear();
    for (; row < rows->rows && timeOf(row) == time; ++row)
      arrivals[rows->streams[row]].push_back({cellsOf(row), row});
    header.now = time;
    enterBatch(arrivals);
    if (!evaluateBatch(time, sink))
      return stop(header, time);
  }
  return BOUGH_OK;
}

/// Appends the rows of a batch to the histories: equal ones once, in the order of their arrival, so
/// that of several faults in a batch the first row's is found.
void ReferenceMachine::enterBatch(std::vector<std::vector<Arrival>> &arrivals) {
  for (std::size_t s = 0; s < histories_.size(); ++s) {
    History &history = histories_[s];
    const std::size_t columns = history.columns;
    history.batchBegin = history.rows();
    history.places.clear();
    std::sort(arrivals[s].begin(), arrivals[s].end(), [&](const Arrival &a, const Arrival &b) {
      auto [x, y] = std::mismatch(a.cells, a.cells + columns, b.cells);
      return x != a.cells + columns ? *x < *y : a.place < b.place;
    });
    struct Group {
      Arrival first;
      std::uint64_t count;
    };
    std::vector<Group> groups;
    for (const Arrival &arrival : arrivals[s]) {
      if (!groups.empty() &&
          std::equal(arrival.cells, arrival.cells + columns, groups.back().first.cells))
        ++groups.back().count;
      else
        groups.push_back({arrival, 1});
    }
    std::sort(groups.begin(), groups.end(),
              [](const Group &a, const Group &b) { return a.first.place < b.first.place; });
    for (const Group &group : groups) {
      history.cells.insert(history.cells.end(), group.first.cells, group.first.cells + columns);
      history.counts.push_back(group.count);
      history.places.push_back(group.first.place);
    }
  }
}

/// Copies the fault into the header.
std::uint64_t ReferenceMachine::stop(bough_state_header &header, std::int64_t time) const {
  header.status = fault_.status;
  header.error_time = time;
  header.error_stream = fault_.stream;
  header.error_row = fault_.place;
  header.site_begin = fault_.site.begin;
  header.site_end = fault_.site.end;
  return header.status;
}

// --- evaluation ----------------------------------------------------------------------------------

/// Emits all combinations whose largest timestamp is the batch's, branch by branch. Each of them
/// is found once: with its first item, in the order of FROM, that is of this batch.
bool ReferenceMachine::evaluateBatch(std::int64_t time, bough_sink *sink) {
  for (std::size_t b = 0; b < plan_.branches.size(); ++b) {
    const Branch &branch = plan_.branches[b];
    results_.clear();
    chosen_.assign(branch.items.size(), nullptr);
    for (const Enumeration &enumeration : enumerations_[b])
      if (!enumerate(branch, enumeration, 0, 1))
        return false;
    if (!emit(branch, time, sink))
      return false;
  }
  return true;
}

/// Chooses a row for the item at `depth`, and for all that follow. False after a fault.
bool ReferenceMachine::enumerate(const Branch &branch, const Enumeration &enumeration,
                                 std::size_t depth, Multiplicity multiplicity) {
  if (depth == enumeration.order.size())
    return addResult(branch, enumeration, multiplicity);
  const unsigned item = enumeration.order[depth];
  const unsigned newest = enumeration.order.front();
  const History &history = histories_[branch.items[item].stream];
  const std::size_t begin = item == newest ? history.batchBegin : 0;
  const std::size_t end = item < newest ? history.batchBegin : history.rows();
  for (std::size_t row = begin; row < end; ++row) {
    chosen_[item] = history.row(row);
    if (!holdsAt(enumeration, depth))
      continue;
    if (item == newest)
      newestRow_ = row;
    Multiplicity product = 0;
    if (__builtin_mul_overflow(multiplicity, Multiplicity{history.counts[row]}, &product))
      product = tooLarge;
    // No factor is below 1, so a product that is too large stays so.
    if (!enumerate(branch, enumeration, depth + 1, std::min(product, tooLarge)))
      return false;
  }
  return true;
}

bool ReferenceMachine::holdsAt(const Enumeration &enumeration, std::size_t depth) const {
  for (const DifferenceAtom *atom : enumeration.atoms[depth])
    if (valueOf(atom->x) - valueOf(atom->y) > atom->c)
      return false;
  for (const Predicate *predicate : enumeration.predicates[depth])
    if (!holds(predicate->condition, [&](AttributeRef x) { return valueOf(x); }))
      return false;
  return true;
}

bool ReferenceMachine::addResult(const Branch &branch, const Enumeration &enumeration,
                                 Multiplicity multiplicity) {
  std::vector<std::int64_t> row;
  row.reserve(branch.outputs.size());
  for (const OutputExpression &output : branch.outputs) {
    __int128 value = valueOf(output.attribute) + output.offset;
    if (value < std::numeric_limits<std::int64_t>::min() ||
        value > std::numeric_limits<std::int64_t>::max()) {
      const unsigned stream = branch.items[enumeration.order.front()].stream;
      const History &history = histories_[stream];
      return fail({BOUGH_EXPRESSION_OVERFLOW, output.range, stream,
                   history.places[newestRow_ - history.batchBegin]});
    }
    row.push_back(static_cast<std::int64_t>(value));
  }
  Multiplicity &sum = results_[std::move(row)];
  sum = std::min(sum + multiplicity, tooLarge); // both are at most 2^64 - 1
  return true;
}

bool ReferenceMachine::emit(const Branch &branch, std::int64_t time, bough_sink *sink) {
  for (const auto &[row, multiplicity] : results_) {
    if (multiplicity >= tooLarge)
      return fail({BOUGH_MULTIPLICITY_OVERFLOW, branch.range});
    if (sink->used == sink->capacity && sink->flush(sink) != 0)
      return fail({BOUGH_STOPPED, {}});
    std::copy(row.begin(), row.end(), sink->rows + sink->used * row.size());
    sink->times[sink->used] = time;
    sink->results[sink->used] = 0;
    sink->counts[sink->used] = static_cast<std::uint64_t>(multiplicity);
    if (++sink->used == sink->capacity && sink->flush(sink) != 0)
      return fail({BOUGH_STOPPED, {}});
  }
  return true;
}

} // namespace

std::unique_ptr<Machine> makeReference(Plan plan) {
  return std::make_unique<ReferenceMachine>(std::move(plan));
}

} // namespace bough

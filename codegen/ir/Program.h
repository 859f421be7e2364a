#pragma once

#include "codegen/ir/Op.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bough::ir {

struct StreamColumn {
  std::string name;
  ValueType type = ValueType::I64; ///< I64 or Time
};

/// stream @s(a: i64, i: time)      exactly one column is a time: the row's timestamp
struct Stream {
  std::string name;
  std::vector<StreamColumn> columns;
  unsigned timestampColumn = 0;
};

/// How a dimension of a synopsis is addressed.
enum class KeyKind {
  Dense,      ///< `b in 1..4`: an integer between lo and hi
  Expiring,   ///< `j age 0..10`: an age; an entry is dropped when its age passes hi
  Saturating, ///< `j age 0..10+`: an age; hi stands for hi and more
  Any,        ///< `a any`: any integer; in sparse synopses only
};
/// Whether a key is an age.
inline bool isTime(KeyKind kind) {
  return kind == KeyKind::Expiring || kind == KeyKind::Saturating;
}

struct SynopsisKey {
  std::string name;
  KeyKind kind = KeyKind::Dense;
  std::int64_t lo = 0; ///< 0 for the time kinds and Any
  std::int64_t hi = 0; ///< hi >= lo; hi >= 1 for Saturating; 0 for Any

  bool isTime() const { return ir::isTime(kind); }
};

/// What a synopsis keeps for each combination of keys.
enum class ValueKind {
  Count, ///< a counter, 0 to 2^64 - 1
  Flag,  ///< whether there is something
  Min,   ///< the smallest of the integers that were put, if any
  Max,   ///< the largest
  Sum,   ///< the sum of the wide values that were accumulated: 128 bits, signed; 0 at first
};

/// synopsis @T [b in 1..4, j age 0..10] : count
/// synopsis @R [b in 1..4] : count, current "rows of t, by b"
/// synopsis @W [j age 0..10, b in 1..4] : count, totals
/// synopsis @S [j age 0..10, a any, b in 1..4] : min, capacity 100, index (a)
/// synopsis @A [g in 0..36] : sum
struct Synopsis {
  std::string name;
  std::vector<SynopsisKey> keys; ///< none: a single counter
  /// Read with what this batch has already brought: the synopsis of one root among several
  /// (design note 3.3). All others are read before they are written within a batch.
  bool current = false;
  std::string comment; ///< what it counts, for people
  ValueKind value = ValueKind::Count;
  /// Dense counters with exactly one time key: keeps the sum over all ages next to them, for
  /// `total`.
  bool totals = false;
  /// Sparse: a table of at most so many entries, one for each combination of keys that is there.
  std::optional<std::int64_t> capacity = {};
  /// Sparse: the keys that `match` looks up by, as indices into `keys`; no time keys. Without an
  /// index there is no `match`; by an empty one it finds all entries.
  std::optional<std::vector<unsigned>> index = {};

  bool isSparse() const { return capacity.has_value(); }
  bool keepsExtremes() const { return value == ValueKind::Min || value == ValueKind::Max; }
  /// Whether it has to be aged.
  bool hasTimeKeys() const {
    return std::any_of(keys.begin(), keys.end(), [](auto &key) { return key.isTime(); });
  }
  /// The keys that `match` binds: all that are not in the index, in their order.
  std::vector<unsigned> boundKeys() const {
    std::vector<unsigned> bound;
    for (unsigned i = 0; i < keys.size(); ++i)
      if (!index || std::find(index->begin(), index->end(), i) == index->end())
        bound.push_back(i);
    return bound;
  }
  /// The keys that `total` takes: all but the time keys, in their order.
  std::vector<unsigned> totalKeys() const {
    std::vector<unsigned> dense;
    for (unsigned i = 0; i < keys.size(); ++i)
      if (!keys[i].isTime())
        dense.push_back(i);
    return dense;
  }
};
/// Most entries of a sparse synopsis.
inline constexpr std::int64_t maximumCapacity = std::int64_t(1) << 31;

/// buffer @B(b: i64, j: time) of @t capacity 64       rows of one batch, for items of equal time
struct Buffer {
  std::string name;
  std::vector<StreamColumn> columns;
  StreamId stream = 0;
  std::int64_t capacity = 0;
};

/// table @limits (b: i64, cap: i64) { (1, 10) (2, 20) }      a static relation
struct Table {
  std::string name;
  std::vector<StreamColumn> columns;
  std::vector<std::vector<std::int64_t>> rows; ///< ascending, equal ones too; a cell per column
};

/// dictionary @D { 1, 7, 1000000 }
struct Dictionary {
  std::string name;
  std::vector<std::int64_t> values; ///< ascending, each once, at least one
};

struct ResultColumn {
  std::string name;
  ValueType type = ValueType::I64;
};
/// result @q (a: i64, j: time)
/// result @q distinct (a: i64)      equal rows of one batch count once
struct Result {
  std::string name;
  bool isDistinct = false;
  std::vector<ResultColumn> columns;
};

enum class Trigger {
  Tick,  ///< on tick { }: before a batch's passes, when its timestamp is known
  Entry, ///< on entry @s(%a, %i) { }: for each row of the stream when it comes, before the ticks of
         ///< its batch; decides whether the row is shed
  Arrival, ///< on arrival @s(%a, %i) { }: for each row of the stream, in the order of arrival of
           ///< the rows of all streams, before the passes
  Shed,    ///< on shed @s(%a, %i) { }: for each row that was shed, in the place of its arrival
  Row,     ///< on @s(%a, %i) { }: for each row of the stream in the batch
  Batch,   ///< on batch { }: once for the batch, at its place in the order of passes
};
/// Whether a handler of such a trigger is about a row of a stream.
inline bool takesRow(Trigger trigger) {
  return trigger == Trigger::Entry || trigger == Trigger::Arrival || trigger == Trigger::Shed ||
         trigger == Trigger::Row;
}
/// Whether a handler of such a trigger goes by the order in which the rows of all streams came.
inline bool goesByArrival(Trigger trigger) {
  return trigger == Trigger::Entry || trigger == Trigger::Arrival || trigger == Trigger::Shed;
}

struct Value {
  std::string name; ///< without the %; unique within the handler
  ValueType type = ValueType::I64;
};

/// A pass over a batch (design notes 3.2 and 4.1). The handlers of a program run in the order in
/// which they are listed: row by row all of `on entry`, all of `on tick`, row by row all of `on
/// arrival` or `on shed`, then each pass over the whole batch, so that every synopsis is read
/// before it is written.
struct Handler {
  Trigger trigger = Trigger::Row;
  StreamId stream = 0;             ///< of handlers that take a row
  std::vector<ValueId> parameters; ///< of these: one per column of the stream
  std::vector<Value> values;       ///< all values of the handler, by ValueId
  Region body;
};

/// Most types of a shedder.
inline constexpr std::uint32_t maximumShedTypes = 65536;
/// Most regions inside each other, the handler's own included: programs are walked by recursion.
/// Checked by the parser and the verifier.
inline constexpr unsigned maximumNesting = 256;

struct Program {
  std::string name;
  /// shedder of 5 types     how many types of rows the shedder tells apart; 0: nothing is shed
  std::uint32_t shedTypes = 0;
  std::vector<Stream> streams;
  std::vector<Result> results;
  std::vector<Table> tables;
  std::vector<Dictionary> dictionaries;
  std::vector<Synopsis> synopses;
  std::vector<Buffer> buffers;
  std::vector<Handler> handlers;

  /// The columns of the widest result: the cells of a row in bough_sink::rows.
  std::size_t resultWidth() const {
    std::size_t width = 0;
    for (const Result &result : results)
      width = std::max(width, result.columns.size());
    return width;
  }
};

/// Whether rows can be shed: the machine then takes a bough_offered_rows.
inline bool sheds(const Program &program) { return program.shedTypes != 0; }

/// Whether the order in which rows of different streams have come matters: rows can be shed, or
/// there are `on arrival` handlers of several streams. Such a program is fed through the mixed
/// entry only (BOUGH_NEEDS_ARRIVAL_ORDER).
inline bool needsArrivalOrder(const Program &program) {
  if (sheds(program))
    return true;
  std::optional<StreamId> only;
  for (const Handler &handler : program.handlers) {
    if (handler.trigger != Trigger::Arrival)
      continue;
    if (only && *only != handler.stream)
      return true;
    only = handler.stream;
  }
  return false;
}

} // namespace bough::ir

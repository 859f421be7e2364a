#pragma once

#include "codegen/ir/Op.h"

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
};

struct SynopsisKey {
  std::string name;
  KeyKind kind = KeyKind::Dense;
  std::int64_t lo = 0; ///< 0 for the time kinds
  std::int64_t hi = 0; ///< hi >= lo; hi >= 1 for Saturating
};

/// synopsis @T [b in 1..4, j age 0..10] : count
/// synopsis @R [b in 1..4] : count, current "rows of t, by b"
struct Synopsis {
  std::string name;
  std::vector<SynopsisKey> keys; ///< none: a single counter
  /// Read with what this batch has already brought: the synopsis of one root among several
  /// (design note 3.3). All others are read before they are written within a batch.
  bool current = false;
  std::string comment; ///< what it counts, for people
};

/// buffer @B(b: i64, j: time) of @t capacity 64       rows of one batch, for items of equal time
struct Buffer {
  std::string name;
  std::vector<StreamColumn> columns;
  StreamId stream = 0;
  std::int64_t capacity = 0;
};

/// result (a: i64, j: time)
struct ResultColumn {
  std::string name;
  ValueType type = ValueType::I64;
};

enum class Trigger {
  Tick,  ///< on tick { }: before a batch's passes, when its timestamp is known
  Row,   ///< on @s(%a, %i) { }: for each row of the stream in the batch
  Batch, ///< on batch { }: once for the batch, at its place in the order of passes
};

struct Value {
  std::string name; ///< without the %; unique within the handler
  ValueType type = ValueType::I64;
};

/// A pass over a batch (design notes 3.2 and 4.1). The handlers of a program run in the order in
/// which they are listed: all of `on tick` first, then each pass over the whole batch, so that
/// every synopsis is read before it is written.
struct Handler {
  Trigger trigger = Trigger::Row;
  StreamId stream = 0;             ///< for Row
  std::vector<ValueId> parameters; ///< for Row: one per column of the stream
  std::vector<Value> values;       ///< all values of the handler, by ValueId
  Region body;
};

/// Most regions inside each other, the handler's own included: programs are walked by recursion.
/// Checked by the parser and the verifier.
inline constexpr unsigned maximumNesting = 256;

struct Program {
  std::string name;
  std::vector<Stream> streams;
  std::vector<ResultColumn> results;
  std::vector<Synopsis> synopses;
  std::vector<Buffer> buffers;
  std::vector<Handler> handlers;
};

} // namespace bough::ir

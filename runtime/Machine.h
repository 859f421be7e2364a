#pragma once

#include "frontend/basic/Source.h"
#include "runtime/Abi.h"
#include "runtime/Cells.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// What a caller needs to know of a machine's input and output.
struct MachineColumn {
  std::string name;
  bool isTime = false;
  /// Values allowed on input, in the units of the declaration; from type and CHECK.
  std::int64_t lo = 0, hi = 0;
  bool isChecked = false; ///< whether a CHECK narrows the type, for the message
  std::string type;       ///< as SQL spells it, for messages
  CellFormat format = {};
  std::uint64_t textBytes = 0; ///< of texts: the longest that is allowed
};

/// A stream; or a table, for its loader: then it has no timestamp.
struct MachineStream {
  std::string name;
  std::vector<MachineColumn> columns;
  unsigned timestampColumn = 0;            ///< `noTimestamp` for a table
  std::int64_t timeScale = 1;              ///< machine ticks per declared tick
  std::int64_t startsAt = 0;               ///< the first timestamp, in the declared unit
  std::optional<std::int64_t> endsAt = {}; ///< the last timestamp, in the declared unit
  /// The machine's time of startsAt: that of a timestamp t is (t - startsAt) * timeScale +
  /// timeOffset.
  std::int64_t timeOffset = 0;
  std::int64_t maxPerTimestamp = 0; ///< 0 when not declared; so are the next two
  std::int64_t maxPerSecond = 0;
  std::int64_t maxRows = 0;
  /// How far behind the largest timestamp of an input its rows may come, in machine ticks; 0 where
  /// no WATERMARK is declared.
  std::int64_t lateness = 0;
  /// Most rows of an input that wait for late ones, by the declared rates; 0 without a lateness.
  std::uint64_t reorderRows = 0;
  bool used = true; ///< whether the query reads the stream

  static constexpr unsigned noTimestamp = static_cast<unsigned>(-1);
  bool hasTimestamp() const { return timestampColumn != noTimestamp; }
  /// The declared timestamp of a machine's time, rounded towards the past.
  std::int64_t shownTime(std::int64_t time) const {
    std::int64_t ticks = time - timeOffset;
    return startsAt + ticks / timeScale - (ticks % timeScale < 0 ? 1 : 0);
  }
};

/// Values that columns hold as codes, because only their equality matters (design note 5.2).
struct MachineDomain {
  bool isText = true;             ///< else integers
  bool isClosed = false;          ///< no values but the known ones
  std::uint64_t capacity = 0;     ///< most values
  std::uint64_t textBytes = 0;    ///< the longest text
  std::vector<std::string> texts; ///< the known ones, by code; so are `integers`
  std::vector<std::int64_t> integers;
  std::string declaration; ///< which says how many values there are, for messages
  bool isUsed = true;      ///< whether an input or a result has such values
  bool isGrowing = false;  ///< while tables are loaded: without a limit on the number of values
};

struct MachineResultColumn {
  std::string name;
  bool isTime = false;
  std::int64_t timeScale = 1; ///< machine ticks per shown tick
  CellFormat format = {};
};

struct MachineQuery {
  std::string name; ///< empty for the only query of a file, when it has none
  std::vector<MachineResultColumn> columns;
  SourceRange range = {}; ///< in the SQL text
};

/// What a machine emits to: a part of a query's result.
struct MachineResult {
  unsigned query = 0;
  bool isDistinct = false; ///< equal rows of a batch count once
};

struct MachineSchema {
  std::vector<MachineStream> streams; ///< indices are those of bough_columns and tagged rows
  std::vector<MachineDomain> domains;
  std::vector<MachineQuery> queries;
  std::vector<MachineResult> results; ///< indices are those of bough_sink
  __int128 zero = 0;                  ///< the machine's time 0, in machine ticks
  CellFormat time = {};               ///< of the machine's times
  /// Whether the order in which rows of different streams came matters: ingestMixed takes them, and
  /// nothing else.
  bool needsArrivalOrder = false;
  /// Whether results can come after their time, before those of the next batch (bough_sink).
  bool hasLateResults = false;

  /// Cells of a row of bough_sink: columns of the widest result.
  std::size_t resultColumns() const {
    std::size_t widest = 0;
    for (const MachineResult &result : results)
      widest = std::max(widest, queries[result.query].columns.size());
    return widest;
  }
};

/// An evaluation engine behind runtime/Abi.h: interpreter, JIT or reference evaluation. Virtual
/// calls happen per block, never per row.
class Machine {
public:
  virtual ~Machine() = default;

  /// Size of the state block that init and ingest take, a multiple of 64; exactly what
  /// `bough check` announces. The reference keeps its rows elsewhere and needs the header only.
  virtual std::uint64_t stateBytes() const = 0;
  virtual void init(void *state) = 0;
  virtual std::uint64_t ingestBlock(void *state, const bough_columns *streams,
                                    bough_sink *sink) = 0;
  virtual std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows,
                                    bough_sink *sink) = 0;
  /// Rows of which a shedder may drop some: of machines of a program with a `shedder`, for which
  /// ingestMixed then keeps every row (ingestKeeping).
  virtual std::uint64_t ingestOffered(void * /*state*/, const bough_offered_rows * /*rows*/,
                                      bough_sink * /*sink*/) {
    return BOUGH_NO_ENTRY;
  }
  /// Rows as arrays of the caller's structs, which are read in place; for machines that were
  /// compiled for such structs.
  virtual std::uint64_t ingestStructs(void * /*state*/, const bough_structs * /*streams*/,
                                      bough_sink * /*sink*/) {
    return BOUGH_NO_ENTRY;
  }
  /// No row will come: gives out what waits for the end of its window (bough_end_fn). Engines in
  /// which nothing waits so have nothing to do.
  virtual std::uint64_t end(void * /*state*/, bough_sink * /*sink*/) { return BOUGH_OK; }
};

} // namespace bough

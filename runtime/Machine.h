#pragma once

#include "runtime/Abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bough {

/// What a caller needs to know of a machine's input and output.
struct MachineColumn {
  std::string name;
  bool isTime = false;
  std::int64_t lo = 0,
               hi = 0;    ///< values allowed on input, in the declared unit; from type and CHECK
  bool isChecked = false; ///< whether a CHECK narrows the type, for the message
  std::string type;       ///< as SQL spells it, for messages
};
struct MachineStream {
  std::string name;
  std::vector<MachineColumn> columns;
  unsigned timestampColumn = 0;
  std::int64_t timeScale = 1;       ///< machine ticks per declared tick
  std::int64_t maxPerTimestamp = 0; ///< 0 when not declared
  bool used = true;                 ///< whether the query reads the stream
};
struct MachineResult {
  std::string name;
  bool isTime = false;
  std::int64_t timeScale = 1; ///< machine ticks per shown tick
};
struct MachineSchema {
  std::vector<MachineStream> streams; ///< indices are those of bough_columns and tagged rows
  std::vector<MachineResult> results;
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
};

} // namespace bough

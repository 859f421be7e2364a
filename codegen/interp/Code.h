#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"

#include <cstdint>
#include <vector>

/// What the interpreter runs: each handler as a list of instructions over numbered slots.
namespace bough::interp {

/// Index into a handler's frame, which holds 64-bit words: first the handler's values by ValueId,
/// then its constants, then the row counters of its `each` ops. Counts are stored as the
/// int64_t with the same bits, booleans as 0 and 1.
using Slot = std::uint32_t;

enum class Opcode : std::uint8_t {
  Now,        ///< result
  Add,        ///< result = a + b, saturating
  Sub,        ///< result = a - b, saturating
  AddChecked, ///< result = a + b, or stop
  Min,        ///< result = the smaller of a, b
  Max,        ///< result = the larger of a, b
  Clamp,      ///< result = a within lo..hi
  LessEqual,  ///< result = a <= b + lo
  Equal,      ///< result = a = b + lo
  NotEqual,   ///< result = a <> b + lo
  In,         ///< result = lo <= a <= hi
  Load,       ///< result = counter of synopsis `index` at `slots`
  Nonzero,    ///< result = a <> 0
  Multiply,   ///< result = a * b, counts
  Zero,       ///< result = 0: a sum or an each begins
  Accumulate, ///< result = result + a, counts: a yield, into its sum
  Bump,       ///< counter of synopsis `index` at `slots` += a
  Push,       ///< a row of `slots` to buffer `index`
  Emit,       ///< a result row of `slots`, a times
  Reset,      ///< buffer `index`
  Age,        ///< synopsis `index`
  JumpUnless, ///< to `target` if not a
  Jump,       ///< to `target`
  ForBegin,   ///< result = a; to `target` if a > b
  ForNext,    ///< unless result = b: result = result + 1, and to `target`
  EachRow,    ///< row number a of buffer `index` to `slots`, ++a; to `target` if there is none
};

struct Instruction {
  Opcode opcode = Opcode::Now;
  Slot result = 0, a = 0, b = 0;
  std::uint32_t index = 0;
  std::uint32_t target = 0;
  std::int64_t lo = 0, hi = 0;
  std::vector<Slot> slots;
  SourceRange range; ///< of the op, for errors
};

struct HandlerCode {
  ir::Trigger trigger = ir::Trigger::Row;
  ir::StreamId stream = 0;
  std::vector<Slot> parameters;
  std::vector<Instruction> instructions;
  std::vector<std::int64_t> frame; ///< as it is at the start: constants are in place
};

/// The code of a verified handler.
HandlerCode compile(const ir::Handler &handler);

} // namespace bough::interp

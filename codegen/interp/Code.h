#pragma once

#include "codegen/ir/Layout.h"
#include "codegen/ir/Program.h"

#include <cstdint>
#include <vector>

/// What the interpreter runs: each handler as a list of instructions over numbered slots.
namespace bough::interp {

/// Index into a handler's frame, which holds 64-bit words: first the handler's values by ValueId,
/// then its constants, wide values, and the counters of its loops. Counts are stored as the int64_t
/// with the same bits, booleans as 0 and 1. A wide value is two words, the low one first, and its
/// slot that of the low word.
using Slot = std::uint32_t;

enum class Opcode : std::uint8_t {
  Now,           ///< result
  Add,           ///< result = a + b, saturating
  Sub,           ///< result = a - b, saturating
  AddChecked,    ///< result = a + b, or stop
  SubChecked,    ///< result = a - b, or stop
  Prod,          ///< result = a * b, saturating
  ProdChecked,   ///< result = a * b, or stop
  Div,           ///< result = a / lo, saturating
  Mod,           ///< result = a mod lo
  Min,           ///< result = the smaller of a, b
  Max,           ///< result = the larger of a, b
  Clamp,         ///< result = a within lo..hi
  Xor,           ///< result = a xor b
  Zobrist,       ///< result = Zobrist number a of the seed lo
  LessEqual,     ///< result = a <= b + lo
  Equal,         ///< result = a = b + lo
  NotEqual,      ///< result = a <> b + lo
  In,            ///< result = lo <= a <= hi
  And,           ///< result = a and b
  Or,            ///< result = a or b
  Not,           ///< result = not a
  Widen,         ///< wide result = a
  Narrow,        ///< result = wide a, or stop
  WideAdd,       ///< wide result = a + b, of wide ones
  WideSub,       ///< wide result = a - b
  WideMul,       ///< wide result = a * b
  WideDiv,       ///< wide result = a / b, 0 for 0
  WideCount,     ///< wide result = count a, or stop
  WideLessEqual, ///< result = a <= b, of wide ones
  WideEqual,     ///< result = a = b
  Find,          ///< result = place of a in dictionary `index`, or -1
  Select,        ///< result = value number a of dictionary `index`
  Load,          ///< result = count of synopsis `index` at `slots`
  Total,         ///< result = total of synopsis `index` at `slots`
  Extreme,       ///< result = extreme of synopsis `index` at `slots`
  Amount,        ///< wide result = sum of synopsis `index` at `slots`
  Nonzero,       ///< result = a <> 0
  Multiply,      ///< result = a * b, counts
  Set,           ///< result = lo: a sum, a least or an each begins
  Accumulate,    ///< result = result + a, counts: a yield, into its sum
  Bump,          ///< count of synopsis `index` at `slots` += a
  Put,           ///< extreme of synopsis `index` at `slots`: a as well
  AddWide,       ///< sum of synopsis `index` at `slots` += wide a, or stop
  Clear,         ///< synopsis `index` at `slots`: nothing
  Take,          ///< count of synopsis `index` at `slots` -= a
  Push,          ///< a row of `slots` to buffer `index`
  Emit,          ///< a row of `slots` to result `index`, a times
  EmitAt,        ///< likewise, of the time b
  Reset,         ///< buffer `index`
  Age,           ///< synopsis `index`, to the timestamp of the batch
  AgeTo,         ///< synopsis `index`, to a
  Asks,          ///< result = whether a decision depends on the utility
  Utility,       ///< result = utility of the key b in the table of the type a
  Shed,          ///< a decision about the row at hand, of the type a and utility b
  JumpUnless,    ///< to `target` if not a
  Jump,          ///< to `target`
  ForBegin,      ///< result = a; to `target` if a > b
  ForNext,       ///< unless result = b: result = result + 1, and to `target`
  EachRow,       ///< row number a of buffer `index` to `columns`, ++a; to `target` if there is none
  ScanBegin,     ///< a..b - 1 = the rows of table `index` that begin with `slots`
  ScanRow,     ///< row number a of table `index`, from column lo on, to `columns`, ++a; to `target`
               ///< if a = b
  MatchBegin,  ///< a = link to the first entry of synopsis `index` in the chain for `slots`
  MatchEntry,  ///< the next entry from link a on whose index keys are `slots`, to `columns`, its
               ///< count or extreme to result, and a = the link behind it; to `target` if there is
               ///< none
  ExpireBegin, ///< the clock of synopsis `index` = the timestamp of the batch
  ExpireEntry, ///< the next entry that has expired to `columns`, its count to result, and removes
               ///< it; to `target` if there is none
};

struct Instruction {
  Opcode opcode = Opcode::Now;
  Slot result = 0, a = 0, b = 0;
  std::uint32_t index = 0;
  std::uint32_t target = 0;
  std::int64_t lo = 0, hi = 0;
  std::vector<Slot> slots, columns;
  SourceRange range; ///< of the op, for errors
};

struct HandlerCode {
  ir::Trigger trigger = ir::Trigger::Row;
  ir::StreamId stream = 0; ///< of handlers that are about a row
  std::vector<Slot> parameters;
  std::vector<Instruction> instructions;
  std::vector<std::int64_t> frame; ///< as it is at the start: constants are in place
};

/// The code of a verified handler.
HandlerCode compile(const ir::Handler &handler);

} // namespace bough::interp

#pragma once

#include "codegen/ir/Program.h"
#include "frontend/basic/Bound.h"

#include <optional>
#include <utility>
#include <vector>

namespace bough::ir {

/// What is known about the integers of a handler at the place that a walk has reached. The walk
/// tells it of each op in order and of each region it enters; verifier, passes and emitters use the
/// same knowledge:
///
///   for each op of a region:  use of(operand)  then  define(op)  then, for its regions,
///   when:  { Ranges::Guard guard(ranges, condition, true);  walk(then); }   likewise false, else
///
/// Knowledge comes from constants, `clamp`, `min`, `max`, sums and differences, loop bounds, and
/// from the enclosing guards on `in`, `le`, `eq` and `ne`. Where code cannot be reached an interval
/// may be empty.
class Ranges {
public:
  /// Knows the handler's parameters. A timestamp is never negative (runtime/Abi.h).
  Ranges(const Program &program, const Handler &handler);

  /// All values that the operand may have; within 64 bits. For counts and booleans it says nothing.
  Interval of(const Operand &operand) const;
  /// The truth of a condition, if it is the same for all values that its operands may have.
  std::optional<bool> truth(const Operand &condition) const;
  /// Takes notice of the op's result, or of its variables if it is a `for` or `each`.
  void define(const Op &op);

  /// While it lives, the condition is known to hold, or not to hold.
  class Guard {
  public:
    Guard(Ranges &ranges, const Operand &condition, bool holds);
    ~Guard();
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;

  private:
    Ranges &ranges_;
    std::vector<std::pair<ValueId, Interval>> before_;
  };

private:
  /// A bool value: x <= y + offset, x = y + offset, or lo <= x <= hi, or the opposite.
  struct Condition {
    enum class Kind { Unknown, LessEqual, Equal, In } kind = Kind::Unknown;
    bool isNegated = false;
    Operand x = Operand::immediate(0), y = Operand::immediate(0);
    std::int64_t offset = 0;     ///< of comparisons
    std::int64_t lo = 0, hi = 0; ///< of In
  };
  using Facts = std::vector<std::pair<Operand, Interval>>;
  /// Intervals that the operands of the condition have, beyond what is known, when it holds or not.
  Facts consequences(const Condition &condition, bool holds) const;

  std::vector<Interval> intervals_;   ///< by ValueId
  std::vector<Condition> conditions_; ///< by ValueId
};

} // namespace bough::ir

#pragma once

#include "codegen/ir/Program.h"
#include "frontend/basic/Bound.h"

#include <map>
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
/// Knowledge comes from constants, `clamp`, `min`, `max`, sums, differences, products, quotients
/// and remainders, dictionaries, tables, the keys of synopses, loop bounds, and from the enclosing
/// guards on `in`, `le`, `eq` and `ne` and what `and`, `or` and `not` make of them. Where code
/// cannot be reached an interval may be empty. Values of type wide are not followed.
class Ranges {
public:
  /// Knows the handler's parameters. A timestamp is never negative (runtime/Abi.h).
  Ranges(const Program &program, const Handler &handler);

  /// All values that the operand may have; within 64 bits. For counts, booleans and wide values it
  /// says nothing.
  Interval of(const Operand &operand) const;
  /// The truth of a condition, if it is the same for all values that its operands may have.
  std::optional<bool> truth(const Operand &condition) const;
  /// Takes notice of the op's result, or of its variables if it is a `for`, `each`, `match` or
  /// `expire`.
  void define(const Op &op);

  /// Makes room for the values that a pass has added to the handler.
  void grow(const Handler &handler);

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
  /// A bool value: x <= y + offset, x = y + offset, or lo <= x <= hi, or x and y, x or y, or the
  /// opposite.
  struct Condition {
    enum class Kind { Unknown, LessEqual, Equal, In, And, Or, Same } kind = Kind::Unknown;
    bool isNegated = false;
    Operand x = Operand::immediate(0), y = Operand::immediate(0);
    std::int64_t offset = 0;     ///< of comparisons
    std::int64_t lo = 0, hi = 0; ///< of In
  };
  using Facts = std::vector<std::pair<Operand, Interval>>;
  /// Intervals that operands have, beyond what is known, when the condition holds or not.
  Facts consequences(const Operand &condition, bool holds) const;
  /// The walk through `and`, `or` and `not`, which looks at `budget` conditions at most.
  void addConsequences(const Operand &condition, bool holds, unsigned &budget, Facts &facts) const;
  void addFacts(const Condition &comparison, bool isTrue, Facts &facts) const;
  std::optional<bool> truth(const Operand &condition, unsigned &budget) const;
  void defineColumns(const Scan &scan);
  void defineColumns(const Match &match);
  void defineColumns(const Expire &expire);

  const Program *program_;
  std::vector<Interval> intervals_;   ///< by ValueId
  std::vector<Condition> conditions_; ///< by ValueId
  /// By TableId and column: from the smallest to the largest cell. Filled when they are needed.
  std::map<TableId, std::vector<Interval>> tableColumns_;
};

} // namespace bough::ir

#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/basic/Source.h"

#include <cstdint>
#include <variant>
#include <vector>

/// The ops of Bough's IR. Their meaning (overflow, order, empty ranges) is defined once, in
/// codegen/ir/README.md; the comment of each op shows its printed form.
///
/// The types of values:
///   i64    a 64-bit signed integer
///   time   an i64 that holds a timestamp or an age, in ticks of the program's unit
///   count  a 64-bit unsigned multiplicity that saturates at 2^64 - 1 and sticks there; that
///          value means "2^64 - 1 or more" and is never emitted
///   bool   a truth value
namespace bough::ir {

/// Index into Handler::values of the handler in which the value is defined.
using ValueId = std::uint32_t;
/// Index into Program::synopses, ::buffers, ::streams, ::sites.
using SynopsisId = std::uint32_t;
using BufferId = std::uint32_t;
using StreamId = std::uint32_t;

enum class ValueType { I64, Time, Count, Bool };

/// A value or an immediate integer. An immediate takes the type that its place asks for.
class Operand {
public:
  static Operand value(ValueId id) { return Operand(true, static_cast<std::int64_t>(id)); }
  static Operand immediate(std::int64_t number) { return Operand(false, number); }
  bool isValue() const { return isValue_; }
  ValueId id() const { return static_cast<ValueId>(payload_); }
  std::int64_t number() const { return payload_; }
  friend bool operator==(const Operand &, const Operand &) = default;

private:
  Operand(bool isValue, std::int64_t payload) : isValue_(isValue), payload_(payload) {}
  bool isValue_;
  std::int64_t payload_;
};

struct Op;
struct Region {
  std::vector<Op> ops;
};

// --- pure values -------------------------------------------------------------------------------

/// %r = now                      the timestamp of the batch at hand; in `on tick` the new batch's
struct Now {
  ValueId result;
};
/// %r = add %x, %y               i64; saturates at the ends of 64 bits
struct Add {
  ValueId result;
  Operand x, y;
};
/// %r = sub %x, %y               x - y, i64; saturates at the ends of 64 bits
struct Sub {
  ValueId result;
  Operand x, y;
};
/// %r = add.checked %x, %y       i64; a sum beyond 64 bits stops the query at this op's range
struct AddChecked {
  ValueId result;
  Operand x, y;
};
/// %r = min %x, %y               i64
struct Min {
  ValueId result;
  Operand x, y;
};
/// %r = max %x, %y               i64
struct Max {
  ValueId result;
  Operand x, y;
};
/// %r = clamp %x, 1..4           the nearest value in the range, which is never empty
struct Clamp {
  ValueId result;
  Operand x;
  std::int64_t lo, hi;
};
/// %p = le %x, %y, 5             x <= y + 5 on unbounded integers: never wraps
struct LessEqual {
  ValueId result;
  Operand x, y;
  std::int64_t offset;
};
/// %p = eq %x, %y, 5             x = y + 5 on unbounded integers
struct Equal {
  ValueId result;
  Operand x, y;
  std::int64_t offset;
};
/// %p = ne %x, %y, 5             x <> y + 5 on unbounded integers
struct NotEqual {
  ValueId result;
  Operand x, y;
  std::int64_t offset;
};
/// %p = in %x, 1..4              lo <= x <= hi; the ends of 64 bits stand for "no bound"
struct In {
  ValueId result;
  Operand x;
  std::int64_t lo, hi;
};
/// %n = load @T[%b, %g]          the counter at a key; each key part is in its dimension's range
struct Load {
  ValueId result;
  SynopsisId synopsis;
  std::vector<Operand> keys;
};
/// %p = nonzero %n               count to bool
struct Nonzero {
  ValueId result;
  Operand count;
};
/// %n = mul %a, %b               counts; saturates
struct Multiply {
  ValueId result;
  Operand a, b;
};
/// %n = sum { ... yield %m ... }  the saturating sum of all yields; the region is pure otherwise
struct Sum {
  ValueId result;
  Region body;
};

// --- state changes and results -----------------------------------------------------------------

/// yield %m                      adds a count to the innermost sum
struct Yield {
  Operand count;
};
/// bump @T[%b, %g], %n           adds a count to the counter at a key; saturates
struct Bump {
  SynopsisId synopsis;
  std::vector<Operand> keys;
  Operand count;
};
/// push @B(%x, %y)               appends a row; one too many stops the query and names the stream
struct Push {
  BufferId buffer;
  std::vector<Operand> columns;
};
/// emit (%a, %b) times %n        a result row of this batch; a saturated count stops the query
struct Emit {
  std::vector<Operand> columns;
  Operand count;
};
/// reset @B                      empties a buffer
struct Reset {
  BufferId buffer;
};
/// age @T                        moves the time keys of a synopsis from the last batch to `now`
struct Age {
  SynopsisId synopsis;
};

// --- structure ---------------------------------------------------------------------------------

/// when %p { ... } else { ... }  the else part is printed only when it is not empty
struct When {
  Operand condition;
  Region then, otherwise;
};
/// for %b in %lo..%hi { ... }    ascending, both ends included; empty when lo > hi
struct For {
  ValueId variable;
  Operand lo, hi;
  Region body;
};
/// each (%x, %y) in @B { ... }   the rows of a buffer, in the order in which they were pushed
struct Each {
  std::vector<ValueId> columns;
  BufferId buffer;
  Region body;
};

struct Op {
  std::variant<Now, Add, Sub, AddChecked, Min, Max, Clamp, LessEqual, Equal, NotEqual, In, Load,
               Nonzero, Multiply, Sum, Yield, Bump, Push, Emit, Reset, Age, When, For, Each>
      node;
  SourceRange range; ///< the SQL it comes from
};

/// Makes one visitor of several lambdas. Visitors name every op: no generic default case.
template <typename... Ts> struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;

} // namespace bough::ir

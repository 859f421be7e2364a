#pragma once

#include "frontend/basic/Bound.h"
#include "frontend/basic/Source.h"

#include <cstdint>
#include <optional>
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
///   wide   a 128-bit signed integer, two's complement, for exact predicates of long terms
namespace bough::ir {

/// Index into Handler::values of the handler in which the value is defined.
using ValueId = std::uint32_t;
/// Index into Program::synopses, ::buffers, ::streams, ::results, ::tables, ::dictionaries.
using SynopsisId = std::uint32_t;
using BufferId = std::uint32_t;
using StreamId = std::uint32_t;
using ResultId = std::uint32_t;
using TableId = std::uint32_t;
using DictionaryId = std::uint32_t;

enum class ValueType { I64, Time, Count, Bool, Wide };

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
/// %r = sub.checked %x, %y       x - y; likewise
struct SubChecked {
  ValueId result;
  Operand x, y;
};
/// %r = prod %x, %y              x * y, i64; saturates at the ends of 64 bits
struct Prod {
  ValueId result;
  Operand x, y;
};
/// %r = prod.checked %x, %y      x * y; beyond 64 bits it stops the query at this op's range
struct ProdChecked {
  ValueId result;
  Operand x, y;
};
/// %r = div %x, 5                the quotient, truncated towards zero as in C; saturates for -1
struct Div {
  ValueId result;
  Operand x;
  std::int64_t divisor; ///< not 0
};
/// %r = mod %x, 5                the remainder, with the sign of x as in C; 0 for -1
struct Mod {
  ValueId result;
  Operand x;
  std::int64_t divisor; ///< not 0
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
/// %r = xor %x, %y               i64: the bits in which they differ
struct Xor {
  ValueId result;
  Operand x, y;
};
/// %r = zobrist %x, 42           i64: the random number with the index x of the seed, as 64 bits
struct Zobrist {
  ValueId result;
  Operand x;
  std::int64_t seed;
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
/// %p = and %p, %q               both
struct And {
  ValueId result;
  Operand x, y;
};
/// %p = or %p, %q                one or both
struct Or {
  ValueId result;
  Operand x, y;
};
/// %p = not %q
struct Not {
  ValueId result;
  Operand x;
};
/// %w = wide %x                  an i64 or time with 128 bits
struct Widen {
  ValueId result;
  Operand x;
};
/// %x = narrow.checked %w         a wide value with 64 bits; beyond them it stops the query at this
///                               op's range
struct Narrow {
  ValueId result;
  Operand x;
};
/// %w = wide.add %v, %w          wide values or immediates; wraps at 128 bits
struct WideAdd {
  ValueId result;
  Operand x, y;
};
/// %w = wide.sub %v, %w          x - y
struct WideSub {
  ValueId result;
  Operand x, y;
};
/// %w = wide.mul %v, %w
struct WideMul {
  ValueId result;
  Operand x, y;
};
/// %w = wide.div %v, %w          the quotient, truncated towards zero; 0 when the divisor is 0;
/// wraps
///                               as 2^127 does
struct WideDiv {
  ValueId result;
  Operand x, y;
};
/// %w = wide.count %n            a count as a wide value; a saturated one stops the query
struct WideCount {
  ValueId result;
  Operand count;
};
/// %p = wide.le %v, %w           x <= y
struct WideLessEqual {
  ValueId result;
  Operand x, y;
};
/// %p = wide.eq %v, %w           x = y
struct WideEqual {
  ValueId result;
  Operand x, y;
};
/// %i = find @D, %x              the place of a value in a dictionary, or -1
struct Find {
  ValueId result;
  DictionaryId dictionary;
  Operand x;
};
/// %v = select @D, %i            the value at a place, which is in range
struct Select {
  ValueId result;
  DictionaryId dictionary;
  Operand index;
};
/// %n = load @T[%b, %g]          the counter at a key, each part of which is in its dimension's
///                               range; of flags, minima and maxima 0 or 1: whether there is one
struct Load {
  ValueId result;
  SynopsisId synopsis;
  std::vector<Operand> keys;
};
/// %n = total @T[%b]             the sum over all ages, saturating; keys without the time key
struct Total {
  ValueId result;
  SynopsisId synopsis;
  std::vector<Operand> keys;
};
/// %x = extreme @T[%b]           the minimum or maximum at a key, i64; 0 when there is none
struct Extreme {
  ValueId result;
  SynopsisId synopsis;
  std::vector<Operand> keys;
};
/// %w = amount @A[%g]            the sum at a key, wide
struct Amount {
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
/// %x = least { ... yield %y ... }   the smallest integer that is yielded, i64; 2^63 - 1 without
/// any
struct Least {
  ValueId result;
  Region body;
};

/// %p = asks                     whether a decision of `shed` depends on the utility: the shedder
/// is
///                               active and does not drop all rows; in `on entry`
struct Asks {
  ValueId result;
};

// --- state changes and results -----------------------------------------------------------------

/// yield %m                      gives the innermost sum a count, or the innermost least an integer
struct Yield {
  Operand value;
};
/// bump @T[%b, %g], %n           adds a count to the counter at a key, saturating; sets a flag if
///                               the count is not 0
struct Bump {
  SynopsisId synopsis;
  std::vector<Operand> keys;
  Operand count;
};
/// put @T[%b, %g], %x            lowers the minimum or raises the maximum at a key to x
struct Put {
  SynopsisId synopsis;
  std::vector<Operand> keys;
  Operand x;
};
/// accumulate @A[%g], %w         adds a wide value to the sum at a key; beyond 128 bits it stops
/// the
///                               query at this op's range
struct Accumulate {
  SynopsisId synopsis;
  std::vector<Operand> keys;
  Operand x;
};
/// clear @T[%b, %g]              removes the entry at a key: count 0, no flag, no extreme, sum 0
struct Clear {
  SynopsisId synopsis;
  std::vector<Operand> keys;
};
/// take @T[%b, %g], %n           takes a count from the counter at a key, not below 0; a saturated
///                               one stays so; a sparse entry without a count is removed
struct Take {
  SynopsisId synopsis;
  std::vector<Operand> keys;
  Operand count;
};
/// push @B(%x, %y)               appends a row; one too many stops the query and names the stream
struct Push {
  BufferId buffer;
  std::vector<Operand> columns;
};
/// emit @q (%a, %b) times %n     a row of a result in this batch; a saturated count stops the query
///                               unless the result is distinct
/// emit @q (%a) times %n at %t   in `on tick`: of the time %t, from the last batch's to the new one
struct Emit {
  ResultId to;
  std::vector<Operand> columns;
  Operand count;
  std::optional<Operand> time = {};
};
/// reset @B                      empties a buffer
struct Reset {
  BufferId buffer;
};
/// age @T                        moves the time keys of a synopsis from the last batch to `now`
/// age @T to %p                  moves those of a sparse one whose ages are on another clock to %p
struct Age {
  SynopsisId synopsis;
  std::optional<Operand> to = {};
};

// --- load shedding, in `on entry` --------------------------------------------------------------

/// %u = utility %type, %key      i64: what the model knows of the key in the table of the type; the
///                               shedder may count the lookup
struct Utility {
  ValueId result;
  Operand type, key;
};
/// shed %type, %u                the shedder decides about a row of this type and utility, and
///                               counts it; when it drops it, the row at hand is shed
struct Shed {
  Operand type, utility;
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

/// each (%x, %y) in @L { ... }      the rows of a table, in order
/// each (%y) in @L[%x] { ... }   those whose first columns equal the operands; binds the others
struct Scan {
  std::vector<ValueId> columns;
  TableId table;
  std::vector<Operand> keys;
  Region body;
};
/// match (%j, %b) times %n in @T[%a] { ... }   the entries of a sparse synopsis whose index keys
///                               equal the operands; binds the other keys, ages for time keys, and
///                               the count; `extreme %x` in the place of `times %n` binds the
///                               minimum or maximum
struct Match {
  std::vector<ValueId> columns; ///< by Synopsis::boundKeys
  ValueId value;                ///< a count; of minima and maxima an i64
  SynopsisId synopsis;
  std::vector<Operand> keys; ///< in the order of Synopsis::index
  Region body;
};
/// expire (%j, %b) times %n in @T { ... }   in the place of `age @T`: does the same, and for each
///                               entry that expires, after its removal, what the body says; binds
///                               all keys, ages at `now` for time keys, and the count
struct Expire {
  std::vector<ValueId> columns; ///< by Synopsis::keys
  ValueId value;                ///< the count
  SynopsisId synopsis;
  Region body;
};

struct Op {
  std::variant<Now, Add, Sub, AddChecked, SubChecked, Prod, ProdChecked, Div, Mod, Min, Max, Clamp,
               Xor, Zobrist, LessEqual, Equal, NotEqual, In, And, Or, Not, Widen, Narrow, WideAdd,
               WideSub, WideMul, WideDiv, WideCount, WideLessEqual, WideEqual, Find, Select, Load,
               Total, Extreme, Amount, Nonzero, Multiply, Sum, Least, Asks, Yield, Bump, Put,
               Accumulate, Clear, Take, Push, Emit, Reset, Age, Utility, Shed, When, For, Each,
               Scan, Match, Expire>
      node;
  SourceRange range; ///< the SQL it comes from
};

/// Makes one visitor of several lambdas. Visitors name every op: no generic default case.
template <typename... Ts> struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;

} // namespace bough::ir

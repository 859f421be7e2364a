#pragma once

#include "codegen/ir/Program.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bough::ir {

/// Builds the body of a handler; code that builds has the shape of what it builds:
///
///   builder.forRange("b", Operand::immediate(1), Operand::immediate(4), [&](Operand b) {
///     Operand n = builder.load("n", T, {b});
///     builder.when(builder.nonzero("any", n), [&] { builder.emit(q, {a, b}, n); });
///   });
///
/// Every value gets a name of its own made from its hint. Ops take the source range that `at` set
/// last.
class Builder {
public:
  explicit Builder(Handler &handler);

  /// The SQL that the ops to come are about.
  void at(SourceRange range) { range_ = range; }

  /// A parameter of a row handler; add one per column, in order, before any op.
  Operand parameter(std::string_view hint, ValueType type);

  Operand now(std::string_view hint = "now");
  Operand add(std::string_view hint, Operand x, Operand y);
  Operand sub(std::string_view hint, Operand x, Operand y);
  Operand addChecked(std::string_view hint, Operand x, Operand y);
  Operand subChecked(std::string_view hint, Operand x, Operand y);
  Operand prod(std::string_view hint, Operand x, Operand y);
  Operand prodChecked(std::string_view hint, Operand x, Operand y);
  Operand div(std::string_view hint, Operand x, std::int64_t divisor);
  Operand mod(std::string_view hint, Operand x, std::int64_t divisor);
  Operand min(std::string_view hint, Operand x, Operand y);
  Operand max(std::string_view hint, Operand x, Operand y);
  Operand clamp(std::string_view hint, Operand x, std::int64_t lo, std::int64_t hi);
  Operand exclusiveOr(std::string_view hint, Operand x, Operand y);
  Operand zobrist(std::string_view hint, Operand place, std::int64_t seed);
  Operand lessEqual(std::string_view hint, Operand x, Operand y, std::int64_t offset);
  Operand equal(std::string_view hint, Operand x, Operand y, std::int64_t offset);
  Operand notEqual(std::string_view hint, Operand x, Operand y, std::int64_t offset);
  Operand in(std::string_view hint, Operand x, std::int64_t lo, std::int64_t hi);
  Operand both(std::string_view hint, Operand x, Operand y);
  Operand either(std::string_view hint, Operand x, Operand y);
  Operand negation(std::string_view hint, Operand x);
  Operand widen(std::string_view hint, Operand x);
  Operand narrowChecked(std::string_view hint, Operand x);
  Operand wideAdd(std::string_view hint, Operand x, Operand y);
  Operand wideSub(std::string_view hint, Operand x, Operand y);
  Operand wideMultiply(std::string_view hint, Operand x, Operand y);
  Operand wideDivide(std::string_view hint, Operand x, Operand y);
  Operand wideCount(std::string_view hint, Operand count);
  Operand wideLessEqual(std::string_view hint, Operand x, Operand y);
  Operand wideEqual(std::string_view hint, Operand x, Operand y);
  Operand find(std::string_view hint, DictionaryId dictionary, Operand x);
  Operand select(std::string_view hint, DictionaryId dictionary, Operand index);
  Operand total(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys);
  Operand extreme(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys);
  Operand amount(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys);
  Operand load(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys);
  Operand nonzero(std::string_view hint, Operand count);
  Operand multiply(std::string_view hint, Operand a, Operand b);
  Operand sum(std::string_view hint, const std::function<void()> &body);
  Operand least(std::string_view hint, const std::function<void()> &body);

  /// Of shedding, in `on entry`.
  Operand asks(std::string_view hint = "asks");
  Operand utility(std::string_view hint, Operand type, Operand key);
  void shed(Operand type, Operand utility);

  void yield(Operand value);
  void bump(SynopsisId synopsis, std::vector<Operand> keys, Operand count);
  void push(BufferId buffer, std::vector<Operand> columns);
  void put(SynopsisId synopsis, std::vector<Operand> keys, Operand x);
  void accumulate(SynopsisId synopsis, std::vector<Operand> keys, Operand wide);
  void clear(SynopsisId synopsis, std::vector<Operand> keys);
  void take(SynopsisId synopsis, std::vector<Operand> keys, Operand count);
  void emit(ResultId to, std::vector<Operand> columns, Operand count);
  /// Of an earlier time than the batch's; in `on tick`.
  void emitAt(Operand time, ResultId to, std::vector<Operand> columns, Operand count);
  void reset(BufferId buffer);
  void age(SynopsisId synopsis);
  /// On another clock than time; in `on arrival`.
  void ageTo(SynopsisId synopsis, Operand clock);

  void when(Operand condition, const std::function<void()> &then);
  void when(Operand condition, const std::function<void()> &then,
            const std::function<void()> &otherwise);
  /// The variable is a time if a bound is one; for ages between two immediates pass the type.
  void forRange(std::string_view hint, Operand lo, Operand hi,
                const std::function<void(Operand)> &body);
  void forRange(std::string_view hint, ValueType type, Operand lo, Operand hi,
                const std::function<void(Operand)> &body);
  /// One value per column of the buffer, with its type.
  void each(const Buffer &layout, BufferId buffer,
            const std::function<void(const std::vector<Operand> &)> &body);
  /// The rows whose first columns equal the keys; one value for each of the other columns.
  void scan(const Table &layout, TableId table, std::vector<Operand> keys,
            const std::function<void(const std::vector<Operand> &)> &body);
  /// One value for each of layout.boundKeys(), and the count or extreme, named by the hint.
  void match(std::string_view hint, const Synopsis &layout, SynopsisId synopsis,
             std::vector<Operand> keys,
             const std::function<void(const std::vector<Operand> &, Operand)> &body);
  /// One value for each key, and the count, named by the hint.
  void expire(std::string_view hint, const Synopsis &layout, SynopsisId synopsis,
              const std::function<void(const std::vector<Operand> &, Operand)> &body);

  ValueType typeOf(Operand operand) const;

private:
  ValueId define(std::string_view hint, ValueType type);
  Operand append(ValueId result, decltype(Op::node) node);
  template <typename Node>
  Operand binary(std::string_view hint, ValueType type, Operand x, Operand y);
  /// i64, or time if one of the operands is a time.
  ValueType arithmeticType(Operand x, Operand y) const;
  Region inside(const std::function<void()> &body);

  Handler &handler_;
  Region *region_;
  SourceRange range_;
  std::set<std::string, std::less<>> names_;
};

} // namespace bough::ir

#include "codegen/ir/Builder.h"

#include "codegen/ir/OpInfo.h"

#include <fmt/format.h>
#include <utility>

namespace bough::ir {

Builder::Builder(Handler &handler) : handler_(handler), region_(&handler.body) {
  for (const Value &value : handler.values)
    names_.insert(value.name);
}

ValueId Builder::define(std::string_view hint, ValueType type) {
  std::string name(hint);
  for (unsigned n = 2; !names_.insert(name).second; ++n)
    name = fmt::format("{}.{}", hint, n);
  handler_.values.push_back({std::move(name), type});
  return static_cast<ValueId>(handler_.values.size() - 1);
}

Operand Builder::append(ValueId result, decltype(Op::node) node) {
  region_->ops.push_back({std::move(node), range_});
  return Operand::value(result);
}

ValueType Builder::typeOf(Operand operand) const {
  return operand.isValue() ? handler_.values[operand.id()].type : ValueType::I64;
}

ValueType Builder::arithmeticType(Operand x, Operand y) const {
  return typeOf(x) == ValueType::Time || typeOf(y) == ValueType::Time ? ValueType::Time
                                                                      : ValueType::I64;
}

Region Builder::inside(const std::function<void()> &body) {
  Region region;
  Region *outer = std::exchange(region_, &region);
  body();
  region_ = outer;
  return region;
}

Operand Builder::parameter(std::string_view hint, ValueType type) {
  ValueId id = define(hint, type);
  handler_.parameters.push_back(id);
  return Operand::value(id);
}

template <typename Node>
Operand Builder::binary(std::string_view hint, ValueType type, Operand x, Operand y) {
  ValueId result = define(hint, type);
  return append(result, Node{result, x, y});
}

Operand Builder::now(std::string_view hint) {
  ValueId result = define(hint, ValueType::Time);
  return append(result, Now{result});
}

Operand Builder::add(std::string_view hint, Operand x, Operand y) {
  return binary<Add>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::sub(std::string_view hint, Operand x, Operand y) {
  return binary<Sub>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::addChecked(std::string_view hint, Operand x, Operand y) {
  return binary<AddChecked>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::subChecked(std::string_view hint, Operand x, Operand y) {
  return binary<SubChecked>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::prod(std::string_view hint, Operand x, Operand y) {
  return binary<Prod>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::prodChecked(std::string_view hint, Operand x, Operand y) {
  return binary<ProdChecked>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::div(std::string_view hint, Operand x, std::int64_t divisor) {
  ValueId result = define(hint, arithmeticType(x, x));
  return append(result, Div{result, x, divisor});
}

Operand Builder::mod(std::string_view hint, Operand x, std::int64_t divisor) {
  ValueId result = define(hint, arithmeticType(x, x));
  return append(result, Mod{result, x, divisor});
}

Operand Builder::min(std::string_view hint, Operand x, Operand y) {
  return binary<Min>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::max(std::string_view hint, Operand x, Operand y) {
  return binary<Max>(hint, arithmeticType(x, y), x, y);
}

Operand Builder::clamp(std::string_view hint, Operand x, std::int64_t lo, std::int64_t hi) {
  ValueId result = define(hint, typeOf(x));
  return append(result, Clamp{result, x, lo, hi});
}

Operand Builder::exclusiveOr(std::string_view hint, Operand x, Operand y) {
  return binary<Xor>(hint, ValueType::I64, x, y);
}

Operand Builder::zobrist(std::string_view hint, Operand place, std::int64_t seed) {
  ValueId result = define(hint, ValueType::I64);
  return append(result, Zobrist{result, place, seed});
}

Operand Builder::lessEqual(std::string_view hint, Operand x, Operand y, std::int64_t offset) {
  ValueId result = define(hint, ValueType::Bool);
  return append(result, LessEqual{result, x, y, offset});
}

Operand Builder::equal(std::string_view hint, Operand x, Operand y, std::int64_t offset) {
  ValueId result = define(hint, ValueType::Bool);
  return append(result, Equal{result, x, y, offset});
}

Operand Builder::notEqual(std::string_view hint, Operand x, Operand y, std::int64_t offset) {
  ValueId result = define(hint, ValueType::Bool);
  return append(result, NotEqual{result, x, y, offset});
}

Operand Builder::in(std::string_view hint, Operand x, std::int64_t lo, std::int64_t hi) {
  ValueId result = define(hint, ValueType::Bool);
  return append(result, In{result, x, lo, hi});
}

Operand Builder::both(std::string_view hint, Operand x, Operand y) {
  return binary<And>(hint, ValueType::Bool, x, y);
}

Operand Builder::either(std::string_view hint, Operand x, Operand y) {
  return binary<Or>(hint, ValueType::Bool, x, y);
}

Operand Builder::negation(std::string_view hint, Operand x) {
  ValueId result = define(hint, ValueType::Bool);
  return append(result, Not{result, x});
}

Operand Builder::widen(std::string_view hint, Operand x) {
  ValueId result = define(hint, ValueType::Wide);
  return append(result, Widen{result, x});
}

Operand Builder::narrowChecked(std::string_view hint, Operand x) {
  ValueId result = define(hint, ValueType::I64);
  return append(result, Narrow{result, x});
}

Operand Builder::wideAdd(std::string_view hint, Operand x, Operand y) {
  return binary<WideAdd>(hint, ValueType::Wide, x, y);
}

Operand Builder::wideSub(std::string_view hint, Operand x, Operand y) {
  return binary<WideSub>(hint, ValueType::Wide, x, y);
}

Operand Builder::wideMultiply(std::string_view hint, Operand x, Operand y) {
  return binary<WideMul>(hint, ValueType::Wide, x, y);
}

Operand Builder::wideDivide(std::string_view hint, Operand x, Operand y) {
  return binary<WideDiv>(hint, ValueType::Wide, x, y);
}

Operand Builder::wideCount(std::string_view hint, Operand count) {
  ValueId result = define(hint, ValueType::Wide);
  return append(result, WideCount{result, count});
}

Operand Builder::wideLessEqual(std::string_view hint, Operand x, Operand y) {
  return binary<WideLessEqual>(hint, ValueType::Bool, x, y);
}

Operand Builder::wideEqual(std::string_view hint, Operand x, Operand y) {
  return binary<WideEqual>(hint, ValueType::Bool, x, y);
}

Operand Builder::find(std::string_view hint, DictionaryId dictionary, Operand x) {
  ValueId result = define(hint, ValueType::I64);
  return append(result, Find{result, dictionary, x});
}

Operand Builder::select(std::string_view hint, DictionaryId dictionary, Operand index) {
  ValueId result = define(hint, ValueType::I64);
  return append(result, Select{result, dictionary, index});
}

Operand Builder::total(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys) {
  ValueId result = define(hint, ValueType::Count);
  return append(result, Total{result, synopsis, std::move(keys)});
}

Operand Builder::extreme(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys) {
  ValueId result = define(hint, ValueType::I64);
  return append(result, Extreme{result, synopsis, std::move(keys)});
}

Operand Builder::amount(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys) {
  ValueId result = define(hint, ValueType::Wide);
  return append(result, Amount{result, synopsis, std::move(keys)});
}

Operand Builder::load(std::string_view hint, SynopsisId synopsis, std::vector<Operand> keys) {
  ValueId result = define(hint, ValueType::Count);
  return append(result, Load{result, synopsis, std::move(keys)});
}

Operand Builder::nonzero(std::string_view hint, Operand count) {
  ValueId result = define(hint, ValueType::Bool);
  return append(result, Nonzero{result, count});
}

Operand Builder::multiply(std::string_view hint, Operand a, Operand b) {
  ValueId result = define(hint, ValueType::Count);
  return append(result, Multiply{result, a, b});
}

Operand Builder::sum(std::string_view hint, const std::function<void()> &body) {
  SourceRange range = range_;
  ValueId result = define(hint, ValueType::Count);
  Region region = inside(body);
  region_->ops.push_back({Sum{result, std::move(region)}, range});
  return Operand::value(result);
}

Operand Builder::least(std::string_view hint, const std::function<void()> &body) {
  SourceRange range = range_;
  ValueId result = define(hint, ValueType::I64);
  Region region = inside(body);
  region_->ops.push_back({Least{result, std::move(region)}, range});
  return Operand::value(result);
}

Operand Builder::asks(std::string_view hint) {
  ValueId result = define(hint, ValueType::Bool);
  return append(result, Asks{result});
}

Operand Builder::utility(std::string_view hint, Operand type, Operand key) {
  ValueId result = define(hint, ValueType::I64);
  return append(result, Utility{result, type, key});
}

void Builder::shed(Operand type, Operand utility) {
  region_->ops.push_back({Shed{type, utility}, range_});
}

void Builder::yield(Operand value) { region_->ops.push_back({Yield{value}, range_}); }

void Builder::bump(SynopsisId synopsis, std::vector<Operand> keys, Operand count) {
  region_->ops.push_back({Bump{synopsis, std::move(keys), count}, range_});
}

void Builder::push(BufferId buffer, std::vector<Operand> columns) {
  region_->ops.push_back({Push{buffer, std::move(columns)}, range_});
}

void Builder::put(SynopsisId synopsis, std::vector<Operand> keys, Operand x) {
  region_->ops.push_back({Put{synopsis, std::move(keys), x}, range_});
}

void Builder::accumulate(SynopsisId synopsis, std::vector<Operand> keys, Operand wide) {
  region_->ops.push_back({Accumulate{synopsis, std::move(keys), wide}, range_});
}

void Builder::clear(SynopsisId synopsis, std::vector<Operand> keys) {
  region_->ops.push_back({Clear{synopsis, std::move(keys)}, range_});
}

void Builder::take(SynopsisId synopsis, std::vector<Operand> keys, Operand count) {
  region_->ops.push_back({Take{synopsis, std::move(keys), count}, range_});
}

void Builder::emitAt(Operand time, ResultId to, std::vector<Operand> columns, Operand count) {
  region_->ops.push_back({Emit{to, std::move(columns), count, time}, range_});
}

void Builder::emit(ResultId to, std::vector<Operand> columns, Operand count) {
  region_->ops.push_back({Emit{to, std::move(columns), count}, range_});
}

void Builder::reset(BufferId buffer) { region_->ops.push_back({Reset{buffer}, range_}); }

void Builder::age(SynopsisId synopsis) { region_->ops.push_back({Age{synopsis}, range_}); }

void Builder::ageTo(SynopsisId synopsis, Operand clock) {
  region_->ops.push_back({Age{synopsis, clock}, range_});
}

void Builder::when(Operand condition, const std::function<void()> &then) {
  when(condition, then, [] {});
}

void Builder::when(Operand condition, const std::function<void()> &then,
                   const std::function<void()> &otherwise) {
  SourceRange range = range_;
  Region thenRegion = inside(then);
  Region elseRegion = inside(otherwise);
  region_->ops.push_back({When{condition, std::move(thenRegion), std::move(elseRegion)}, range});
}

void Builder::forRange(std::string_view hint, Operand lo, Operand hi,
                       const std::function<void(Operand)> &body) {
  forRange(hint, arithmeticType(lo, hi), lo, hi, body);
}

void Builder::forRange(std::string_view hint, ValueType type, Operand lo, Operand hi,
                       const std::function<void(Operand)> &body) {
  SourceRange range = range_;
  ValueId variable = define(hint, type);
  Region region = inside([&] { body(Operand::value(variable)); });
  region_->ops.push_back({For{variable, lo, hi, std::move(region)}, range});
}

void Builder::each(const Buffer &layout, BufferId buffer,
                   const std::function<void(const std::vector<Operand> &)> &body) {
  SourceRange range = range_;
  std::vector<ValueId> columns;
  std::vector<Operand> operands;
  for (const StreamColumn &column : layout.columns) {
    columns.push_back(define(column.name, column.type));
    operands.push_back(Operand::value(columns.back()));
  }
  Region region = inside([&] { body(operands); });
  region_->ops.push_back({Each{std::move(columns), buffer, std::move(region)}, range});
}

void Builder::scan(const Table &layout, TableId table, std::vector<Operand> keys,
                   const std::function<void(const std::vector<Operand> &)> &body) {
  SourceRange range = range_;
  std::vector<ValueId> columns;
  std::vector<Operand> operands;
  for (std::size_t i = keys.size(); i < layout.columns.size(); ++i) {
    columns.push_back(define(layout.columns[i].name, layout.columns[i].type));
    operands.push_back(Operand::value(columns.back()));
  }
  Region region = inside([&] { body(operands); });
  region_->ops.push_back(
      {Scan{std::move(columns), table, std::move(keys), std::move(region)}, range});
}

void Builder::match(std::string_view hint, const Synopsis &layout, SynopsisId synopsis,
                    std::vector<Operand> keys,
                    const std::function<void(const std::vector<Operand> &, Operand)> &body) {
  SourceRange range = range_;
  std::vector<ValueType> types = matchedTypes(layout);
  std::vector<ValueId> columns;
  std::vector<Operand> operands;
  for (unsigned key : layout.boundKeys()) {
    columns.push_back(define(layout.keys[key].name, types[columns.size()]));
    operands.push_back(Operand::value(columns.back()));
  }
  ValueId value = define(hint, types.back());
  Region region = inside([&] { body(operands, Operand::value(value)); });
  region_->ops.push_back(
      {Match{std::move(columns), value, synopsis, std::move(keys), std::move(region)}, range});
}

void Builder::expire(std::string_view hint, const Synopsis &layout, SynopsisId synopsis,
                     const std::function<void(const std::vector<Operand> &, Operand)> &body) {
  SourceRange range = range_;
  std::vector<ValueType> types = expiredTypes(layout);
  std::vector<ValueId> columns;
  std::vector<Operand> operands;
  for (const SynopsisKey &key : layout.keys) {
    columns.push_back(define(key.name, types[columns.size()]));
    operands.push_back(Operand::value(columns.back()));
  }
  ValueId value = define(hint, types.back());
  Region region = inside([&] { body(operands, Operand::value(value)); });
  region_->ops.push_back({Expire{std::move(columns), value, synopsis, std::move(region)}, range});
}

} // namespace bough::ir

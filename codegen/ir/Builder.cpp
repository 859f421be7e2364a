#include "codegen/ir/Builder.h"

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

Operand Builder::now(std::string_view hint) {
  ValueId result = define(hint, ValueType::Time);
  return append(result, Now{result});
}

Operand Builder::add(std::string_view hint, Operand x, Operand y) {
  ValueId result = define(hint, arithmeticType(x, y));
  return append(result, Add{result, x, y});
}

Operand Builder::sub(std::string_view hint, Operand x, Operand y) {
  ValueId result = define(hint, arithmeticType(x, y));
  return append(result, Sub{result, x, y});
}

Operand Builder::addChecked(std::string_view hint, Operand x, Operand y) {
  ValueId result = define(hint, arithmeticType(x, y));
  return append(result, AddChecked{result, x, y});
}

Operand Builder::min(std::string_view hint, Operand x, Operand y) {
  ValueId result = define(hint, arithmeticType(x, y));
  return append(result, Min{result, x, y});
}

Operand Builder::max(std::string_view hint, Operand x, Operand y) {
  ValueId result = define(hint, arithmeticType(x, y));
  return append(result, Max{result, x, y});
}

Operand Builder::clamp(std::string_view hint, Operand x, std::int64_t lo, std::int64_t hi) {
  ValueId result = define(hint, typeOf(x));
  return append(result, Clamp{result, x, lo, hi});
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

void Builder::yield(Operand count) { region_->ops.push_back({Yield{count}, range_}); }

void Builder::bump(SynopsisId synopsis, std::vector<Operand> keys, Operand count) {
  region_->ops.push_back({Bump{synopsis, std::move(keys), count}, range_});
}

void Builder::push(BufferId buffer, std::vector<Operand> columns) {
  region_->ops.push_back({Push{buffer, std::move(columns)}, range_});
}

void Builder::emit(std::vector<Operand> columns, Operand count) {
  region_->ops.push_back({Emit{std::move(columns), count}, range_});
}

void Builder::reset(BufferId buffer) { region_->ops.push_back({Reset{buffer}, range_}); }

void Builder::age(SynopsisId synopsis) { region_->ops.push_back({Age{synopsis}, range_}); }

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

} // namespace bough::ir

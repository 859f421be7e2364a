#include "frontend/sema/ValueBinder.h"

#include "frontend/sema/ConstantBinder.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>

namespace bough {

namespace {

constexpr std::array<std::string_view, 5> aggregates = {"AVG", "COUNT", "MAX", "MIN", "SUM"};

/// Names what an expression is that cannot be a value.
struct Refusal {
  SourceRange range;
  DiagnosticEngine &diagnostics;

  void notYet(SourceRange where, std::string_view feature) const {
    diagnostics.report(diag::notSupportedYet, where, feature);
  }
  void condition() const { diagnostics.report(diag::valueExpected, range); }

  void operator()(const ast::OtherLiteral &) const { // NULL
    diagnostics.report(diag::notInLanguage, range, "NULL")
        .notes.push_back({"columns are never null", {}});
  }
  void operator()(const ast::Call &call) const {
    std::string function = toUpper(call.name.name);
    bool isAggregate =
        std::find(aggregates.begin(), aggregates.end(), function) != aggregates.end();
    if (isAggregate)
      return notYet(range, fmt::format("the aggregate {} inside an expression, a condition or "
                                       "an EXISTS",
                                       function));
    if (call.hasArguments)
      return notYet(range, fmt::format("{} inside an expression or a condition", function));
    notYet(call.name.range, fmt::format("the function {}", function));
  }
  void operator()(const ast::AllColumns &) const { diagnostics.report(diag::misplacedStar, range); }
  void operator()(const ast::Erroneous &) const {}
  void operator()(const ast::Comparison &) const { condition(); }
  void operator()(const ast::Between &) const { condition(); }
  void operator()(const ast::In &) const { condition(); }
  void operator()(const ast::DistinctFrom &) const { condition(); }
  void operator()(const ast::Exists &) const { condition(); }
  void operator()(const ast::Not &) const { condition(); }
  void operator()(const ast::Junction &) const { condition(); }
  // These are values.
  void operator()(const ast::IntegerLiteral &) const {}
  void operator()(const ast::BooleanLiteral &) const {}
  void operator()(const ast::IntervalLiteral &) const {}
  void operator()(const ast::ColumnName &) const {}
  void operator()(const ast::Sum &) const {}
  void operator()(const ast::Product &) const {}
};

} // namespace

std::optional<LinearForm> ValueBinder::bind(const ast::Expression &expression) const {
  SourceRange range = expression.range;
  LinearForm form;
  form.range = range;
  if (const auto *literal = std::get_if<ast::IntegerLiteral>(&expression.node)) {
    form.constant = toBound(literal->value);
    return form;
  }
  if (const auto *literal = std::get_if<ast::BooleanLiteral>(&expression.node)) {
    form.kind = ValueKind::Boolean;
    form.constant = literal->value ? 1 : 0;
    return form;
  }
  if (const auto *interval = std::get_if<ast::IntervalLiteral>(&expression.node))
    return bindInterval(*interval, range, context_.unit, diagnostics_);
  if (const auto *column = std::get_if<ast::ColumnName>(&expression.node))
    return bindColumn(*column, range);
  if (const auto *sum = std::get_if<ast::Sum>(&expression.node))
    return bindSum(*sum, range);
  if (const auto *product = std::get_if<ast::Product>(&expression.node))
    return bindProduct(*product, range);
  if (const auto *literal = std::get_if<ast::OtherLiteral>(&expression.node))
    if (literal->kind != ast::OtherLiteral::Kind::Null)
      return bindOther(*literal, range);
  refuseAsValue(expression, diagnostics_);
  return std::nullopt;
}

std::optional<LinearForm> ValueBinder::bindOther(const ast::OtherLiteral &literal,
                                                 SourceRange range) const {
  using Kind = ast::OtherLiteral::Kind;
  if (literal.kind == Kind::Decimal)
    return bindDecimal(literal.text, range, diagnostics_);
  if (literal.kind == Kind::Date)
    return bindDate(literal.text, range, diagnostics_);
  LinearForm form;
  form.range = range;
  if (literal.kind == Kind::String) {
    form.kind = ValueKind::Text;
    form.text = literal.text;
    return form;
  }
  std::optional<Bound> ticks = bindPointInTime(literal.text, range, context_.unit, diagnostics_);
  if (!ticks)
    return std::nullopt;
  form.kind = ValueKind::Timestamp;
  form.constant = *ticks - context_.zero;
  return form;
}

std::optional<LinearForm> ValueBinder::bindColumn(const ast::ColumnName &name,
                                                  SourceRange range) const {
  std::optional<AttributeRef> attribute = scope_.resolve(name);
  return attribute ? std::optional(formOf(*attribute, range)) : std::nullopt;
}

LinearForm ValueBinder::formOf(AttributeRef attribute, SourceRange range) const {
  const Column &column = scope_.column(attribute);
  LinearForm form;
  form.terms.emplace(scalarOf(attribute, range), 1);
  form.columnType = column.type;
  form.domain = column.domain;
  form.range = range;
  switch (column.type.kind) {
  case TypeKind::SmallInt:
  case TypeKind::Int:
  case TypeKind::BigInt:
    form.kind = column.domain ? ValueKind::Code : ValueKind::Number;
    break;
  case TypeKind::Decimal:
    form.isDecimal = true;
    form.decimals = column.type.scale;
    form.scale = context_.scale.value_or(column.type.scale);
    break;
  case TypeKind::Timestamp:
    form.kind = ValueKind::Timestamp;
    break;
  case TypeKind::Boolean:
    form.kind = ValueKind::Boolean;
    break;
  case TypeKind::Date:
    form.kind = ValueKind::Date;
    break;
  case TypeKind::Enum:
  case TypeKind::Varchar:
    form.kind = ValueKind::Code;
    break;
  }
  return form;
}

std::optional<LinearForm> ValueBinder::bindSum(const ast::Sum &sum, SourceRange range) const {
  std::optional<LinearForm> result;
  bool isValid = true;
  for (const ast::Sum::Term &term : sum.terms) {
    std::optional<LinearForm> value = bind(*term.value);
    if (!value) {
      isValid = false;
    } else if (!isValid) {
      continue; // for the errors of the other terms
    } else if (result) {
      if (!arithmetic_.add(*result, std::move(*value), term.isNegative))
        return std::nullopt;
    } else {
      if (term.isNegative && !arithmetic_.negate(*value)) // a sign in front
        return std::nullopt;
      result = std::move(value);
    }
  }
  if (!isValid)
    return std::nullopt;
  result->range = range;
  return result;
}

std::optional<LinearForm> ValueBinder::bindProduct(const ast::Product &product,
                                                   SourceRange range) const {
  std::optional<LinearForm> result = bind(*product.first);
  for (const ast::Product::Factor &factor : product.factors) {
    std::optional<LinearForm> value = bind(*factor.value);
    if (!result || !value) {
      result.reset();
      continue; // for the errors of the other factors
    }
    SourceRange joined = join(result->range, value->range);
    bool isValid = factor.operation == '*'
                       ? arithmetic_.multiply(*result, *value, joined)
                       : arithmetic_.divide(*result, *value, factor.operation, joined);
    if (!isValid)
      return std::nullopt;
  }
  if (result)
    result->range = range;
  return result;
}

void refuseAsValue(const ast::Expression &expression, DiagnosticEngine &diagnostics) {
  std::visit(Refusal{expression.range, diagnostics}, expression.node);
}

} // namespace bough

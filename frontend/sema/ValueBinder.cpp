#include "frontend/sema/ValueBinder.h"

#include "frontend/sema/Formula.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>

namespace bough {

namespace {

Bound toBound(std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return -Bound(std::numeric_limits<std::int64_t>::min()); // 2^63, the largest literal
  return Bound(static_cast<std::int64_t>(value));
}

std::optional<TimeUnit> intervalUnit(std::string_view word) {
  for (int i = 0; i <= static_cast<int>(TimeUnit::Picosecond); ++i) {
    auto unit = static_cast<TimeUnit>(i);
    if (equalIgnoringCase(word, name(unit)) ||
        equalIgnoringCase(word, std::string(name(unit)) + 's'))
      return unit;
  }
  return std::nullopt;
}

/// A decimal number, mantissa / 10^decimals.
struct Amount {
  __int128 mantissa = 0;
  unsigned decimals = 0;
};

enum class AmountError { None, Malformed, TooLarge };

/// ['+' | '-'] digits ['.' digits], blanks around it allowed.
AmountError parseAmount(std::string_view text, Amount &amount) {
  auto trim = [&] {
    while (!text.empty() && text.front() == ' ')
      text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
      text.remove_suffix(1);
  };
  trim();
  bool isNegative = !text.empty() && text.front() == '-';
  if (isNegative || (!text.empty() && text.front() == '+'))
    text.remove_prefix(1);
  std::size_t point = std::min(text.find('.'), text.size());
  if (point == 0 || point + 1 == text.size())
    return AmountError::Malformed;
  while (point < text.size() && text.back() == '0' && text.size() > point + 2)
    text.remove_suffix(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point)
      continue;
    if (text[i] < '0' || text[i] > '9')
      return AmountError::Malformed;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point)
      continue;
    if (__builtin_mul_overflow(amount.mantissa, 10, &amount.mantissa) ||
        __builtin_add_overflow(amount.mantissa, text[i] - '0', &amount.mantissa))
      return AmountError::TooLarge;
    amount.decimals += i > point ? 1 : 0;
  }
  if (isNegative)
    amount.mantissa = -amount.mantissa;
  return AmountError::None;
}

constexpr std::array<std::string_view, 5> aggregates = {"AVG", "COUNT", "MAX", "MIN", "SUM"};

/// Names what an expression is that cannot be a value.
struct Refusal {
  SourceRange range;
  DiagnosticEngine &diagnostics;

  void notYet(SourceRange where, std::string_view feature) const {
    diagnostics.report(diag::notSupportedYet, where, feature);
  }
  void condition() const { diagnostics.report(diag::valueExpected, range); }

  void operator()(const ast::OtherLiteral &literal) const {
    switch (literal.kind) {
    case ast::OtherLiteral::Kind::Decimal:
      return notYet(range, "a DECIMAL constant");
    case ast::OtherLiteral::Kind::String:
      return notYet(range, "a string constant");
    case ast::OtherLiteral::Kind::Timestamp:
      return notYet(range, "a TIMESTAMP constant");
    case ast::OtherLiteral::Kind::Null:
      diagnostics.report(diag::notInLanguage, range, "NULL")
          .notes.push_back({"columns are never null", {}});
      return;
    }
  }
  void operator()(const ast::Call &call) const {
    std::string function = toUpper(call.name.name);
    bool isAggregate =
        std::find(aggregates.begin(), aggregates.end(), function) != aggregates.end();
    notYet(call.name.range,
           fmt::format("the {} {}", isAggregate ? "aggregate" : "function", function));
  }
  void operator()(const ast::AllColumns &) const { diagnostics.report(diag::misplacedStar, range); }
  void operator()(const ast::Erroneous &) const {}
  void operator()(const ast::BooleanLiteral &) const { condition(); }
  void operator()(const ast::Comparison &) const { condition(); }
  void operator()(const ast::Between &) const { condition(); }
  void operator()(const ast::In &) const { condition(); }
  void operator()(const ast::DistinctFrom &) const { condition(); }
  void operator()(const ast::Not &) const { condition(); }
  void operator()(const ast::Junction &) const { condition(); }
  // These are values.
  void operator()(const ast::IntegerLiteral &) const {}
  void operator()(const ast::IntervalLiteral &) const {}
  void operator()(const ast::ColumnName &) const {}
  void operator()(const ast::Sum &) const {}
  void operator()(const ast::Product &) const {}
};

} // namespace

std::optional<LinearForm> ValueBinder::bind(const ast::Expression &expression) const {
  if (const auto *literal = std::get_if<ast::IntegerLiteral>(&expression.node)) {
    LinearForm form;
    form.constant = toBound(literal->value);
    form.range = expression.range;
    return form;
  }
  if (const auto *interval = std::get_if<ast::IntervalLiteral>(&expression.node))
    return bindInterval(*interval, expression.range);
  if (const auto *column = std::get_if<ast::ColumnName>(&expression.node))
    return bindColumn(*column, expression.range);
  if (const auto *sum = std::get_if<ast::Sum>(&expression.node))
    return bindSum(*sum, expression.range);
  if (const auto *product = std::get_if<ast::Product>(&expression.node))
    return bindProduct(*product, expression.range);
  refuseAsValue(expression, diagnostics_);
  return std::nullopt;
}

std::optional<LinearForm> ValueBinder::bindColumn(const ast::ColumnName &name,
                                                  SourceRange range) const {
  std::optional<AttributeRef> attribute = scope_.resolve(name);
  if (!attribute)
    return std::nullopt;
  LinearForm form;
  form.columnType = scope_.column(*attribute).type;
  form.kind = form.columnType->isTimestamp() ? ValueKind::Timestamp : ValueKind::Integer;
  form.terms.emplace(scalarOf(*attribute, range), 1);
  form.range = range;
  return form;
}

std::optional<LinearForm> ValueBinder::bindSum(const ast::Sum &sum, SourceRange range) const {
  std::optional<LinearForm> result;
  bool isValid = true;
  for (const ast::Sum::Term &term : sum.terms) {
    std::optional<LinearForm> value = bind(*term.value);
    if (!value) {
      isValid = false;
      continue;
    }
    if (!result && !term.isNegative) {
      result = std::move(value);
      continue;
    }
    if (!result) { // a sign in front: zero minus the term
      result.emplace();
      result->kind = value->kind;
      result->range = {range.begin, range.begin};
      if (value->kind == ValueKind::Timestamp) {
        diagnostics_.report(diag::negatedTimestamp, value->range, value->describeType());
        return std::nullopt;
      }
    }
    if (!isValid)
      continue;
    std::optional<ValueKind> kind = kindOfSum(result->kind, value->kind, term.isNegative);
    if (!kind) {
      reportSum(*result, *value, term.isNegative);
      return std::nullopt;
    }
    result->accumulate(*value, term.isNegative);
    result->kind = *kind;
    result->range = join(result->range, value->range);
  }
  if (!isValid)
    return std::nullopt;
  result->range = range;
  return checkSize(*result) ? result : std::nullopt;
}

/// What passes 120 bits is not exact any more.
bool ValueBinder::checkSize(const LinearForm &form) const {
  bool isExact = form.constant.isFinite();
  for (const auto &[scalar, coefficient] : form.terms)
    isExact &= coefficient.isFinite();
  if (!isExact)
    diagnostics_.report(diag::expressionTooLarge, form.range);
  return isExact;
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
    bool isValid = factor.operation == '*' ? multiply(*result, *value, joined)
                                           : divide(*result, *value, factor.operation, joined);
    if (!isValid)
      return std::nullopt;
    result->range = joined;
    result->columnType.reset();
    if (!checkSize(*result))
      return std::nullopt;
  }
  if (result)
    result->range = range;
  return result;
}

bool ValueBinder::multiply(LinearForm &left, const LinearForm &right, SourceRange range) const {
  bool hasDuration = left.kind == ValueKind::Duration || right.kind == ValueKind::Duration;
  bool hasConstant = left.isConstant() || right.isConstant();
  if ((left.kind != ValueKind::Integer && right.kind != ValueKind::Integer) ||
      left.kind == ValueKind::Timestamp || right.kind == ValueKind::Timestamp ||
      (hasDuration && !hasConstant)) {
    diagnostics_.report(diag::multiplyTypes, range, left.describeType(), right.describeType());
    return false;
  }
  ValueKind kind = hasDuration ? ValueKind::Duration : ValueKind::Integer;
  if (right.isConstant()) {
    left.multiply(right.constant);
  } else if (left.isConstant()) {
    Bound factor = left.constant;
    left = right;
    left.multiply(factor);
  } else {
    std::optional<Scalar> x = scalarOf(left, scope_, diagnostics_);
    std::optional<Scalar> y = scalarOf(right, scope_, diagnostics_);
    if (!x || !y)
      return false;
    Scalar scalar = scalarOf(Scalar::Kind::Multiply, std::move(*x), std::move(*y), range);
    if (depthOf(scalar) > limits::nesting) {
      diagnostics_.report(diag::tooDeep, range, limits::nesting);
      return false;
    }
    left.terms.clear();
    left.terms.emplace(std::move(scalar), 1);
    left.constant = 0;
  }
  left.kind = kind;
  return true;
}

bool ValueBinder::divide(LinearForm &left, const LinearForm &right, char operation,
                         SourceRange range) const {
  if (left.kind != ValueKind::Integer || right.kind != ValueKind::Integer) {
    diagnostics_.report(diag::divideTypes, range, operation, left.describeType(),
                        right.describeType());
    return false;
  }
  std::optional<std::int64_t> divisor = right.constant.toInt64();
  if (!right.isConstant() || !divisor || *divisor == 0) {
    diagnostics_.report(diag::divisor, right.range, operation);
    return false;
  }
  if (left.isConstant()) {
    left.constant = operation == '/' ? truncatedQuotient(left.constant, *divisor)
                                     : truncatedRemainder(left.constant, *divisor);
    return true;
  }
  std::optional<Scalar> dividend = scalarOf(left, scope_, diagnostics_);
  if (!dividend)
    return false;
  Interval values = rangeOf(*dividend, scope_.inputRange());
  if (!values.lo.toInt64() || !values.hi.toInt64()) {
    diagnostics_.report(diag::dividendTooLarge, left.range, operation, values.lo.toString(),
                        values.hi.toString());
    return false;
  }
  Scalar scalar = scalarOf(operation == '/' ? Scalar::Kind::Divide : Scalar::Kind::Modulo,
                           std::move(*dividend), scalarOf(*divisor, right.range), range);
  if (depthOf(scalar) > limits::nesting) {
    diagnostics_.report(diag::tooDeep, range, limits::nesting);
    return false;
  }
  left.terms.clear();
  left.terms.emplace(std::move(scalar), 1);
  left.constant = 0;
  return true;
}

std::optional<Scalar> scalarOf(const LinearForm &form, const Scope &scope,
                               DiagnosticEngine &diagnostics) {
  std::optional<Terms> terms = form.smallTerms();
  std::optional<std::int64_t> constant = form.constant.toInt64();
  Bound large = form.largeCoefficient().value_or(form.constant);
  if (form.terms.size() > limits::nesting)
    diagnostics.report(diag::tooMany, form.range, "columns in an expression", limits::nesting);
  else if (!constant || !terms)
    diagnostics.report(diag::constantTooLarge, form.range, large.toString());
  else if (!isExact(*terms, scope.inputRange()))
    diagnostics.report(diag::expressionTooLarge, form.range);
  else
    return scalarOf(*terms, *constant, form.range);
  return std::nullopt;
}

void ValueBinder::reportSum(const LinearForm &sum, const LinearForm &term, bool subtract) const {
  Diagnostic &error = subtract ? diagnostics_.report(diag::subtractTypes, term.range,
                                                     term.describeType(), sum.describeType())
                               : diagnostics_.report(diag::addTypes, term.range,
                                                     term.describeType(), sum.describeType());
  const LinearForm *integer = sum.kind == ValueKind::Integer    ? &sum
                              : term.kind == ValueKind::Integer ? &term
                                                                : nullptr;
  error.notes.push_back({fmt::format("this is of type {}", sum.describeType()), sum.range});
  if (integer != nullptr && integer->isConstant())
    error.notes.push_back({fmt::format("a duration is written INTERVAL '{}' {}",
                                       integer->constant.toString(), toUpper(name(unit_))),
                           {}});
}

std::optional<LinearForm> ValueBinder::bindInterval(const ast::IntervalLiteral &literal,
                                                    SourceRange range) const {
  std::optional<TimeUnit> unit = intervalUnit(literal.unit.name);
  if (!unit) {
    Diagnostic &error =
        diagnostics_.report(diag::intervalUnit, literal.unit.range, spellName(literal.unit.name));
    std::string word = toUpper(literal.unit.name);
    if (word == "MONTH" || word == "MONTHS" || word == "YEAR" || word == "YEARS")
      error.notes.push_back({"months and years have no fixed length", {}});
    return std::nullopt;
  }
  Amount amount;
  AmountError problem = parseAmount(literal.amount, amount);
  if (problem == AmountError::Malformed) {
    diagnostics_.report(diag::intervalAmount, literal.amountRange);
    return std::nullopt;
  }
  __int128 multiplier = *unit <= unit_ ? ticksPer(*unit, unit_) : 1;
  __int128 divisor = *unit <= unit_ ? 1 : ticksPer(unit_, *unit);
  bool isTooLarge = problem == AmountError::TooLarge;
  bool isWhole = true;
  for (unsigned i = 0; i < amount.decimals && !isTooLarge && isWhole; ++i) {
    // Cancel against the multiplier first, which keeps the numbers small.
    if (multiplier % 10 == 0)
      multiplier /= 10;
    else
      isWhole = !__builtin_mul_overflow(divisor, 10, &divisor);
  }
  __int128 ticks = 0;
  isTooLarge = isTooLarge || __builtin_mul_overflow(amount.mantissa, multiplier, &ticks);
  if (!isTooLarge && (!isWhole || ticks % divisor != 0)) {
    diagnostics_.report(diag::intervalNotWhole, range, name(unit_))
        .notes.push_back(
            {fmt::format("the finest timestamps of this query are in {}s", name(unit_)), {}});
    return std::nullopt;
  }
  ticks /= divisor;
  if (literal.isNegative)
    ticks = -ticks;
  if (isTooLarge || ticks < std::numeric_limits<std::int64_t>::min() ||
      ticks > std::numeric_limits<std::int64_t>::max()) {
    diagnostics_.report(diag::intervalTooLarge, range, name(unit_));
    return std::nullopt;
  }
  LinearForm form;
  form.kind = ValueKind::Duration;
  form.constant = Bound(static_cast<std::int64_t>(ticks));
  form.range = range;
  return form;
}

void refuseAsValue(const ast::Expression &expression, DiagnosticEngine &diagnostics) {
  std::visit(Refusal{expression.range, diagnostics}, expression.node);
}

} // namespace bough

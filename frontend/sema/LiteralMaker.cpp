#include "frontend/sema/LiteralMaker.h"

#include "frontend/syntax/Limits.h"

#include <algorithm>
#include <numeric>

namespace bough {

std::optional<LiteralMaker::Reduced> LiteralMaker::reduce(const LinearForm &form) const {
  if (form.terms.size() > limits::nesting) {
    diagnostics_.report(diag::tooMany, form.range, "columns in an expression", limits::nesting);
    return std::nullopt;
  }
  if (std::optional<Bound> large = form.largeCoefficient()) {
    diagnostics_.report(diag::constantTooLarge, form.range, large->toString());
    return std::nullopt;
  }
  std::optional<Terms> terms = form.smallTerms();
  if (!isExact(*terms, range_)) {
    diagnostics_.report(diag::expressionTooLarge, form.range, 120);
    return std::nullopt;
  }
  Reduced reduced;
  reduced.divisor = 0;
  for (const auto &[scalar, coefficient] : *terms)
    reduced.divisor = std::gcd(reduced.divisor, coefficient);
  for (const auto &[scalar, coefficient] : *terms)
    reduced.terms.emplace(scalar, coefficient / reduced.divisor);
  reduced.values = rangeOf(bough::scalarOf(reduced.terms, 0, form.range), range_);
  return reduced;
}

FormulaPtr LiteralMaker::reportConstant(Bound constant, SourceRange range) const {
  diagnostics_.report(diag::offsetTooLarge, range, constant.toString());
  return nullptr;
}

FormulaPtr LiteralMaker::atMost(const LinearForm &form, Bound limit) const {
  Bound c = limit - form.constant;
  if (form.isConstant())
    return makeConstant(Bound(0) <= c, form.range);
  std::optional<Reduced> reduced = reduce(form);
  if (!reduced)
    return nullptr;
  c = floorDivide(c, reduced->divisor);
  std::optional<std::int64_t> value = c.toInt64();
  if (!value) {
    if (reduced->values.hi <= c || reduced->values.lo > c)
      return makeConstant(reduced->values.hi <= c, form.range);
    return reportConstant(c, form.range);
  }
  Literal literal;
  literal.terms = std::move(reduced->terms);
  literal.values = {*value};
  literal.isTime = form.isTime();
  literal.range = form.range;
  return makeLiteral(std::move(literal));
}

FormulaPtr LiteralMaker::equal(const LinearForm &form) const { return in(form, {Bound(0)}); }

FormulaPtr LiteralMaker::in(const LinearForm &form, const std::vector<Bound> &values) const {
  if (form.isConstant())
    return makeConstant(std::find(values.begin(), values.end(), form.constant) != values.end(),
                        form.range);
  std::optional<Reduced> reduced = reduce(form);
  if (!reduced)
    return nullptr;
  bool isFlipped = reduced->terms.begin()->second < 0;
  bool isColumn =
      reduced->terms.size() == 1 && reduced->terms.begin()->first.kind == Scalar::Kind::Attribute;
  Literal literal;
  for (Bound value : values) {
    Bound c = value - form.constant;
    Bound quotient = floorDivide(c, reduced->divisor);
    if (quotient * Bound(reduced->divisor) != c)
      continue; // not a multiple, as the terms are
    if (isFlipped)
      quotient = -quotient;
    Interval possible =
        isFlipped ? Interval{-reduced->values.hi, -reduced->values.lo} : reduced->values;
    std::optional<std::int64_t> small = quotient.toInt64();
    // Ranges of sums end one below and one above a value.
    if (small && (isColumn || *small != std::numeric_limits<std::int64_t>::min()))
      literal.values.push_back(*small);
    else if (possible.contains(quotient))
      return reportConstant(quotient, form.range);
  }
  if (literal.values.empty())
    return makeConstant(false, form.range);
  std::sort(literal.values.begin(), literal.values.end());
  literal.values.erase(std::unique(literal.values.begin(), literal.values.end()),
                       literal.values.end());
  literal.relation = literal.values.size() == 1 ? Literal::Relation::Equal : Literal::Relation::In;
  literal.terms = isFlipped ? negate(reduced->terms) : std::move(reduced->terms);
  literal.isTime = form.isTime();
  literal.isBoolean = form.kind == ValueKind::Boolean && isColumn;
  literal.range = form.range;
  return makeLiteral(std::move(literal));
}

} // namespace bough

#include "frontend/sema/ResultBinder.h"

#include "frontend/sema/Formula.h"

#include <algorithm>

namespace bough {

namespace {

constexpr unsigned decimalDigits = 18;

/// The type that holds the values of both, which are of one kind and no codes: the wider number,
/// the finer timestamp.
Type commonType(const Type &a, const Type &b) {
  Type result = a;
  if (a.kind == TypeKind::Decimal || b.kind == TypeKind::Decimal) {
    result.kind = TypeKind::Decimal;
    bool isSame = a == b;
    result.precision = isSame ? a.precision : decimalDigits;
    result.scale = std::max(a.scale, b.scale);
    return result;
  }
  result.kind = std::max(a.kind, b.kind);
  result.unit = std::max(a.unit, b.unit);
  return result;
}

} // namespace

bool ResultBinder::add(const std::vector<BoundOutput> &outputs) {
  if (!hasFirst_) {
    hasFirst_ = true;
    for (const BoundOutput &output : outputs)
      columns_.push_back({output.name, output.type, output.form.kind, output.form.domain,
                          output.form.isConstant(), output.form.isDecimal, output.form.range,
                          output.rowNumber.has_value(), output.hasOwnScale});
    return true;
  }
  if (outputs.size() != columns_.size()) {
    diagnostics_
        .report(diag::unionColumnCount, join(outputs.front().form.range, outputs.back().form.range),
                outputs.size(), columns_.size())
        .notes.push_back(
            {"the first SELECT gives these", join(columns_.front().range, columns_.back().range)});
    return false;
  }
  bool isValid = true;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Combined &column = columns_[i];
    const BoundOutput &output = outputs[i];
    if (combine(column, output)) {
      column.isConstant &= output.form.isConstant();
      column.isDecimal |= output.form.isDecimal;
      continue;
    }
    diagnostics_
        .report(diag::unionTypes, output.form.range, i + 1, toString(output.type),
                toString(column.type))
        .notes.push_back({fmt::format("this is of type {}", toString(column.type)), column.range});
    isValid = false;
  }
  return isValid;
}

bool ResultBinder::combine(Combined &column, const BoundOutput &output) const {
  auto isCoded = [](ValueKind kind) { return kind == ValueKind::Code || kind == ValueKind::Text; };
  column.isRowNumber |= output.rowNumber.has_value();
  // The number of a row is a cell as it is, and not in units of a DECIMAL.
  if (column.isRowNumber && (column.isDecimal || output.form.isDecimal || isCoded(column.kind) ||
                             isCoded(output.form.kind)))
    return false;
  if (isCoded(column.kind) || isCoded(output.form.kind))
    return combineCodes(column, output);
  if (column.kind != output.form.kind)
    return false;
  column.type = commonType(column.type, output.type);
  return true;
}

bool ResultBinder::combineCodes(Combined &column, const BoundOutput &output) const {
  const LinearForm &form = output.form;
  if (column.kind == ValueKind::Text && form.kind == ValueKind::Text) {
    column.type.length = std::max(column.type.length, output.type.length);
    return true;
  }
  auto fits = [&](const Domain &domain, ValueKind kind, bool isConstant, bool isDecimal) {
    if (domain.isText)
      return kind == ValueKind::Text;
    return kind == ValueKind::Number && isConstant && !isDecimal;
  };
  if (column.kind != ValueKind::Code) { // constants so far
    if (form.kind != ValueKind::Code ||
        !fits(context_.domains.at(*form.domain), column.kind, column.isConstant, column.isDecimal))
      return false;
    column.kind = ValueKind::Code;
    column.type = output.type;
    column.domain = form.domain;
    return true;
  }
  const Domain &domain = context_.domains.at(*column.domain);
  if (form.kind != ValueKind::Code)
    return fits(domain, form.kind, form.isConstant(), form.isDecimal);
  const Domain &other = context_.domains.at(*form.domain);
  if (domain.isText != other.isText || domain.isEnum != other.isEnum ||
      (domain.isEnum && form.domain != column.domain))
    return false;
  context_.domains.merge(*column.domain, *form.domain);
  column.type.kind = std::max(column.type.kind, output.type.kind);
  column.type.length = std::max(column.type.length, output.type.length);
  column.type.keys = std::max(column.type.keys, output.type.keys);
  return true;
}

std::vector<ResultColumn> ResultBinder::columns() {
  std::vector<ResultColumn> result;
  for (unsigned i = 0; i < columns_.size(); ++i) {
    Combined &column = columns_[i];
    if (column.kind == ValueKind::Text)
      column.domain = context_.domains.resultDomain(query_, i);
    result.push_back({column.name, column.type, column.domain, column.hasOwnScale});
  }
  return result;
}

bool ResultBinder::toCells(LinearForm &form, const ResultColumn &column, const Scope &scope) const {
  if (column.domain && form.isConstant()) {
    std::optional<std::int64_t> integer = form.constant.toInt64();
    if (form.kind != ValueKind::Text && !integer) {
      diagnostics_.report(diag::constantTooLarge, form.range, form.constant.toString());
      return false;
    }
    std::optional<std::int64_t> code = form.kind == ValueKind::Text
                                           ? context_.domains.code(*column.domain, form.text)
                                           : context_.domains.code(*column.domain, *integer);
    if (!code) {
      const Domain &domain = context_.domains.at(*column.domain);
      diagnostics_.report(diag::notInEnum, form.range, fmt::format("'{}'", form.text),
                          listOf(domain));
      return false;
    }
    form.constant = *code;
    return true;
  }
  if (column.type.kind == TypeKind::Decimal && context_.scale) {
    unsigned scale = *context_.scale;
    if (form.scale <= scale)
      form.rescale(scale);
    else if (!divideByPower(form, form.scale - scale, scope))
      return false;
  }
  return Arithmetic(scope, context_.unit, diagnostics_).scalarOf(form).has_value();
}

bool ResultBinder::divideByPower(LinearForm &form, unsigned digits, const Scope &scope) const {
  LinearForm result = form;
  result.terms.clear();
  result.scale = form.scale - digits;
  result.constant = truncatedQuotient(form.constant, powerOfTen(digits));
  for (const auto &[scalar, coefficient] : form.terms) {
    Bound factor = coefficient;
    unsigned left = digits;
    for (; left > 0 && truncatedRemainder(factor, 10) == Bound(0); --left)
      factor = truncatedQuotient(factor, 10);
    if (left == 0) {
      result.terms.emplace(scalar, factor);
      continue;
    }
    // Columns are multiples of what is left: Plan::scale leaves room for the digits of the result.
    std::optional<std::int64_t> divisor = powerOfTen(left).toInt64();
    if (!divisor || !fitsInt64({{scalar, 1}}, scope.inputRange())) {
      diagnostics_.report(diag::expressionTooLarge, form.range, 64);
      return false;
    }
    result.terms.emplace(scalarOf(Scalar::Kind::Divide, scalar,
                                  bough::scalarOf(*divisor, scalar.range), scalar.range),
                         factor);
  }
  form = std::move(result);
  return true;
}

} // namespace bough

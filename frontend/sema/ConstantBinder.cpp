#include "frontend/sema/ConstantBinder.h"

#include "frontend/sema/Calendar.h"
#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

namespace {

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

} // namespace

std::optional<LinearForm> bindInterval(const ast::IntervalLiteral &literal, SourceRange range,
                                       TimeUnit finest, DiagnosticEngine &diagnostics) {
  std::optional<TimeUnit> unit = intervalUnit(literal.unit.name);
  if (!unit) {
    Diagnostic &error =
        diagnostics.report(diag::intervalUnit, literal.unit.range, spellName(literal.unit.name));
    std::string word = toUpper(literal.unit.name);
    if (word == "MONTH" || word == "MONTHS" || word == "YEAR" || word == "YEARS")
      error.notes.push_back({"months and years have no fixed length", {}});
    return std::nullopt;
  }
  Amount amount;
  AmountError problem = parseAmount(literal.amount, amount);
  if (problem == AmountError::Malformed) {
    diagnostics.report(diag::intervalAmount, literal.amountRange);
    return std::nullopt;
  }
  __int128 multiplier = *unit <= finest ? ticksPer(*unit, finest) : 1;
  __int128 divisor = *unit <= finest ? 1 : ticksPer(finest, *unit);
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
    diagnostics.report(diag::intervalNotWhole, range, name(finest))
        .notes.push_back(
            {fmt::format("the finest timestamps of this query are in {}s", name(finest)), {}});
    return std::nullopt;
  }
  ticks /= divisor;
  if (literal.isNegative)
    ticks = -ticks;
  if (isTooLarge || ticks < std::numeric_limits<std::int64_t>::min() ||
      ticks > std::numeric_limits<std::int64_t>::max()) {
    diagnostics.report(diag::intervalTooLarge, range, name(finest));
    return std::nullopt;
  }
  LinearForm form;
  form.kind = ValueKind::Duration;
  form.constant = Bound(static_cast<std::int64_t>(ticks));
  form.range = range;
  return form;
}

std::optional<LinearForm> bindDecimal(std::string_view text, SourceRange range,
                                      DiagnosticEngine &diagnostics) {
  constexpr unsigned longest = 36; // 10^36 < 2^120
  LinearForm form;
  form.isDecimal = true;
  form.range = range;
  std::size_t exponentBegin = std::min(text.find_first_of("eE"), text.size());
  bool isBehindPoint = false;
  for (char c : text.substr(0, exponentBegin)) {
    if (c == '.') {
      isBehindPoint = true;
      continue;
    }
    form.constant = form.constant * Bound(10) + Bound(c - '0');
    form.decimals += isBehindPoint ? 1 : 0;
  }
  int exponent = 0;
  bool isNegative = false;
  for (char c : text.substr(std::min(exponentBegin + 1, text.size())))
    if (c == '-' || c == '+')
      isNegative = c == '-';
    else
      exponent = std::min(10 * exponent + (c - '0'), 1000);
  if (isNegative) {
    form.decimals += static_cast<unsigned>(exponent);
  } else {
    unsigned shifted = std::min(form.decimals, static_cast<unsigned>(exponent));
    form.decimals -= shifted;
    form.constant = form.constant * powerOfTen(static_cast<unsigned>(exponent) - shifted);
  }
  form.scale = form.decimals;
  if (form.decimals <= longest && form.constant < powerOfTen(longest))
    return form;
  diagnostics.report(diag::decimalTooLong, range, longest);
  return std::nullopt;
}

std::optional<LinearForm> bindDate(std::string_view text, SourceRange range,
                                   DiagnosticEngine &diagnostics) {
  std::optional<std::int64_t> days = parseDate(text);
  if (!days) {
    diagnostics.report(diag::dateConstant, range);
    return std::nullopt;
  }
  LinearForm form;
  form.kind = ValueKind::Date;
  form.constant = *days;
  form.range = range;
  return form;
}

std::optional<Bound> bindPointInTime(std::string_view text, SourceRange range, TimeUnit unit,
                                     DiagnosticEngine &diagnostics) {
  std::optional<PointInTime> time = parsePointInTime(text);
  if (!time) {
    diagnostics.report(diag::timestampConstant, range);
    return std::nullopt;
  }
  std::optional<Bound> ticks = toTicks(*time, unit);
  if (!ticks)
    diagnostics.report(diag::timestampNotWhole, range, name(unit));
  return ticks;
}

std::optional<std::int64_t> signedInteger(const ast::Expression &expression) {
  if (const auto *sum = std::get_if<ast::Sum>(&expression.node)) {
    const auto *literal = std::get_if<ast::IntegerLiteral>(&sum->terms.front().value->node);
    if (sum->terms.size() > 1 || literal == nullptr)
      return std::nullopt;
    return (-toBound(literal->value)).toInt64();
  }
  const auto *literal = std::get_if<ast::IntegerLiteral>(&expression.node);
  return literal == nullptr ? std::nullopt : toBound(literal->value).toInt64();
}

Bound toBound(std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return -Bound(std::numeric_limits<std::int64_t>::min()); // 2^63, the largest literal
  return Bound(static_cast<std::int64_t>(value));
}

} // namespace bough

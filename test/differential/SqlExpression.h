#pragma once

#include "test/differential/Model.h"

#include <map>
#include <string>
#include <utility>

namespace bough::differential {

enum class Dialect { Bough, Sqlite };

/// Prints the values and conditions of a SELECT. For SQLite everything is an integer: times in
/// ticks of CaseModel::unit(), decimals in units of 10^-CaseModel::scale, texts by number.
class ExpressionPrinter {
public:
  ExpressionPrinter(const CaseModel &model, const BranchModel &branch, Dialect dialect)
      : model_(model), branch_(branch), dialect_(dialect) {}

  /// "i0", or "e0" for the first EXISTS, unless it has been renamed.
  std::string alias(unsigned item) const;
  void rename(unsigned item, std::string alias) { aliases_[item] = std::move(alias); }
  std::string attribute(AttributeRef attribute) const;
  std::string value(const Expression &expression) const;
  std::string condition(const Condition &condition) const;

private:
  std::string operand(const Expression &expression) const;
  std::string operand(const Condition &condition) const;
  std::string scaledOperand(const Expression &expression, bool isScaled) const;
  std::string constant(const Expression &expression) const;
  std::string values(const Condition &condition, std::string_view separator,
                     std::size_t first = 0) const;

  const CaseModel &model_;
  const BranchModel &branch_;
  Dialect dialect_;
  std::map<unsigned, std::string> aliases_;
};

/// A constant as Bough's SQL spells it; a time or interval of the case's units.
std::string boughConstant(const CaseModel &model, Family family, std::int64_t value);
/// value * 10^-scale with all its digits.
std::string decimalText(std::int64_t value, unsigned scale);
/// "1970-01-01" for day 0.
std::string dateText(std::int64_t day);
std::int64_t powerOfTen(unsigned exponent);

} // namespace bough::differential

#pragma once

#include <bitset>

namespace bough::differential {

/// What a case contains beside plain joins. A case has few of them, so that it is likely to be
/// accepted and each combination of two occurs.
enum class Theme {
  SelfJoin,
  Union, ///< several SELECTs
  Distinct,
  Disjunction,  ///< OR across items
  Negation,     ///< NOT
  Filters,      ///< IN, OR, %, ... over one item
  DistinctFrom, ///< IS [NOT] DISTINCT FROM
  Opaque,       ///< several attributes of several items
  Derived,      ///< arithmetic over one item, in conditions and in the result
  Computed,     ///< arithmetic over several items in the result
  Exists,
  Table,
  Rates,    ///< windows over attributes without a range, with declared rates
  Finite,   ///< ends_at
  Absolute, ///< TIMESTAMP literals
  EqualTimes,
  SeveralRoots,
  Types, ///< BOOLEAN, DECIMAL, DATE, ENUM, VARCHAR, KEYS
  Queries,
  MixedUnits,
  StartsAt,
  ExtremeTimes,
  ExtremeValues,
};
constexpr std::size_t themeCount = static_cast<std::size_t>(Theme::ExtremeValues) + 1;

class Themes {
public:
  bool has(Theme theme) const { return bits_[static_cast<std::size_t>(theme)]; }
  void add(Theme theme) { bits_.set(static_cast<std::size_t>(theme)); }
  void remove(Theme theme) { bits_.reset(static_cast<std::size_t>(theme)); }

private:
  std::bitset<themeCount> bits_;
};

} // namespace bough::differential

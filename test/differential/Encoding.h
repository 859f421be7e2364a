#pragma once

#include "test/differential/Model.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bough::differential {

/// The cells of a case as a machine sees them, and back: units, zeros of time, scales of decimals,
/// and codes for the values of domains. New values get the next code, as in a reader.
class Encoding {
public:
  /// `isLoading`: of tables, whose values need no place yet.
  Encoding(const CaseModel &model, const Plan &plan, bool isLoading = false);

  /// All cells of a row of `streams[row.stream]`.
  std::vector<std::int64_t> machineRow(const RowModel &row);
  /// [query, time, cells...], see Bag.
  std::vector<std::int64_t> resultRow(unsigned query, std::int64_t time, const std::int64_t *cells);
  std::int64_t resultTime(std::int64_t machineTime) const { return machineTime + zero_; }
  /// Empty, or why something has no encoding: too many values, a code that was never given.
  const std::string &fault() const { return fault_; }
  /// The domain's values by code: numbers of texts, or integers.
  const std::vector<std::int64_t> &values(unsigned domain) const { return values_[domain]; }

private:
  std::int64_t code(unsigned domain, std::int64_t value);

  const CaseModel &model_;
  const Plan &plan_;
  bool isLoading_;
  std::int64_t zero_ = 0; ///< the input's time that is 0 for the machine, in ticks of Plan::unit
  std::vector<std::vector<std::int64_t>> values_;           ///< by domain and code
  std::vector<std::map<std::int64_t, std::int64_t>> codes_; ///< by domain: value to code
  std::string fault_;
};

/// Gives the rows of the tables to the plan, and their values to the domains.
void loadTables(const CaseModel &model, Plan &plan);

} // namespace bough::differential

#pragma once

#include "codegen/Pipeline.h"
#include "codegen/ir/RowCost.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace bough::tool {

/// What shedding costs and saves for rows of one stream, estimated (design note 6.2).
struct ShedCosts {
  std::string stream;
  ir::RowCost row;

  /// The share of rows to drop from which on a row takes less time with shedding than without: 1
  /// or more when that never happens.
  double leastShare() const;
};

/// Of each stream whose rows are decided about, of a program that sheds.
std::vector<ShedCosts> shedCosts(const Compilation &compilation);

/// Warns of each stream for which shedding never pays.
void reportShedCosts(const std::vector<ShedCosts> &costs, DiagnosticEngine &diagnostics);
/// A table for people; empty without costs.
std::string shedCostsText(const std::vector<ShedCosts> &costs);
/// By stream: kept, decided, dropped, leastShare.
nlohmann::json shedCostsJson(const std::vector<ShedCosts> &costs);

} // namespace bough::tool

#pragma once

#include "analysis/SeedCriteria.h"
#include "frontend/basic/Diagnostics.h"
#include "tools/bough/QueryOptions.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace bough::tool {

/// A query with what the seed's criterion says of it.
struct SeedCheck {
  Plan plan;
  SeedAnalysis analysis;
};

/// SQL text to the seed's verdict; what it does not accept becomes errors at their places. Empty
/// after an error of another kind.
std::optional<SeedCheck> checkBySeed(std::shared_ptr<const Source> source,
                                     const QueryOptions &options, DiagnosticEngine &diagnostics);

/// The verdict and the way to it; LTO queries are listed for branches with at most `ltoLimit` of
/// them.
std::string seedText(const SeedCheck &check, std::size_t ltoLimit);

/// The report of `bough check --criteria=seed --json` (tools/README.md): verdict ("ERROR" without a
/// check), rejections, branches, diagnostics.
nlohmann::json seedJson(const SeedCheck *check, const DiagnosticEngine &diagnostics,
                        std::size_t ltoLimit);

} // namespace bough::tool

#pragma once

#include "analysis/Analysis.h"
#include "analysis/InsertionPlaces.h"
#include "frontend/basic/Diagnostics.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace bough {

/// A change of the text that makes the queries bounded: tried, not only proposed (design note 2.5).
struct Repair {
  std::vector<Insertion> insertions; ///< ascending; together they are the change
  std::uint64_t bytes = 0;           ///< that the changed file needs
  /// The rejections it was made for; it lifts the others too.
  std::vector<unsigned> rejections;
};

/// What became of a changed text.
struct Trial {
  std::optional<std::uint64_t> bytes; ///< when it is bounded
  std::vector<Diagnostic> diagnostics;
};
/// Compiles a text, with tables and rates as for the original one.
using TryText = std::function<Trial(std::shared_ptr<const Source>)>;

/// Looks for repairs of a plan that was rejected: ranges, numbers of keys, windows, and the last
/// timestamp in a result without duplicates; with declared rates where these are needed. Single
/// changes are tried first, then one for each rejection together. The number of trials is limited:
/// an empty result means that none was found.
std::vector<Repair> findRepairs(const Plan &plan, const Analysis &analysis, const TryText &tryText);

} // namespace bough

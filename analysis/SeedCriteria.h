#pragma once

#include "analysis/SeedConditions.h"
#include "analysis/SeedOrders.h"

#include <optional>
#include <vector>

namespace bough {

/// A fault with a locally totally ordered query that has it.
struct SeedFinding {
  SeedFault fault;
  DifferenceBounds bounds; ///< P+ of that LTO query, where every pair is decided
};

/// What the seed's criterion says of one branch.
struct SeedBranch {
  SeedQuery query;
  SeedGraph graph;
  std::vector<SeedOrderCount> orders; ///< by stream: total preorders that P+ admits; 1 for a table
  SeedOrderCount ltoQueries;          ///< their product
  std::vector<SeedFinding> findings;  ///< by condition
  /// The search for LTO queries with a fault was given up after `maximumSearchSteps`.
  std::vector<SeedFault> undecided;

  bool isAccepted() const { return findings.empty() && undecided.empty(); }
};

/// The seed's criterion on a whole plan.
struct SeedAnalysis {
  std::vector<SeedBranch> branches; ///< as Plan::branches
  bool isAccepted() const;
};

/// Most partial orders that are looked at to find LTO queries of a branch with faults.
inline constexpr std::size_t maximumSearchSteps = 10'000;

/// Decides by the criterion of seed 000: all LTO queries of all branches must satisfy Theorem 1, or
/// Theorem 2 in a distinct term. They are not enumerated: orders are decided
/// pair by pair for as long as some condition fails, so that a query that satisfies the conditions
/// before step 4 takes one step. Empty after an error: a query that the seed's normal form cannot
/// express.
std::optional<SeedAnalysis> analyseBySeed(const Plan &plan, DiagnosticEngine &diagnostics);

/// One LTO query of a branch, by enumeration.
struct SeedLtoQuery {
  std::vector<SeedOrder> orders; ///< by stream
  bool isEmpty = false;          ///< the orders of different streams contradict each other
  DifferenceBounds bounds;       ///< its P+, unless it is empty
  std::vector<SeedFault> faults;
};

/// All LTO queries of a branch in order, none if there are more than `limit`.
std::vector<SeedLtoQuery> listLtoQueries(const Plan &plan, const SeedBranch &branch,
                                         std::size_t limit);

} // namespace bough

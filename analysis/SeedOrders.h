#pragma once

#include "analysis/Natural.h"
#include "analysis/SeedPreprocessing.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

/// A total preorder of one stream's attributes and the query's constants: what step 4 adds to the
/// selection, for that stream. Blocks ascend; the members of a block are equal.
struct SeedOrder {
  struct Block {
    std::optional<unsigned> constant; ///< index into SeedQuery::constants
    std::vector<unsigned> nodes;      ///< attributes, ascending
  };
  std::vector<Block> blocks;
};

/// How many preorders there are; with `isLowerBound` at least so many.
struct SeedOrderCount {
  Natural count;
  bool isLowerBound = false;
};

/// Counts the preorders of a stream's attributes and the constants that P+ admits. Where P+ is an
/// order (no offsets) and there are at most `maximumCountedAttributes`, by dynamic programming;
/// else one by one, up to `maximumEnumeratedOrders`.
SeedOrderCount countSeedOrders(const SeedQuery &query, unsigned stream);
inline constexpr std::size_t maximumCountedAttributes = 8;
inline constexpr std::size_t maximumEnumeratedOrders = 100'000;

/// The first `limit` preorders.
std::vector<SeedOrder> listSeedOrders(const SeedQuery &query, unsigned stream, std::size_t limit);

/// Adds the comparisons of a preorder to closed bounds (nodes as in Closure::integers). False when
/// they contradict each other: the LTO query is empty.
bool addSeedOrder(const SeedQuery &query, const SeedOrder &order, DifferenceBounds &bounds);

/// The preorder that closed bounds decide, when they do for every pair.
SeedOrder decidedSeedOrder(const SeedQuery &query, unsigned stream, const DifferenceBounds &bounds);

/// "0 < t.b = t.c < 5"; empty when there is nothing to order.
std::string toString(const Plan &plan, const SeedQuery &query, const SeedOrder &order);

} // namespace bough

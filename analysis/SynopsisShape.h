#pragma once

#include "analysis/TimeOrder.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

/// An integer key of a synopsis. Attributes of the subtree that are always equal up to a constant
/// share one key.
struct IntegerKey {
  struct Member {
    AttributeRef attribute;
    std::int64_t offset = 0; ///< attribute = key + offset
  };
  std::vector<Member> members; ///< the first one names the key; its offset is 0
  Interval range;              ///< finite; key values are clamped to it (design note 3.2)
};

/// The age of a node of the subtree, as of now.
struct TimeKey {
  unsigned node = 0;
  bool isSaturating = false; ///< else entries expire when their age passes `limit`
  std::int64_t limit = 0;    ///< largest age that is told apart
};

/// What a node keeps between batches (design note 3.2): a counter for every combination of keys.
struct SynopsisShape {
  std::vector<TimeKey> timeKeys;
  std::vector<IntegerKey> integerKeys;

  /// The key that holds an attribute, with the attribute's offset from it.
  struct Place {
    unsigned key = 0;
    std::int64_t offset = 0;
  };
  std::optional<Place> find(AttributeRef attribute) const;
};

/// A forest with the shape of every kept node; the single root of a forest keeps nothing.
struct ShapedForest {
  Forest forest;
  std::vector<std::optional<SynopsisShape>> shapes; ///< by node
};

/// Chooses keys, clamps and time keys of a forest of a bounded branch. Errors: a stream in a group
/// of equal timestamps that does not declare max_per_timestamp; keys that expire but have no finite
/// range (sparse synopses are not supported yet).
std::optional<ShapedForest> shapeForest(const Plan &plan, const Branch &branch,
                                        const Closure &closure, Forest forest,
                                        DiagnosticEngine &diagnostics);

} // namespace bough

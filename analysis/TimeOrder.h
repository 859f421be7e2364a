#pragma once

#include "analysis/Closure.h"
#include "frontend/basic/Diagnostics.h"

#include <optional>
#include <vector>

namespace bough {

/// Items of one timestamp, and the place of that timestamp among the others.
struct ForestNode {
  std::vector<unsigned> items;    ///< ascending
  std::optional<unsigned> parent; ///< the earliest node that is always later; none for a root
  std::vector<unsigned> children; ///< ascending
  std::vector<unsigned> subtree;  ///< all nodes of Sub(v), v itself included, ascending
  unsigned height = 0;            ///< 0 for a leaf; a parent is higher than its children
};

/// A time constraint t_x - t_y <= bound between two ordered nodes that the order of the nodes alone
/// does not imply: a window when x is the later one (bound > 0), a gap when y is (bound < 0).
struct TimeAtom {
  unsigned x = 0;
  unsigned y = 0;
  Bound bound;
};

/// One way in which the timestamps of a branch can be ordered, in forest form (design note 3.1).
/// The forests of a branch exclude each other, so their bags add up.
struct Forest {
  std::vector<ForestNode> nodes; ///< by their smallest item
  std::vector<unsigned> roots;   ///< ascending
  std::vector<unsigned> nodeOf;  ///< by item of a stream
  std::vector<TimeAtom> atoms;   ///< between nodes
  DifferenceBounds times;        ///< closed; nodes as in Closure::times (by item)

  /// Tightest bound of t_x - t_y between nodes of the forest.
  Bound bound(unsigned x, unsigned y) const {
    return times(Closure::timeNode(nodes[x].items.front()),
                 Closure::timeNode(nodes[y].items.front()));
  }
  bool isSingleRoot(unsigned node) const { return roots.size() == 1 && roots.front() == node; }
};

/// Largest number of forests of one query; a query with more is an error.
inline constexpr std::size_t maximumForests = 1000;

/// Splits the time order of the stream items of a branch into forests. Besides what forest form
/// asks for, two items without an order are split when
///  - one's attribute is compared with one of the other, whose stream is finite, and is not finite
///    itself, or only because it stays near to it (design note 3.1): the row of the finite stream
///    must be known first;
///  - an EXISTS reads both, and no item is always the later one.
/// Empty, with a diagnostic, when there would be more than `maximumForests`.
std::optional<std::vector<Forest>> splitIntoForests(const Branch &branch, const Closure &closure,
                                                    DiagnosticEngine &diagnostics);

} // namespace bough

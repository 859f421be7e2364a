#pragma once

#include "analysis/Grid.h"

#include <vector>

namespace bough {

/// A difference-bound matrix: for every pair of nodes the tightest known x - y <= bound. Node 0 is
/// the constant zero, so bounds against it are ranges (design note 2.1). Bounds are rounded to the
/// differences that the grids of their nodes allow: minutes that differ by less than two are the
/// same or next to each other.
class DifferenceBounds {
public:
  /// No constraints yet between `nodes` nodes, zero included.
  explicit DifferenceBounds(unsigned nodes = 1);
  /// The same between values of grids, one for each node.
  explicit DifferenceBounds(std::vector<Grid> grids);

  unsigned size() const { return size_; }
  /// Adds x - y <= c. Call close() before reading.
  void add(unsigned x, unsigned y, Bound c);
  /// All shortest paths, O(n^3); of coarse grids it is done again as long as rounding changes
  /// bounds, a few times at most (what is not found then is sound, but not the tightest).
  void close();
  /// The largest difference x - y that is possible and at most c.
  Bound rounded(unsigned x, unsigned y, Bound c) const {
    return grids_.empty() || x == y ? c : (grids_[x] - grids_[y]).down(c);
  }
  /// No constraints between the same nodes.
  DifferenceBounds withoutBounds() const;
  /// Adds x - y <= c after close() and closes again, O(n^2). False, and nothing is changed, when it
  /// contradicts the rest.
  bool tighten(unsigned x, unsigned y, Bound c);
  /// Tightest implied bound of x - y after close().
  Bound operator()(unsigned x, unsigned y) const { return bounds_[x * size_ + y]; }
  /// Whether the constraints contradict each other (a negative cycle), after close().
  bool isContradictory() const;
  /// Implied values of x: lo = -D[0,x], hi = D[x,0].
  Interval range(unsigned x) const { return {-(*this)(0, x), (*this)(x, 0)}; }

private:
  bool closeOnce();
  void closePaths();

  unsigned size_;
  std::vector<Grid> grids_;
  std::vector<Bound> bounds_;
};

/// One constraint x - y <= c between nodes of a DifferenceBounds.
struct Difference {
  unsigned x = 0;
  unsigned y = 0;
  Bound c;
};

/// Whether x - y <= c follows from `constraints` without those in `removed` (same length, true for
/// a constraint to leave out). One Bellman-Ford run: O(nodes * constraints).
bool isImplied(const Difference &wanted, const std::vector<Difference> &constraints,
               const std::vector<bool> &removed, unsigned nodes);

/// Removes constraints that follow from the others, trying `order` (indices) one after the other;
/// the rest is never removed. Returns which were removed. The set that is left is equivalent.
std::vector<bool> reduce(const std::vector<Difference> &constraints,
                         const std::vector<unsigned> &order, unsigned nodes);

} // namespace bough

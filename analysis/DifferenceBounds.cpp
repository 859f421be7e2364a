#include "analysis/DifferenceBounds.h"

#include <algorithm>
#include <utility>

namespace bough {

DifferenceBounds::DifferenceBounds(unsigned nodes)
    : size_(nodes), bounds_(static_cast<std::size_t>(nodes) * nodes, Bound::infinity()) {
  for (unsigned node = 0; node < nodes; ++node)
    add(node, node, 0);
}

DifferenceBounds::DifferenceBounds(std::vector<Grid> grids)
    : DifferenceBounds(static_cast<unsigned>(grids.size())) {
  bool isCoarse =
      std::any_of(grids.begin() + 1, grids.end(), [](const Grid &grid) { return grid.unit != 1; });
  if (isCoarse)
    grids_ = std::move(grids);
}

DifferenceBounds DifferenceBounds::withoutBounds() const {
  return grids_.empty() ? DifferenceBounds(size_) : DifferenceBounds(grids_);
}

void DifferenceBounds::add(unsigned x, unsigned y, Bound c) {
  Bound &bound = bounds_[static_cast<std::size_t>(x) * size_ + y];
  if (c < bound)
    bound = rounded(x, y, c);
}

void DifferenceBounds::close() {
  for (unsigned round = 0; closeOnce() && round < size_ && !isContradictory();)
    ++round;
}

/// Whether it has to be done again.
bool DifferenceBounds::closeOnce() {
  if (grids_.empty()) {
    closePaths();
    return false;
  }
  std::vector<Bound> before = bounds_;
  closePaths();
  return bounds_ != before;
}

void DifferenceBounds::closePaths() {
  for (unsigned middle = 0; middle < size_; ++middle)
    for (unsigned x = 0; x < size_; ++x) {
      Bound first = (*this)(x, middle);
      if (first.isInfinity())
        continue;
      for (unsigned y = 0; y < size_; ++y)
        add(x, y, first + (*this)(middle, y));
    }
}

bool DifferenceBounds::tighten(unsigned x, unsigned y, Bound c) {
  c = rounded(x, y, c);
  if ((*this)(y, x) + c < Bound(0))
    return false;
  if ((*this)(x, y) <= c)
    return true;
  if (!grids_.empty()) { // rounding may find a contradiction that no path has
    DifferenceBounds tightened = *this;
    tightened.add(x, y, c);
    tightened.close();
    if (tightened.isContradictory())
      return false;
    *this = std::move(tightened);
    return true;
  }
  for (unsigned from = 0; from < size_; ++from) {
    Bound first = (*this)(from, x);
    if (first.isInfinity())
      continue;
    for (unsigned to = 0; to < size_; ++to)
      add(from, to, first + c + (*this)(y, to));
  }
  return true;
}

bool DifferenceBounds::isContradictory() const {
  for (unsigned node = 0; node < size_; ++node)
    if ((*this)(node, node) < Bound(0))
      return true;
  return false;
}

bool isImplied(const Difference &wanted, const std::vector<Difference> &constraints,
               const std::vector<bool> &removed, unsigned nodes) {
  // distance[n] is the tightest bound of n - wanted.y that was found so far.
  std::vector<Bound> distance(nodes, Bound::infinity());
  distance[wanted.y] = 0;
  if (distance[wanted.x] <= wanted.c)
    return true;
  for (unsigned round = 0; round < nodes; ++round) {
    bool changed = false;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const Difference &constraint = constraints[i];
      if (removed[i])
        continue;
      Bound through = distance[constraint.y] + constraint.c;
      if (through < distance[constraint.x]) {
        distance[constraint.x] = through;
        changed = true;
      }
    }
    if (distance[wanted.x] <= wanted.c)
      return true;
    if (!changed)
      return false;
  }
  return false;
}

std::vector<bool> reduce(const std::vector<Difference> &constraints,
                         const std::vector<unsigned> &order, unsigned nodes) {
  std::vector<bool> removed(constraints.size(), false);
  for (unsigned candidate : order) {
    removed[candidate] = true;
    if (!isImplied(constraints[candidate], constraints, removed, nodes))
      removed[candidate] = false;
  }
  return removed;
}

} // namespace bough

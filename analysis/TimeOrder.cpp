#include "analysis/TimeOrder.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace bough {

namespace {

using ItemPair = std::pair<unsigned, unsigned>;

/// Splits one branch. A state of the search is a list of time constraints between items; each split
/// adds constraints that exclude each other and together cover everything.
class Splitter {
public:
  Splitter(const Branch &branch, const Closure &closure, DiagnosticEngine &diagnostics)
      : itemCount_(closure.streamItems), branch_(branch), closure_(closure),
        diagnostics_(diagnostics) {}

  std::optional<std::vector<Forest>> run() {
    std::vector<Difference> constraints;
    for (const DifferenceAtom &atom : branch_.atoms)
      if (atom.isTime)
        constraints.push_back(constraint(atom.x ? Closure::timeNode(atom.x->item) : 0,
                                         atom.y ? Closure::timeNode(atom.y->item) : 0, atom.c));
    for (unsigned item = 0; item < itemCount_; ++item) {
      unsigned node = Closure::timeNode(item);
      Interval range = closure_.times.range(node);
      constraints.push_back({0, node, -range.lo});
      if (range.hi.isFinite())
        constraints.push_back({node, 0, range.hi});
    }
    collectPairsToOrder();
    if (!split(std::move(constraints)))
      return std::nullopt;
    return std::move(forests_);
  }

private:
  /// x - y <= c, in times that the streams can have: rounded, more of them follow from others.
  Difference constraint(unsigned x, unsigned y, Bound c) const {
    return {x, y, closure_.times.rounded(x, y, c)};
  }

  bool split(std::vector<Difference> constraints) {
    DifferenceBounds times = closure_.times.withoutBounds();
    for (const Difference &constraint : constraints)
      times.add(constraint.x, constraint.y, constraint.c);
    times.close();
    if (times.isContradictory())
      return true;
    if (auto pair = pairRelatedOnlyByLessEqual(times))
      return splitTwoWays(constraints, *pair);
    std::vector<Difference> atoms = atomsBeyondOrder(constraints, times);
    if (auto pair = unorderedPairOfAtom(atoms, times))
      return splitThreeWays(constraints, *pair);
    if (auto pair = unorderedSuccessors(times))
      return splitThreeWays(constraints, *pair);
    for (auto [a, b] : pairsToOrder_)
      if (isUnordered(times, a, b))
        return splitThreeWays(constraints, {a, b});
    if (forests_.size() == maximumForests) {
      diagnostics_.report(diag::tooManyForests, branch_.range, maximumForests);
      return false;
    }
    forests_.push_back(makeForest(std::move(times), atoms));
    return true;
  }

  void collectPairsToOrder() {
    for (AttributeRef x : closure_.attributes)
      if (isKeptForEver(x))
        if (std::optional<AttributeRef> y = closure_.finiteNeighbour(x); y && y->item < itemCount_)
          pairsToOrder_.push_back({x.item, y->item});
    auto meets = [&](AttributeRef x, AttributeRef y) {
      if (isKeptForEver(x) && y.item < itemCount_ && closure_.isFiniteStream(y.item))
        pairsToOrder_.push_back({x.item, y.item});
    };
    for (unsigned index : closure_.joinAtoms) {
      const DifferenceAtom &atom = closure_.atoms[index];
      for (auto [x, y] : {std::pair(*atom.x, *atom.y), std::pair(*atom.y, *atom.x)})
        if (!closure_.relevantRange(atom, x).isFinite())
          meets(x, y);
    }
    for (const Predicate &predicate : branch_.predicates)
      for (AttributeRef x : predicate.attributes)
        for (AttributeRef y : predicate.attributes)
          if (x.item != y.item)
            meets(x, y);
    for (const Exists &exists : branch_.exists) {
      std::set<unsigned> last;
      auto read = [&](AttributeRef x) {
        if (x.item < itemCount_ && closure_.canBeLast(x.item))
          last.insert(x.item);
      };
      for (const DifferenceAtom &atom : exists.atoms)
        for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
          if (side)
            read(*side);
      for (const Predicate &predicate : exists.predicates)
        for (AttributeRef x : predicate.attributes)
          read(x);
      for (unsigned a : last)
        for (unsigned b : last)
          if (a < b)
            pairsToOrder_.push_back({a, b});
    }
  }

  /// Neither the values nor the rows are finitely many.
  bool isKeptForEver(AttributeRef x) const {
    return x.item < itemCount_ && !closure_.range(x).isFinite() && !closure_.isFiniteStream(x.item);
  }

  static bool isBefore(const DifferenceBounds &times, unsigned a, unsigned b) {
    return times(Closure::timeNode(a), Closure::timeNode(b)) < Bound(0);
  }
  static bool isEqual(const DifferenceBounds &times, unsigned a, unsigned b) {
    return times(Closure::timeNode(a), Closure::timeNode(b)) == Bound(0) &&
           times(Closure::timeNode(b), Closure::timeNode(a)) == Bound(0);
  }
  static bool isUnordered(const DifferenceBounds &times, unsigned a, unsigned b) {
    return !isBefore(times, a, b) && !isBefore(times, b, a) && !isEqual(times, a, b);
  }

  std::optional<ItemPair> pairRelatedOnlyByLessEqual(const DifferenceBounds &times) const {
    for (unsigned a = 0; a < itemCount_; ++a)
      for (unsigned b = 0; b < itemCount_; ++b)
        if (a != b && times(Closure::timeNode(a), Closure::timeNode(b)) == Bound(0) &&
            !isEqual(times, a, b) && !isBefore(times, b, a))
          return ItemPair{a, b};
    return std::nullopt;
  }

  std::optional<ItemPair> unorderedPairOfAtom(const std::vector<Difference> &atoms,
                                              const DifferenceBounds &times) const {
    for (const Difference &atom : atoms)
      if (atom.x != 0 && atom.y != 0 && isUnordered(times, atom.x - 1, atom.y - 1))
        return ItemPair{atom.x - 1, atom.y - 1};
    return std::nullopt;
  }

  /// Two items that both follow a third and are not ordered between themselves.
  std::optional<ItemPair> unorderedSuccessors(const DifferenceBounds &times) const {
    for (unsigned v = 0; v < itemCount_; ++v)
      for (unsigned a = 0; a < itemCount_; ++a)
        for (unsigned b = a + 1; b < itemCount_; ++b)
          if (isBefore(times, v, a) && isBefore(times, v, b) && isUnordered(times, a, b))
            return ItemPair{a, b};
    return std::nullopt;
  }

  bool splitTwoWays(const std::vector<Difference> &constraints, ItemPair pair) {
    return splitBefore(constraints, pair.first, pair.second) && splitEqual(constraints, pair);
  }
  bool splitThreeWays(const std::vector<Difference> &constraints, ItemPair pair) {
    return splitBefore(constraints, pair.first, pair.second) && splitEqual(constraints, pair) &&
           splitBefore(constraints, pair.second, pair.first);
  }
  bool splitBefore(std::vector<Difference> constraints, unsigned a, unsigned b) {
    constraints.push_back(constraint(Closure::timeNode(a), Closure::timeNode(b), -1));
    return split(std::move(constraints));
  }
  bool splitEqual(std::vector<Difference> constraints, ItemPair pair) {
    constraints.push_back(
        constraint(Closure::timeNode(pair.first), Closure::timeNode(pair.second), 0));
    constraints.push_back(
        constraint(Closure::timeNode(pair.second), Closure::timeNode(pair.first), 0));
    return split(std::move(constraints));
  }

  /// Constraints between items that do not follow from the order of the items alone (before, equal)
  /// and from each other; over one representative item per node.
  std::vector<Difference> atomsBeyondOrder(const std::vector<Difference> &constraints,
                                           const DifferenceBounds &times) const {
    std::vector<Difference> all = constraints;
    std::vector<unsigned> candidates;
    for (unsigned i = static_cast<unsigned>(constraints.size()); i-- > 0;)
      if (all[i].x != 0 && all[i].y != 0)
        candidates.push_back(i);
    for (unsigned a = 0; a < itemCount_; ++a)
      for (unsigned b = 0; b < itemCount_; ++b) {
        if (a != b && isBefore(times, a, b))
          all.push_back(constraint(Closure::timeNode(a), Closure::timeNode(b), -1));
        else if (a != b && isEqual(times, a, b))
          all.push_back({Closure::timeNode(a), Closure::timeNode(b), 0});
      }
    std::vector<bool> removed = reduce(all, candidates, itemCount_ + 1);
    std::vector<Difference> kept;
    for (unsigned i : candidates)
      if (!removed[i])
        kept.push_back(all[i]);
    return kept;
  }

  Forest makeForest(DifferenceBounds times, const std::vector<Difference> &atoms) const {
    Forest forest;
    forest.nodeOf.resize(itemCount_);
    for (unsigned item = 0; item < itemCount_; ++item) {
      auto same = std::find_if(forest.nodes.begin(), forest.nodes.end(), [&](const ForestNode &n) {
        return isEqual(times, n.items.front(), item);
      });
      if (same == forest.nodes.end())
        same = forest.nodes.insert(same, ForestNode{});
      same->items.push_back(item);
      forest.nodeOf[item] = static_cast<unsigned>(same - forest.nodes.begin());
    }
    auto nodeBefore = [&](unsigned a, unsigned b) {
      return isBefore(times, forest.nodes[a].items.front(), forest.nodes[b].items.front());
    };
    unsigned count = static_cast<unsigned>(forest.nodes.size());
    for (unsigned node = 0; node < count; ++node) {
      ForestNode &v = forest.nodes[node];
      for (unsigned other = 0; other < count; ++other) {
        if (nodeBefore(node, other) && (!v.parent || nodeBefore(other, *v.parent)))
          v.parent = other;
        if (other == node || nodeBefore(other, node))
          v.subtree.push_back(other);
      }
      if (v.parent)
        forest.nodes[*v.parent].children.push_back(node);
      else
        forest.roots.push_back(node);
    }
    // A node's subtree is all that comes before it, so it is larger than those of its children.
    for (unsigned size = 1; size <= count; ++size)
      for (ForestNode &v : forest.nodes)
        if (v.subtree.size() == size)
          for (unsigned child : v.children)
            v.height = std::max(v.height, forest.nodes[child].height + 1);
    for (const Difference &atom : atoms)
      forest.atoms.push_back({forest.nodeOf[atom.x - 1], forest.nodeOf[atom.y - 1], atom.c});
    forest.times = std::move(times);
    return forest;
  }

  unsigned itemCount_;
  const Branch &branch_;
  const Closure &closure_;
  std::vector<ItemPair> pairsToOrder_;
  DiagnosticEngine &diagnostics_;
  std::vector<Forest> forests_;
};

} // namespace

std::optional<std::vector<Forest>> splitIntoForests(const Branch &branch, const Closure &closure,
                                                    DiagnosticEngine &diagnostics) {
  return Splitter(branch, closure, diagnostics).run();
}

} // namespace bough

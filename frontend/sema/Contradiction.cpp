#include "frontend/sema/Contradiction.h"

#include <algorithm>

namespace bough {

namespace {

/// Constraints x - y <= c between sums, of which each is a node; the empty sum is zero.
class DifferenceGraph {
public:
  explicit DifferenceGraph(const RangeOf &range) : range_(range) { nodeOf({}); }

  void add(const Literal &literal) {
    std::optional<Sides> sides = sidesOf(literal, range_);
    // One node for a sum and its negation.
    if (!sides)
      sides = literal.terms.begin()->second < 0 ? Sides{{}, negate(literal.terms)}
                                                : Sides{literal.terms, {}};
    Bound c = literal.values.front();
    std::size_t x = nodeOf(sides->x), y = nodeOf(sides->y);
    edges_.push_back({x, y, c});
    if (literal.relation == Literal::Relation::Equal)
      edges_.push_back({y, x, -c});
  }

  /// By Bellman and Ford: without a negative cycle the distances settle.
  bool hasNegativeCycle() const {
    std::vector<Bound> distance(nodes_.size(), 0);
    for (std::size_t round = 0; round <= nodes_.size(); ++round) {
      bool isSettled = true;
      for (const Edge &edge : edges_) {
        Bound reached = distance[edge.y] + edge.c;
        if (reached >= distance[edge.x])
          continue;
        distance[edge.x] = reached;
        isSettled = false;
      }
      if (isSettled)
        return false;
    }
    return true;
  }

private:
  struct Edge {
    std::size_t x, y;
    Bound c;
  };
  struct TermsLess {
    bool operator()(const Terms &a, const Terms &b) const {
      auto less = [](const auto &x, const auto &y) {
        ScalarLess scalarLess;
        if (scalarLess(x.first, y.first) || scalarLess(y.first, x.first))
          return scalarLess(x.first, y.first);
        return x.second < y.second;
      };
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), less);
    }
  };

  std::size_t nodeOf(const Terms &terms) {
    return nodes_.try_emplace(terms, nodes_.size()).first->second;
  }

  const RangeOf &range_;
  std::map<Terms, std::size_t, TermsLess> nodes_;
  std::vector<Edge> edges_;
};

} // namespace

bool isContradictory(const std::vector<FormulaPtr> &conjuncts, const RangeOf &range) {
  constexpr std::size_t tooMany = 256;
  if (conjuncts.size() > tooMany)
    return false;
  DifferenceGraph graph(range);
  std::vector<const Literal *> literals;
  for (const FormulaPtr &conjunct : conjuncts) {
    if (conjunct->kind == Formula::Kind::False)
      return true;
    if (conjunct->kind == Formula::Kind::Exists || conjunct->kind == Formula::Kind::NotExists) {
      auto isComplement = [&](const FormulaPtr &other) {
        return other->exists == conjunct->exists && other->kind != conjunct->kind;
      };
      if (std::any_of(conjuncts.begin(), conjuncts.end(), isComplement))
        return true;
    }
    if (conjunct->kind != Formula::Kind::Literal)
      continue;
    const Literal &literal = conjunct->literal;
    Literal complement = negate(literal);
    if (std::any_of(literals.begin(), literals.end(),
                    [&](const Literal *other) { return *other == complement; }))
      return true;
    literals.push_back(&literal);
    if (literal.relation == Literal::Relation::AtMost ||
        literal.relation == Literal::Relation::Equal)
      graph.add(literal);
  }
  return graph.hasNegativeCycle();
}

} // namespace bough

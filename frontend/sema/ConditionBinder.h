#pragma once

#include "frontend/sema/ValueBinder.h"

namespace bough {

/// x - y <> c, or x <> c when y is absent.
struct Disequality {
  AttributeRef x;
  std::optional<AttributeRef> y;
  std::int64_t c = 0;
  SourceRange range;
};

/// A conjunction in the form of Plan.h. `splits` are the disequalities across items: each of them
/// makes two disjoint branches of one.
struct Conjunction {
  std::vector<DifferenceAtom> atoms;
  std::vector<Predicate> predicates;
  std::vector<Disequality> splits;
};

/// Binds conditions and normalises their comparisons to difference atoms (design note 1,
/// Conditions). Comparisons of constants are decided here: a true one vanishes, a false one becomes
/// the atom 0 - 0 <= -1. So are comparisons with a constant that no 64-bit integer can reach.
class ConditionBinder {
public:
  ConditionBinder(const Scope &scope, TimeUnit unit, DiagnosticEngine &diagnostics)
      : values_(scope, unit, diagnostics), unit_(unit), diagnostics_(diagnostics) {}

  /// Adds what the condition says to `result`; false after an error, which has been reported.
  bool bind(const ast::Expression &condition, Conjunction &result) const;

private:
  bool bindJunction(const ast::Junction &junction, Conjunction &result) const;
  bool bindComparison(const ast::Comparison &comparison, SourceRange range,
                      Conjunction &result) const;
  bool bindBetween(const ast::Between &between, SourceRange range, Conjunction &result) const;
  bool compare(const LinearForm &left, ast::ComparisonOperator operation, const LinearForm &right,
               SourceRange range, Conjunction &result) const;
  bool addAtMost(const LinearForm &difference, Bound limit, Conjunction &result) const;
  bool addDisequality(const LinearForm &difference, Conjunction &result) const;
  void refuse(SourceRange range, std::string_view feature) const;
  void reportTypes(const LinearForm &left, const LinearForm &right, SourceRange range) const;

  ValueBinder values_;
  TimeUnit unit_;
  DiagnosticEngine &diagnostics_;
};

/// x - y <= c for a split disequality x - y <> d: the branch below d, or the one above it.
DifferenceAtom splitBelow(const Disequality &split, bool isTime);
DifferenceAtom splitAbove(const Disequality &split, bool isTime);

} // namespace bough

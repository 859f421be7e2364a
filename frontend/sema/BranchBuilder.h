#pragma once

#include "frontend/sema/BranchSplitter.h"
#include "frontend/sema/Plan.h"

namespace bough {

/// Builds one branch of a SELECT in the form of Plan.h. What comes in refers to declared columns;
/// derived attributes arise here.
class BranchBuilder {
public:
  BranchBuilder(const Catalog &catalog, std::vector<Item> items, SourceRange range);

  void add(const Formula &conjunct);
  /// terms + constant
  void addOutput(const Terms &terms, std::int64_t constant, SourceRange range);
  Branch take() { return std::move(branch_); }
  BranchBuilder(const BranchBuilder &) = delete;
  BranchBuilder &operator=(const BranchBuilder &) = delete;

private:
  void addLiteral(const Literal &literal);
  void addPredicate(const Condition &condition);
  /// The attribute that a side is, derived if need be; of no terms none.
  std::optional<AttributeRef> attributeOf(const Terms &side);
  AttributeRef derive(const Terms &terms);
  /// With derived attributes in place of what is over one item and no column. Of terms over several
  /// items.
  Terms withDerived(const Terms &terms);
  Scalar withDerived(const Scalar &scalar);

  const Catalog &catalog_;
  RangeOf inputRange_;
  Branch branch_;
};

} // namespace bough

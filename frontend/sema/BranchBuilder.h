#pragma once

#include "frontend/sema/BranchSplitter.h"
#include "frontend/sema/LinearForm.h"
#include "frontend/sema/Scope.h"

namespace bough {

/// Builds one branch of a SELECT in the form of Plan.h. What comes in refers to the items of the
/// SELECT's table, and to declared columns; here the items get their places in the branch, and
/// derived attributes arise.
class BranchBuilder {
public:
  /// Of the items [0, fromItems) of the table.
  BranchBuilder(const ItemTable &table, unsigned fromItems, SourceRange range);
  BranchBuilder(const BranchBuilder &) = delete;
  BranchBuilder &operator=(const BranchBuilder &) = delete;

  void add(const Formula &conjunct);
  /// terms + constant
  void addOutput(const Terms &terms, std::int64_t constant, SourceRange range);
  void addRowNumber(RowNumber number, SourceRange range);
  /// Whether an item, an element of an ANY, was taken.
  void addTaken(unsigned item, SourceRange range);
  /// The place in the branch of an item of FROM.
  unsigned placeOf(unsigned item) const { return places_[item]; }
  const Branch &branch() const { return branch_; }
  Branch take() { return std::move(branch_); }

private:
  void addExists(const Formula &formula);
  void addLiteral(const Literal &literal);
  void addPredicate(const Condition &condition);
  /// The condition of a literal or of a junction, with derived attributes in it.
  Condition opaqueCondition(const Formula &formula);
  /// The attribute that a side is, derived if need be; of no terms none. In the branch.
  std::optional<AttributeRef> attributeOf(const Terms &side);
  /// A derived attribute of the item that the terms are over, in the table.
  AttributeRef derive(const Terms &terms);
  /// With derived attributes in place of what is over one item and no column. Of terms over several
  /// items.
  Terms withDerived(const Terms &terms);
  Scalar withDerived(const Scalar &scalar);
  Item &itemOf(unsigned tableItem);
  /// Where atoms go.
  std::vector<DifferenceAtom> &atoms() {
    return exists_ != nullptr ? exists_->atoms : branch_.atoms;
  }
  /// With the items' places in the branch.
  AttributeRef placed(AttributeRef attribute) const;
  Scalar placed(Scalar scalar) const;

  const ItemTable &table_;
  RangeOf inputRange_;
  Branch branch_;
  std::vector<unsigned> places_; ///< by item of the table, in the branch
  Exists *exists_ = nullptr;     ///< the one whose conditions are being added
};

} // namespace bough

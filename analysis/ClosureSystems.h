#pragma once

#include "analysis/Closure.h"

namespace bough {

/// How the closure of a branch is built: the constraints of both systems in one list each, atoms
/// first, then what schema, tables and filters say (design note 2.1).
class ClosureSystems {
public:
  /// For the branch and, if given, one of its EXISTS.
  ClosureSystems(const Plan &plan, const Branch &branch, const Exists *exists);

  Closure close();

private:
  unsigned integerNode(const std::optional<AttributeRef> &attribute) const;
  unsigned timeNode(const std::optional<AttributeRef> &attribute) const;
  void collectAttributes();
  void collectGrids();
  void collectAtoms();
  void collectSchema();
  void collectTables();
  bool tighten();
  bool bound(AttributeRef attribute, Interval range);
  Interval rangeOfAttribute(AttributeRef attribute) const;
  void closeBoth();
  void findContradiction();
  void keepIrredundantAtoms();
  void collectValues();

  const Plan &plan_;
  const Branch &branch_;
  const Exists *exists_;
  std::vector<const Predicate *> predicates_;
  Closure closure_;
  std::vector<Difference> integers_;
  std::vector<std::optional<unsigned>> integerAtom_; ///< atom of each integer difference
  std::vector<Difference> times_;
  std::vector<std::optional<unsigned>> timeAtom_;
  std::vector<Grid> integerGrids_, timeGrids_; ///< by node
  bool isImpossible_ = false;                  ///< a table is empty, or a predicate is false
};

} // namespace bough

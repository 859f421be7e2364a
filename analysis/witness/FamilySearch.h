#pragma once

#include "analysis/witness/FamilyMaker.h"

#include <optional>

namespace bough {

/// Looks for a family that shows why a query was rejected (design note 2.4).
class FamilySearch {
public:
  /// `k` is the size at which families are replayed, 1 to 10.
  FamilySearch(const Plan &plan, const Analysis &analysis, const Rejection &rejection, unsigned k);

  /// A family that separates all 2^k prefixes, or nothing.
  std::optional<Family> run();

private:
  using Place = FamilySketch::Place;

  void searchCarried();
  void searchCut(const FamilySketch &base, unsigned later);
  void searchTightness(const FamilySketch &cut);
  void searchTightPairs(const FamilySketch &cut);
  void searchBoundaries(const FamilySketch &cut);
  std::optional<FamilySketch> repeated() const;
  void searchRepeated();
  void searchGroups();
  void tryMovers(FamilySketch sketch, const std::vector<AttributeRef> &attributes);
  void trySteps(FamilySketch sketch);
  void trySketch(const FamilySketch &sketch);
  bool isShown(const FamilyOutputs &outputs) const;
  bool isDone() const { return found_ || attempts_ == 0; }

  std::vector<DifferenceAtom> crossingAtoms(const FamilySketch &cut) const;
  std::vector<DifferenceAtom> atoms(const FamilySketch &sketch) const;
  std::vector<AttributeRef> outputAttributes() const;
  SolutionFinder finder(const std::vector<unsigned> &exists) const;
  bool isTable(unsigned item) const { return plan_.stream(branch_, item).isTable; }
  bool isTime(AttributeRef attribute) const { return plan_.isTime(branch_, attribute); }

  const Plan &plan_;
  const Rejection &rejection_;
  std::optional<Branch> join_; ///< a pattern as a join
  std::optional<Closure> joinClosure_;
  std::vector<Closure> joinExists_;
  const Branch &branch_;
  const Closure &closure_;
  const std::vector<Closure> &exists_;
  unsigned k_;
  bool isExact_;
  std::vector<std::int64_t> steps_, timeSteps_;
  unsigned attempts_;
  std::optional<Family> found_;
};

} // namespace bough

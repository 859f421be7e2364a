#pragma once

#include "analysis/Closure.h"
#include "analysis/PatternSteps.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

/// Why a captured attribute has to be known at a stage.
struct RunNeed {
  bool isFull = false;             ///< all its values matter
  std::optional<Interval> clamped; ///< else the values that comparisons can tell apart
  std::string rule;                ///< as Rejection::rule
  unsigned laterItem = 0;          ///< which needs it, or that of an EXISTS
  SourceRange range;
};

/// What is still asked of the timestamp of a row that was taken.
struct TimeNeed {
  Bound upper = Bound::infinity(); ///< the run is dropped when its age passes it
  Bound lower = 0;                 ///< ages from here on behave alike
  bool isExact = false;            ///< the timestamp itself matters
  SourceRange range;
  bool isNeeded() const { return upper.isFinite() || lower > Bound(0) || isExact; }
};

/// What rows to come need of the rows that a run has taken (design note 6.1). Only what the
/// conditions of the elements so far say is known of these, since a run takes the next row that
/// satisfies its element whether or not it can be completed then.
class PatternNeeds {
public:
  PatternNeeds(const Plan &plan, const Branch &branch, PatternSteps steps);

  const PatternSteps &steps() const { return steps_; }
  /// The element number `index` among those that are no NOT.
  const PatternElement &element(unsigned index) const { return *elements_[index]; }
  bool isRow(unsigned item) const;
  /// All attributes of the items, but timestamps, that something reads; ascending.
  const std::vector<AttributeRef> &attributes() const { return attributes_; }

  /// What the conditions say of all that runs at a stage have taken.
  Closure closeTaken(unsigned stage) const;
  /// The values of an attribute by the conditions on its item alone, of a NOT as well.
  Interval rangeAlone(AttributeRef x) const;
  /// Of an attribute that runs at the stage have captured; nothing when it is not read any more.
  std::optional<RunNeed> need(AttributeRef x, unsigned stage, const Closure &taken) const;
  TimeNeed timeNeed(unsigned item, unsigned stage) const;
  /// The largest age of the item's row in runs that are at the stage.
  Bound windowOf(unsigned item, unsigned stage) const;
  /// The columns of a NOT that are compared with items.
  std::vector<AttributeRef> comparedAttributes(unsigned exists) const;

private:
  Branch reduced(const std::vector<bool> &items) const;
  bool isPending(unsigned number, unsigned stage) const;
  const Scalar *definitionOf(AttributeRef x) const;

  const Plan &plan_;
  const Branch &branch_;
  const Pattern &pattern_;
  PatternSteps steps_;
  std::vector<const PatternElement *> elements_;
  std::vector<AttributeRef> attributes_;
  std::vector<Closure> alone_; ///< by number of an item
};

/// The attribute of `item` that the atoms say to be equal to x up to a constant, and that constant:
/// attribute = x + offset.
struct EqualPartner {
  AttributeRef attribute;
  std::int64_t offset = 0;
};
std::optional<EqualPartner> equalPartner(const std::vector<DifferenceAtom> &atoms, AttributeRef x,
                                         unsigned item);

} // namespace bough

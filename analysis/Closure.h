#pragma once

#include "analysis/DifferenceBounds.h"
#include "frontend/sema/Plan.h"

#include <optional>
#include <string>
#include <vector>

namespace bough {

/// What the predicates of one branch imply, in two systems that never mix: integer attributes and
/// timestamps (design note 2.1).
struct Closure {
  /// Integer attributes: node i + 1 is attributes[i]. All integer columns of all items that occur
  /// in an atom or in the select list.
  std::vector<AttributeRef> attributes;
  DifferenceBounds integers;
  /// Node i + 1 is the timestamp of item i.
  DifferenceBounds times;
  bool isContradictory = false;
  /// When contradictory: a minimal set of atoms of the branch that contradict each other (CHECK
  /// ranges may take part without being listed).
  std::vector<unsigned> contradiction;
  /// Indices of the integer join atoms (between two items) that do not follow from the others, in
  /// the order of Branch::atoms.
  std::vector<unsigned> joinAtoms;
  /// The same for integer atoms between two attributes of one item: filters on arrival.
  std::vector<unsigned> filterAtoms;

  /// Node of an integer attribute; it must be one of `attributes`.
  unsigned node(AttributeRef attribute) const;
  static unsigned timeNode(unsigned item) { return item + 1; }
  /// Implied values of an integer attribute.
  Interval range(AttributeRef attribute) const { return integers.range(node(attribute)); }
  /// The values of `x` between which a join atom can still tell them apart: outside, all values
  /// behave alike (always true) or never occur (design note 2.2). `x` is one side of the atom.
  Interval relevantRange(const DifferenceAtom &atom, AttributeRef x) const;
  /// d such that a = b + d always, if there is one.
  std::optional<std::int64_t> equalityOffset(AttributeRef a, AttributeRef b) const;

  /// t_v < t_w is possible.
  bool canPrecede(unsigned v, unsigned w) const;
  /// t_w - t_v is bounded from above.
  bool expiresFor(unsigned v, unsigned w) const;
  /// Items other than v that can have the largest timestamp of a combination, later than v's.
  std::vector<unsigned> possibleLastAfter(unsigned v) const;
};

Closure closeBranch(const Plan &plan, const Branch &branch);

/// "s.a", for messages and names.
std::string attributeName(const Plan &plan, const Branch &branch, AttributeRef attribute);

} // namespace bough

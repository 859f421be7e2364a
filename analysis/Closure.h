#pragma once

#include "analysis/DifferenceBounds.h"
#include "frontend/sema/Plan.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bough {

/// What the predicates of one branch imply, in two systems that never mix: integer attributes and
/// timestamps (design note 2.1). The closure of an EXISTS holds its conditions besides those of the
/// branch.
struct Closure {
  /// The branch's atoms, then those of the EXISTS.
  std::vector<DifferenceAtom> atoms;
  /// Integer attributes: node i + 1 is attributes[i]. All integer columns of all items that occur
  /// in an atom, a predicate or the select list.
  std::vector<AttributeRef> attributes;
  DifferenceBounds integers;
  /// Node i + 1 is the timestamp of item i, for items of streams; the last one that of the EXISTS.
  DifferenceBounds times;
  unsigned streamItems = 0; ///< items of streams; they come before those of tables
  unsigned items = 0;       ///< all items of the branch
  /// By node of `times`: the stream declares max_rows.
  std::vector<bool> hasFewRows;
  bool isContradictory = false;
  /// When contradictory: a minimal set of atoms of the branch that contradict each other (CHECK
  /// ranges, filters and tables may take part without being listed).
  std::vector<unsigned> contradiction;
  /// Indices of the integer join atoms (between two items) that do not follow from the others, in
  /// the order of `atoms`. In the closure of an EXISTS, only its own atoms are looked at.
  std::vector<unsigned> joinAtoms;
  /// The same for integer atoms between two attributes of one item: filters on arrival.
  std::vector<unsigned> filterAtoms;
  /// Attributes with finitely many values: all that they can have, ascending. They come from
  /// columns of tables and from lists of constants, and hold for attributes that are equal to
  /// these.
  std::map<AttributeRef, std::vector<std::int64_t>> values;

  /// Node of an integer attribute; it must be one of `attributes`.
  unsigned node(AttributeRef attribute) const;
  bool contains(AttributeRef attribute) const;
  static unsigned timeNode(unsigned item) { return item + 1; }
  /// Of the item of an EXISTS as well.
  unsigned timeNodeOf(unsigned item) const { return item < items ? item + 1 : streamItems + 1; }
  bool isTable(unsigned item) const { return item >= streamItems && item < items; }
  /// Implied values of an integer attribute.
  Interval range(AttributeRef attribute) const { return integers.range(node(attribute)); }
  /// The values of `x` between which a join atom can still tell them apart: outside, all values
  /// behave alike (always true) or never occur (design note 2.2). `x` is one side of the atom.
  Interval relevantRange(const DifferenceAtom &atom, AttributeRef x) const;
  /// d such that a = b + d always, if there is one.
  std::optional<std::int64_t> equalityOffset(AttributeRef a, AttributeRef b) const;
  /// Whether two atoms alone say that a = b + d for some d.
  bool areEqualByAtoms(AttributeRef a, AttributeRef b) const;

  /// t_v < t_w is possible. Tables are before everything and known at once.
  bool canPrecede(unsigned v, unsigned w) const;
  /// t_w - t_v is bounded from above, or t_v itself: rows of v need not be kept for ever, or are
  /// finitely many.
  bool expiresFor(unsigned v, unsigned w) const;
  /// The item has finitely many rows: its timestamps have an upper bound (design note 1, finite
  /// stream), or its stream declares max_rows, or it is a table.
  bool isFiniteStream(unsigned item) const;
  /// The same because of its timestamps; it has ended at some time that is known.
  bool endsInTime(unsigned item) const;
  /// An attribute of a finite stream's item that x stays near to: both differences are bounded. If
  /// only max_rows makes it finite, its row comes before or with that of x: no time is known at
  /// which all of its rows are there.
  std::optional<AttributeRef> finiteNeighbour(AttributeRef x) const;
  /// Items other than v that can have the largest timestamp of a combination, later than v's.
  std::vector<unsigned> possibleLastAfter(unsigned v) const;
  /// Whether the item can have the largest timestamp of a combination.
  bool canBeLast(unsigned item) const;
};

Closure closeBranch(const Plan &plan, const Branch &branch);

/// The conditions of branch.exists[index] together with those of the branch: what holds for rows of
/// its item that can decide it.
Closure closeExists(const Plan &plan, const Branch &branch, unsigned index);

/// "s.a", for messages and names.
std::string attributeName(const Plan &plan, const Branch &branch, AttributeRef attribute);

} // namespace bough

#pragma once

#include "frontend/sema/ScalarOrder.h"
#include "frontend/sema/ScalarRange.h"

#include <memory>

namespace bough {

/// A sum compared with constants. In normal form: the coefficients have no common divisor, and the
/// first one is positive except in AtMost.
struct Literal {
  enum class Relation { AtMost, Equal, NotEqual, In, NotIn };
  Relation relation = Relation::AtMost;
  Terms terms;                      ///< not empty
  std::vector<std::int64_t> values; ///< one; of In and NotIn two or more: ascending, distinct
  bool isTime = false;              ///< compares timestamps or durations, in ticks of Plan::unit
  bool isBoolean = false;           ///< compares one BOOLEAN column
  SourceRange range;
};

struct Formula;
using FormulaPtr = std::shared_ptr<const Formula>;

/// What EXISTS asks for: a row of one item with which all conjuncts hold. They need no splitting
/// and mention the item, each of them.
struct ExistsBody {
  unsigned item = 0; ///< its number in the SELECT; several bodies of one EXISTS share it
  std::vector<FormulaPtr> conjuncts;
  SourceRange range; ///< EXISTS (...)
};

/// A condition of one SELECT in negation normal form: names are resolved, and types are checked.
/// And and Or are flat and have two operands or more, none of them True or False.
struct Formula {
  enum class Kind { True, False, Literal, And, Or, Exists, NotExists };
  Kind kind = Kind::True;
  Literal literal;
  std::vector<FormulaPtr> operands;
  std::shared_ptr<const ExistsBody> exists;
  bool hasExists = false;      ///< here or in an operand
  std::vector<unsigned> items; ///< of all attributes, ascending and distinct
  SourceRange range;
};

FormulaPtr makeConstant(bool value, SourceRange range);
FormulaPtr makeLiteral(Literal literal);
FormulaPtr makeExists(std::shared_ptr<const ExistsBody> body);
FormulaPtr makeAnd(std::vector<FormulaPtr> operands, SourceRange range);
FormulaPtr makeOr(std::vector<FormulaPtr> operands, SourceRange range);
FormulaPtr negate(const FormulaPtr &formula);

bool operator==(const Literal &a, const Literal &b);
/// The literal that holds where this one does not.
Literal negate(Literal literal);

/// x - y for the terms of a literal, where each side is over one item: a difference constraint.
struct Sides {
  Terms x; ///< may be empty: the constant zero
  Terms y;
};

/// How the literal is a difference constraint, perhaps between derived attributes (design note 1,
/// Conditions); empty if it is none. Within one item both sides are plain columns. Literals that
/// differ in the sign of their terms have the same sides, in exchange. `range` gives the values
/// that rows may hold; a derived attribute has to fit in 64 bits.
std::optional<Sides> sidesOf(const Literal &literal, const RangeOf &range);

/// Whether all partial sums are far from what 128 bits can hold.
bool isExact(const Terms &terms, const RangeOf &range);
/// Whether the sum fits in 64 bits.
bool fitsInt64(const Terms &terms, const RangeOf &range);

/// The formula as a condition over the same attributes. It has no EXISTS.
Condition conditionOf(const Formula &formula);

} // namespace bough

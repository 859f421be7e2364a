#pragma once

#include "frontend/basic/Source.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace bough {

/// Column `column` of item `item` of a branch. Columns from the number of declared ones on are the
/// item's derived attributes (Item::derived); items from the number of the branch's items on are
/// those of its EXISTS conditions (Branch::exists).
struct AttributeRef {
  unsigned item = 0;
  unsigned column = 0;
  friend auto operator<=>(const AttributeRef &, const AttributeRef &) = default;
};

/// A computed integer. Exact: the binder refuses what could pass 127 bits. Timestamps are in ticks
/// of Plan::unit; `/` and `%` truncate towards zero, their divisor is a constant that is not 0, and
/// what they divide fits in 64 bits for all rows.
struct Scalar {
  enum class Kind { Constant, Attribute, Add, Subtract, Multiply, Divide, Modulo };
  Kind kind = Kind::Constant;
  std::int64_t constant = 0;    ///< of Constant
  AttributeRef attribute;       ///< of Attribute
  std::vector<Scalar> operands; ///< two, of the others
  SourceRange range;
  friend bool operator==(const Scalar &, const Scalar &) = default;
};

/// Whether the value is computed from x.
inline bool mentions(const Scalar &scalar, AttributeRef x) {
  return (scalar.kind == Scalar::Kind::Attribute && scalar.attribute == x) ||
         std::any_of(scalar.operands.begin(), scalar.operands.end(),
                     [&](const Scalar &operand) { return mentions(operand, x); });
}

/// A condition in negation normal form.
struct Condition {
  enum class Kind { True, False, Less, LessEqual, Equal, NotEqual, In, NotIn, And, Or };
  Kind kind = Kind::True;
  std::vector<Scalar> scalars;      ///< two of a comparison, one of In and NotIn
  std::vector<std::int64_t> values; ///< of In and NotIn: ascending, distinct
  std::vector<Condition> operands;  ///< of And and Or: two or more
  SourceRange range;
  friend bool operator==(const Condition &, const Condition &) = default;
};

/// A condition that is no conjunction of difference constraints. Over one item it is a filter on
/// arrival; over several items it is opaque (design note 1, Conditions).
struct Predicate {
  Condition condition;
  std::vector<AttributeRef> attributes; ///< all it reads, ascending, distinct
  SourceRange range;
  friend bool operator==(const Predicate &, const Predicate &) = default;

  /// The only item, if it is a filter.
  std::optional<unsigned> filteredItem() const {
    if (attributes.empty() || attributes.front().item != attributes.back().item)
      return std::nullopt;
    return attributes.front().item;
  }
};

/// The exact value; `valueOf(AttributeRef)` gives those of attributes.
template <typename ValueOf> __int128 evaluate(const Scalar &scalar, const ValueOf &valueOf) {
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return scalar.constant;
  case Scalar::Kind::Attribute:
    return valueOf(scalar.attribute);
  default:
    break;
  }
  __int128 x = evaluate(scalar.operands[0], valueOf), y = evaluate(scalar.operands[1], valueOf);
  switch (scalar.kind) {
  case Scalar::Kind::Add:
    return x + y;
  case Scalar::Kind::Subtract:
    return x - y;
  case Scalar::Kind::Multiply:
    return x * y;
  case Scalar::Kind::Divide:
    return x / y;
  default:
    return x % y;
  }
}

/// Whether the condition is true.
template <typename ValueOf> bool holds(const Condition &condition, const ValueOf &valueOf) {
  auto scalar = [&](std::size_t i) { return evaluate(condition.scalars[i], valueOf); };
  auto isIn = [&] {
    return std::binary_search(condition.values.begin(), condition.values.end(), scalar(0));
  };
  auto isTrue = [&](const Condition &operand) { return holds(operand, valueOf); };
  switch (condition.kind) {
  case Condition::Kind::True:
    return true;
  case Condition::Kind::False:
    return false;
  case Condition::Kind::Less:
    return scalar(0) < scalar(1);
  case Condition::Kind::LessEqual:
    return scalar(0) <= scalar(1);
  case Condition::Kind::Equal:
    return scalar(0) == scalar(1);
  case Condition::Kind::NotEqual:
    return scalar(0) != scalar(1);
  case Condition::Kind::In:
    return isIn();
  case Condition::Kind::NotIn:
    return !isIn();
  case Condition::Kind::And:
    return std::all_of(condition.operands.begin(), condition.operands.end(), isTrue);
  case Condition::Kind::Or:
    return std::any_of(condition.operands.begin(), condition.operands.end(), isTrue);
  }
  return false;
}

} // namespace bough

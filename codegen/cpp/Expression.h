#pragma once

#include <string>
#include <utility>

namespace bough::cpp {

/// How tightly the outermost operator of an expression binds, the loosest first.
enum class Binding {
  Conditional,
  Or,
  And,
  Xor,
  Equality,
  Relational,
  Additive,
  Multiplicative,
  Primary
};

/// An expression of C++.
struct Expression {
  std::string text;
  Binding binding = Binding::Primary;
};

/// As an operand of an operator: in parentheses unless it binds at least as tightly as that.
inline std::string operandOf(const Expression &expression, Binding binding) {
  return expression.binding >= binding ? expression.text : '(' + expression.text + ')';
}

/// `op` is left-associative and on the level of `binding`. An operand on the right has to bind more
/// tightly, and so has a comparison on the left, for the compiler's and the reader's peace of mind.
inline Expression binary(const Expression &left, const std::string &op, const Expression &right,
                         Binding binding) {
  if (binding == Binding::Xor) // compilers warn of nearly all else beside it without parentheses
    return {(left.binding == binding ? left.text : operandOf(left, Binding::Primary)) + ' ' + op +
                ' ' + operandOf(right, Binding::Primary),
            binding};
  bool isComparison = binding == Binding::Equality || binding == Binding::Relational;
  auto tighter = [](Binding each) { return static_cast<Binding>(static_cast<int>(each) + 1); };
  Binding onLeft = isComparison ? Binding::Additive : binding;
  Binding onRight = isComparison ? Binding::Additive : tighter(binding);
  if (binding == Binding::And || binding == Binding::Or) // which are associative
    onRight = binding;
  if (binding == Binding::Or) // compilers warn of && in || without parentheses
    return {
        (left.binding == Binding::And ? '(' + left.text + ')' : operandOf(left, onLeft)) + ' ' +
            op + ' ' +
            (right.binding == Binding::And ? '(' + right.text + ')' : operandOf(right, onRight)),
        binding};
  return {operandOf(left, onLeft) + ' ' + op + ' ' + operandOf(right, onRight), binding};
}

} // namespace bough::cpp

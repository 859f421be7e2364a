#pragma once

#include "frontend/syntax/TokenStream.h"

#include <functional>

namespace bough {

/// Parses conditions (ExpressionParser.cpp) and values (ValueParser.cpp) alike; which of the two is
/// needed, the binder checks. From loose to tight: OR, AND, NOT, comparisons (which do not chain),
/// sums, products, signs.
class ExpressionParser {
public:
  explicit ExpressionParser(TokenStream &tokens) : tokens_(tokens) {}

  /// Null after an error.
  ast::ExpressionPtr parse();
  /// A sum: what may stand on one side of a comparison.
  ast::ExpressionPtr parseValue();
  /// Sets what parses the query inside of EXISTS, from SELECT to before the ')'.
  void setQueryParser(std::function<std::optional<ast::Query>()> parser) {
    parseQuery_ = std::move(parser);
  }
  /// Whether FIRST(...) and LAST(...) have arguments from now on: inside of MATCH_RECOGNIZE.
  void setRowMatch(bool isRowMatch) { isRowMatch_ = isRowMatch; }
  /// Starts the counts of limits::predicates and the like for another statement.
  void beginStatement() { predicates_ = operands_ = elements_ = 0; }

private:
  ast::ExpressionPtr parseJunction(Keyword keyword);
  ast::ExpressionPtr parseNegation();
  ast::ExpressionPtr parsePredicate();
  ast::ExpressionPtr parseComparison(ast::ExpressionPtr left);
  /// Behind '=': takes the rest of `==`, `=<` or `=>`, reports it, and gives what is meant.
  ast::ComparisonOperator takeForeignOperator(SourceRange &operationRange);
  ast::ExpressionPtr parseBetween(ast::ExpressionPtr value, SourceRange keyword, bool isNegated);
  ast::ExpressionPtr parseIn(ast::ExpressionPtr value, SourceRange keyword, bool isNegated);
  ast::ExpressionPtr parseIs(ast::ExpressionPtr left);
  ast::ExpressionPtr parseProduct();
  ast::ExpressionPtr parseSigned();
  ast::ExpressionPtr parseOperand();
  ast::ExpressionPtr parseParenthesised();
  ast::ExpressionPtr parseInterval();
  ast::ExpressionPtr parseExists();
  ast::ExpressionPtr parseName();
  /// A function with its arguments, at its '('.
  ast::ExpressionPtr parseCall(ast::Identifier name);
  bool countPredicate(SourceRange range);
  bool countOperand();

  TokenStream &tokens_;
  std::function<std::optional<ast::Query>()> parseQuery_;
  bool isRowMatch_ = false;
  std::size_t predicates_ = 0;
  std::size_t operands_ = 0;
  std::size_t elements_ = 0;
};

} // namespace bough

#pragma once

#include "frontend/syntax/ExpressionParser.h"

namespace bough {

/// Parses PATTERN (...) in FROM and the clauses that go with it (frontend/PATTERNS.md). An element
/// or a clause with an error is left out, and the next one is parsed all the same.
class PatternParser {
public:
  PatternParser(TokenStream &tokens, ExpressionParser &expressions)
      : tokens_(tokens), expressions_(expressions) {}

  /// From PATTERN to behind its ')'. False after an error: some element is missing.
  bool parse(ast::Pattern &pattern);
  /// Takes the clause that begins at the current word, or seems to be meant to; false if there is
  /// none. After an error it is marked as missing.
  bool parseClause(ast::Pattern &pattern);
  /// The name of the last clause that was taken, for messages.
  std::string_view lastClause() const { return lastClause_; }

private:
  struct Clause;
  static const std::vector<Clause> &clauses();

  bool parseElement(ast::Pattern &pattern);
  bool parseAny(ast::PatternElement &element);
  bool parseAnyItems(ast::PatternElement &element);
  bool parseItem(ast::PatternElement &element);
  /// To the ')' of the present level, or the ';'; or to what begins behind the pattern.
  void skipElement(bool stopAtSemicolon);

  // Each begins behind the first word of its clause; false after an error.
  bool parsePartition(ast::Pattern &pattern);
  bool parseOrder(ast::Pattern &pattern);
  bool parseWithin(ast::Pattern &pattern);
  bool parseMatch(ast::Pattern &pattern);
  bool parseSkip(ast::Pattern &pattern);
  bool parseConsume(ast::Pattern &pattern);
  /// The clause that the current word begins, or seems to be meant to begin; or null.
  const Clause *findClause() const;
  /// To the next clause, or to the end of the SELECT.
  void skipClause();

  TokenStream &tokens_;
  ExpressionParser &expressions_;
  std::string_view lastClause_ = "PATTERN (...)";
  std::size_t items_ = 0; ///< of the pattern at hand
};

} // namespace bough

#pragma once

#include "frontend/syntax/ExpressionParser.h"
#include "frontend/syntax/RowMatch.h"

namespace bough {

/// Parses MATCH_RECOGNIZE (...). What the language does not have of it is refused by name. A clause
/// with an error is left out, and the next one is parsed all the same.
class RowMatchParser {
public:
  RowMatchParser(TokenStream &tokens, ExpressionParser &expressions)
      : tokens_(tokens), expressions_(expressions) {}

  /// From MATCH_RECOGNIZE to behind its ')' and alias.
  RowMatch parse(ast::FromItem input);

private:
  struct Clause;
  static const std::vector<Clause> &clauses();

  bool parseClauses(RowMatch &match);
  /// The clause that the current word begins, or seems to be meant to begin; or null.
  const Clause *findClause() const;
  /// To the next clause, or to the ')' of the present level.
  void skipClause();
  /// Reports the clauses that have to be there and are not.
  void checkClauses(RowMatch &match) const;

  // Each begins behind the first word of its clause; false after an error.
  bool parsePartition(RowMatch &match);
  bool parseOrder(RowMatch &match);
  bool parseMeasures(RowMatch &match);
  bool parseOneRow(RowMatch &match);
  bool refuseAllRows(RowMatch &match);
  bool parseSkip(RowMatch &match);
  bool parsePattern(RowMatch &match);
  bool parseWithin(RowMatch &match);
  bool refuseSubset(RowMatch &match);
  bool parseDefine(RowMatch &match);

  bool parseMeasure(RowMatch &match);
  /// From behind the '(' to before the ')'.
  bool parseElements(RowMatch &match);
  bool parseElement(RowMatch &match);
  /// How often a variable is repeated.
  struct Repetition {
    std::uint64_t least = 1, most = 1;
  };
  /// {n}, {n,m} or {,m}; empty after an error.
  std::optional<Repetition> parseRepetition(const ast::Identifier &variable);
  /// What is at the current token instead of a variable.
  void refuseOperand();
  /// Reports something of row patterns that there is not, with what to write instead.
  void refuse(SourceRange range, std::string_view feature, std::string_view instead);

  TokenStream &tokens_;
  ExpressionParser &expressions_;
};

} // namespace bough

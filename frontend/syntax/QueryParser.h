#pragma once

#include "frontend/syntax/PatternParser.h"
#include "frontend/syntax/RowMatchParser.h"

namespace bough {

/// Parses SELECT ... UNION [ALL] SELECT .... A clause with an error is left out and marked, and the
/// next clause is parsed all the same, so that independent errors are all found.
class QueryParser {
public:
  /// From now on the expressions can hold queries.
  QueryParser(TokenStream &tokens, ExpressionParser &expressions);
  QueryParser(const QueryParser &) = delete;
  QueryParser &operator=(const QueryParser &) = delete;

  /// From SELECT or '(' to before the ';'. Empty when what follows cannot be told apart any more;
  /// the caller then skips the statement.
  std::optional<ast::Query> parse();
  /// From behind CREATE to before the ';': QUERY name [WEIGHT w] AS SELECT .... Empty as above.
  std::optional<ast::Query> parseNamed();

private:
  /// Inside of the parentheses of an EXISTS.
  std::optional<ast::Query> parseNested();
  bool parseChain(ast::Chain &chain);
  bool parseOperand(ast::QueryOperand &operand);
  bool parseSelect(ast::QueryOperand &operand);
  void parseList(ast::Select &select);
  bool parseSelectItem(ast::Select &select);
  /// Gives the MATCH_RECOGNIZE, if there is one, which then is all of FROM.
  std::optional<RowMatch> parseFrom(ast::Select &select);
  RowMatch parseRowMatch(ast::Select &select);
  void parsePattern(ast::Select &select);
  /// Reports what FROM joins with an item that is alone.
  void refuseJoin(ast::Select &select, const DiagnosticKind<> &kind);
  /// Takes a clause behind WHERE that goes with a pattern; false if there is none.
  bool parsePatternClause(ast::Select &select);
  /// Takes GROUP BY; false if there is none.
  bool parseGroups(ast::Select &select);
  bool parseFromItem(ast::Select &select, ast::JoinKind join);
  /// What joins the next item, taking its keywords; empty at the end of FROM or after an error.
  std::optional<ast::JoinKind> parseJoin(ast::Select &select, bool &failed);
  /// Clauses after WHERE that do not go with a pattern: all of them are refused.
  bool refuseTrailingClause(const ast::Select &select);
  /// Reports what follows a SELECT and does not belong to it.
  void reportNoEnd(const ast::Select &select, bool hasWhere, bool hasRowMatch);
  /// Whether the current word is near to that keyword and what follows could not follow an alias.
  bool atMisspelt(std::string_view keyword);
  /// Takes the keyword. A misspelt one is reported and taken as meant.
  bool acceptClause(Keyword keyword, std::string_view spelled);
  /// To the next of the given words outside parentheses, UNION, or the end of the query.
  void skipToClause(bool stopAtComma, bool stopAtFrom, bool stopAtWhere);

  TokenStream &tokens_;
  ExpressionParser &expressions_;
  PatternParser patterns_;
  RowMatchParser rowMatches_;
  std::size_t parentheses_ = 0; ///< around the SELECT at hand
  std::size_t selects_ = 0;     ///< of the query so far
};

} // namespace bough

// The FROM of a SELECT.

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/QueryParser.h"

namespace bough {

using namespace ast;

std::optional<RowMatch> QueryParser::parseFrom(Select &select) {
  if (tokens_.at(Keyword::Pattern) && tokens_.peek().kind == TokenKind::LeftParenthesis) {
    parsePattern(select);
    return std::nullopt;
  }
  JoinKind join = JoinKind::Comma;
  bool failed = !parseFromItem(select, join);
  if (!failed && tokens_.at(Keyword::MatchRecognize))
    return parseRowMatch(select);
  while (!failed) {
    std::optional<JoinKind> next = parseJoin(select, failed);
    if (!next)
      break;
    failed = !parseFromItem(select, *next);
  }
  if (failed) {
    select.lacksItems = true;
    skipToClause(false, false, true);
  }
  return std::nullopt;
}

RowMatch QueryParser::parseRowMatch(Select &select) {
  RowMatch match = rowMatches_.parse(std::move(select.from.back()));
  select.from.clear();
  refuseJoin(select, diag::rowMatchNotAlone);
  match.isIncomplete |= select.lacksItems;
  return match;
}

std::optional<JoinKind> QueryParser::parseJoin(Select &select, bool &failed) {
  SourceRange begin = tokens_.current().range;
  if (tokens_.accept(TokenKind::Comma))
    return JoinKind::Comma;
  if (acceptClause(Keyword::Join, "JOIN"))
    return JoinKind::Inner;
  bool isCross = tokens_.at(Keyword::Cross);
  if (isCross || tokens_.at(Keyword::Inner)) {
    tokens_.advance();
    if (tokens_.expect(Keyword::Join, "JOIN"))
      return isCross ? JoinKind::Cross : JoinKind::Inner;
    failed = true;
    return std::nullopt;
  }
  bool isNatural = tokens_.at(Keyword::Natural);
  if (isNatural || tokens_.at(Keyword::Left) || tokens_.at(Keyword::Right) ||
      tokens_.at(Keyword::Full)) {
    std::string kind = toUpper(tokens_.text(begin));
    tokens_.advance();
    tokens_.accept(Keyword::Outer);
    tokens_.accept(Keyword::Join);
    Diagnostic &error = tokens_.reportNotInLanguage(tokens_.since(begin), kind + " JOIN");
    error.notes.push_back({isNatural ? "write the equalities in ON or WHERE"
                                     : "a row without a partner may still find one later, so that "
                                       "its result could not be given out",
                           {}});
    failed = true;
    return std::nullopt;
  }
  if (tokens_.at(Keyword::MatchRecognize)) {
    tokens_.diagnostics().report(diag::rowMatchNotAlone, begin);
    failed = true;
    return std::nullopt;
  }
  // `FROM s t u` or `FROM s, t u.`: only a comma is missing when another item follows.
  if (tokens_.atName() && wordClass(tokens_.current().keyword) != WordClass::Clause &&
      !atMisspelt("WHERE")) {
    tokens_.reportMissing("','");
    select.lacksItems = true;
    return JoinKind::Comma;
  }
  return std::nullopt;
}

bool QueryParser::parseFromItem(Select &select, JoinKind join) {
  SourceRange begin = tokens_.current().range;
  if (tokens_.at(TokenKind::LeftParenthesis)) {
    bool isQuery = tokens_.peek().keyword == Keyword::Select;
    if (isQuery)
      tokens_.reportNotInLanguage(begin, "subquery in FROM");
    else
      tokens_.reportNotSupported(begin, "a join in parentheses");
    return false;
  }
  if (select.from.size() == limits::itemsPerSelect) {
    tokens_.diagnostics().report(diag::tooMany, begin, "items in FROM", limits::itemsPerSelect);
    return false;
  }
  if (tokens_.atName() && tokens_.peek().kind == TokenKind::LeftParenthesis) {
    if (tokens_.at(Keyword::Pattern)) {
      tokens_.diagnostics().report(diag::patternNotAlone, begin);
      tokens_.advance();
      tokens_.skipParentheses();
    } else {
      tokens_.reportNotSupported(begin, "a function in FROM");
    }
    return false;
  }
  std::optional<Identifier> stream = tokens_.expectName("the name of a stream");
  if (!stream)
    return false;
  FromItem item;
  item.join = join;
  item.stream = std::move(*stream);
  if (!atMisspelt("WHERE") && !atMisspelt("JOIN") && !tokens_.acceptAlias(item.alias))
    return false;
  item.range = tokens_.since(begin);
  if (join == JoinKind::Inner) {
    if (tokens_.at(Keyword::Using)) {
      tokens_.reportNotInLanguage(tokens_.current().range, "USING")
          .notes.push_back({"write the equalities in ON", {}});
      return false;
    }
    if (!tokens_.expect(Keyword::On, "ON and the condition of the join"))
      return false;
    item.on = expressions_.parse();
    if (!item.on)
      return false;
  }
  select.from.push_back(std::move(item));
  return true;
}

void QueryParser::parsePattern(Select &select) {
  select.pattern.emplace();
  select.lacksItems = !patterns_.parse(*select.pattern);
  refuseJoin(select, diag::patternNotAlone);
}

void QueryParser::refuseJoin(Select &select, const DiagnosticKind<> &kind) {
  switch (tokens_.current().keyword) {
  case Keyword::Join:
  case Keyword::Cross:
  case Keyword::Inner:
  case Keyword::Left:
  case Keyword::Right:
  case Keyword::Full:
  case Keyword::Natural:
    break;
  default:
    if (tokens_.at(TokenKind::Comma))
      break;
    return;
  }
  tokens_.diagnostics().report(kind, tokens_.current().range);
  select.lacksItems = true;
  skipToClause(false, false, true);
}

} // namespace bough

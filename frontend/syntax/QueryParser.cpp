#include "frontend/syntax/QueryParser.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/RowMatchRewriter.h"

namespace bough {

using namespace ast;

namespace {

/// Whether an item of FROM or a condition may begin with the token, but nothing that may follow an
/// alias.
bool beginsOperand(const Token &token) {
  switch (token.kind) {
  case TokenKind::Word:
    return wordClass(token.keyword) == WordClass::Free || token.keyword == Keyword::Not;
  case TokenKind::QuotedName:
  case TokenKind::Integer:
  case TokenKind::LeftParenthesis:
  case TokenKind::Minus:
    return true;
  default:
    return false;
  }
}

} // namespace

QueryParser::QueryParser(TokenStream &tokens, ExpressionParser &expressions)
    : tokens_(tokens), expressions_(expressions), patterns_(tokens, expressions),
      rowMatches_(tokens, expressions) {
  expressions_.setQueryParser([this] { return parseNested(); });
}

std::optional<Query> QueryParser::parseNested() {
  SourceRange begin = tokens_.current().range;
  Query query;
  ++parentheses_;
  bool isValid = parseChain(query.chain);
  --parentheses_;
  query.range = tokens_.since(begin);
  return isValid ? std::optional(std::move(query)) : std::nullopt;
}

std::optional<Query> QueryParser::parseNamed() {
  tokens_.advance(); // QUERY
  std::optional<Identifier> name = tokens_.expectName("the query's name");
  if (!name)
    return std::nullopt;
  expressions_.beginStatement();
  ExpressionPtr weight;
  if (tokens_.accept(Keyword::Weight)) {
    weight = expressions_.parseValue();
    if (!weight)
      return std::nullopt;
  }
  if (!tokens_.expect(Keyword::As, "AS"))
    return std::nullopt;
  std::optional<Query> query = parse();
  if (!query)
    return std::nullopt;
  query->name = std::move(name);
  query->weight = std::move(weight);
  return query;
}

std::optional<Query> QueryParser::parse() {
  expressions_.beginStatement();
  selects_ = 0;
  SourceRange begin = tokens_.current().range;
  Query query;
  if (!parseChain(query.chain))
    return std::nullopt;
  query.range = tokens_.since(begin);
  return query;
}

bool QueryParser::parseChain(Chain &chain) {
  if (!parseOperand(chain.first))
    return false;
  while (true) {
    SourceRange keyword = tokens_.current().range;
    if (tokens_.at(Keyword::Except) || tokens_.at(Keyword::Intersect)) {
      tokens_.reportNotInLanguage(keyword, toUpper(tokens_.text(keyword)))
          .notes.push_back({"rows are only ever added to a result", {}});
      return false;
    }
    if (!tokens_.accept(Keyword::Union))
      return true;
    Chain::Link link;
    if (!tokens_.misspelt({"ALL"}).empty()) {
      tokens_.takeMisspelt("ALL");
      link.isAll = true;
    } else {
      link.isAll = tokens_.accept(Keyword::All);
      if (!link.isAll)
        tokens_.accept(Keyword::Distinct);
    }
    link.keyword = tokens_.since(keyword);
    if (!parseOperand(link.operand))
      return false;
    chain.links.push_back(std::move(link));
  }
}

bool QueryParser::parseOperand(QueryOperand &operand) {
  if (tokens_.at(Keyword::Select))
    return parseSelect(operand);
  TokenStream::Nesting nesting(tokens_);
  if (!nesting.isAllowed())
    return false;
  if (!tokens_.accept(TokenKind::LeftParenthesis)) {
    tokens_.reportExpected("SELECT");
    return false;
  }
  ++parentheses_;
  auto chain = std::make_unique<Chain>();
  bool isValid = parseChain(*chain) && tokens_.expect(TokenKind::RightParenthesis);
  --parentheses_;
  if (chain->links.empty())
    operand = std::move(chain->first);
  else
    operand.node = std::move(chain);
  return isValid;
}

bool QueryParser::parseSelect(QueryOperand &operand) {
  Select select;
  SourceRange begin = tokens_.current().range;
  tokens_.advance();
  if (++selects_ > limits::branches) {
    tokens_.diagnostics().report(diag::tooMany, begin, "branches in a query", limits::branches);
    return false;
  }
  if (tokens_.at(Keyword::Distinct)) {
    select.distinct = tokens_.current().range;
    tokens_.advance();
  } else {
    tokens_.accept(Keyword::All);
  }
  parseList(select);
  if (!acceptClause(Keyword::From, "FROM")) {
    if (!select.lacksColumns)
      tokens_.reportMissing("',' or FROM");
    return false;
  }
  std::optional<RowMatch> match = parseFrom(select);
  bool hasWhere = acceptClause(Keyword::Where, "WHERE");
  if (hasWhere) {
    select.where = expressions_.parse();
    if (!select.where) {
      select.lacksGroups = true;
      skipToClause(false, false, false);
    }
  }
  bool isComplete = true;
  while (true) {
    if (parsePatternClause(select) || parseGroups(select))
      continue;
    if (!refuseTrailingClause(select))
      break;
    isComplete = false;
  }
  select.range = tokens_.since(begin);
  bool ended = tokens_.atStatementEnd() || tokens_.at(Keyword::Union) ||
               tokens_.at(Keyword::Except) || tokens_.at(Keyword::Intersect) ||
               tokens_.at(Keyword::Select) ||
               (parentheses_ > 0 && tokens_.at(TokenKind::RightParenthesis));
  bool isUnderstood =
      isComplete && !select.lacksItems && !(select.pattern && select.pattern->lacksClauses);
  if (!ended && isUnderstood)
    reportNoEnd(select, hasWhere, match.has_value());
  if (match)
    operand = RowMatchRewriter(std::move(*match), tokens_.diagnostics()).rewrite(std::move(select));
  else
    operand.node = std::move(select);
  // The rest of a clause that is not understood hides nothing but its own errors.
  if (!ended)
    skipToClause(false, false, false);
  return true;
}

void QueryParser::reportNoEnd(const Select &select, bool hasWhere, bool hasRowMatch) {
  std::string_view expected = "',', JOIN, WHERE or ';'";
  if (hasWhere && tokens_.at(Keyword::And))
    expected = "a condition";
  else if (!select.groups.empty())
    expected = "',' or ';'";
  else if (select.pattern)
    expected = hasWhere ? "AND, OR, a clause of the pattern or ';'"
                        : "WHERE, a clause of the pattern or ';'";
  else if (hasWhere)
    expected = "AND, OR, UNION or ';'";
  else if (hasRowMatch)
    expected = "UNION or ';'";
  Diagnostic *error = tokens_.reportMissing(expected);
  std::string_view meant =
      hasWhere ? tokens_.misspelt({"AND", "BETWEEN", "UNION"}) : tokens_.misspelt({"UNION"});
  if (error != nullptr && !meant.empty())
    error->notes.push_back({fmt::format("did you mean {}?", meant), {}});
}

bool QueryParser::atMisspelt(std::string_view keyword) {
  return !tokens_.misspelt({keyword}).empty() && beginsOperand(tokens_.peek());
}

bool QueryParser::acceptClause(Keyword keyword, std::string_view spelled) {
  if (tokens_.accept(keyword))
    return true;
  if (!atMisspelt(spelled))
    return false;
  tokens_.takeMisspelt(spelled);
  return true;
}

void QueryParser::skipToClause(bool stopAtComma, bool stopAtFrom, bool stopAtWhere) {
  std::size_t open = 0;
  while (!tokens_.at(TokenKind::End) && !tokens_.at(Keyword::Create)) {
    if (open == 0 &&
        (tokens_.atStatementEnd() || tokens_.at(Keyword::Union) ||
         (parentheses_ > 0 && tokens_.at(TokenKind::RightParenthesis)) ||
         (stopAtComma && tokens_.at(TokenKind::Comma)) ||
         (stopAtFrom && tokens_.at(Keyword::From)) || (stopAtWhere && tokens_.at(Keyword::Where))))
      return;
    if (tokens_.at(TokenKind::LeftParenthesis))
      ++open;
    else if (tokens_.at(TokenKind::RightParenthesis) && open > 0)
      --open;
    tokens_.advance();
  }
}

void QueryParser::parseList(Select &select) {
  do {
    if (!parseSelectItem(select)) {
      select.lacksColumns = true;
      skipToClause(true, true, false);
    }
    // `SELECT a.x b.y`: only a comma is missing when another column follows.
    while (tokens_.atName() && wordClass(tokens_.current().keyword) != WordClass::Clause &&
           !select.lacksColumns && !atMisspelt("FROM")) {
      tokens_.reportMissing("',' or FROM");
      select.lacksColumns = true;
      parseSelectItem(select);
    }
  } while (tokens_.accept(TokenKind::Comma));
}

bool QueryParser::parseSelectItem(Select &select) {
  SelectItem item;
  SourceRange begin = tokens_.current().range;
  if (select.list.size() == limits::resultColumns) {
    tokens_.diagnostics().report(diag::tooMany, begin, "expressions in a select list",
                                 limits::resultColumns);
    return false;
  }
  item.expression = expressions_.parse();
  item.hasAs = tokens_.at(Keyword::As);
  if (!item.expression || (!atMisspelt("FROM") && !tokens_.acceptAlias(item.alias)))
    return false;
  item.range = tokens_.since(begin);
  select.list.push_back(std::move(item));
  return true;
}

bool QueryParser::parsePatternClause(Select &select) {
  if (!select.pattern)
    return false;
  if (patterns_.parseClause(*select.pattern))
    return true;
  SourceRange keyword = tokens_.current().range;
  if (!tokens_.at(Keyword::Where) || select.lacksItems)
    return false;
  if (select.where)
    tokens_.diagnostics()
        .report(diag::secondClause, keyword, "WHERE")
        .notes.push_back({"the first one is here", select.where->range});
  else
    tokens_.diagnostics().report(diag::whereBehindClause, keyword, patterns_.lastClause());
  tokens_.advance();
  ExpressionPtr condition = expressions_.parse();
  if (!select.where)
    select.where = std::move(condition);
  return true;
}

bool QueryParser::parseGroups(Select &select) {
  SourceRange begin = tokens_.current().range;
  if (!tokens_.accept(Keyword::Group))
    return false;
  std::vector<ExpressionPtr> groups;
  bool isValid = tokens_.expect(Keyword::By, "BY");
  if (isValid) {
    do {
      groups.push_back(expressions_.parseValue());
      isValid = groups.back() != nullptr;
    } while (isValid && tokens_.accept(TokenKind::Comma));
  }
  if (!isValid) {
    select.lacksGroups = true;
    skipToClause(false, false, false);
  } else if (select.groups.empty()) {
    select.groups = std::move(groups);
    select.groupsRange = tokens_.since(begin);
  } else {
    tokens_.diagnostics()
        .report(diag::secondClause, tokens_.since(begin), "GROUP BY")
        .notes.push_back({"the first one is here", select.groupsRange});
  }
  return true;
}

bool QueryParser::refuseTrailingClause(const Select &select) {
  SourceRange range = tokens_.current().range;
  std::string word = toUpper(tokens_.text(range));
  bool isSupportedLater = false, isOfPattern = false;
  switch (tokens_.current().keyword) {
  case Keyword::Order:
  case Keyword::Partition:
    tokens_.advance();
    if (tokens_.at(Keyword::By)) {
      range = join(range, tokens_.current().range);
      word += " BY";
    }
    isOfPattern = word[0] == 'P' || tokens_.peek().keyword == Keyword::Arrival;
    break;
  case Keyword::Within:
  case Keyword::Match:
  case Keyword::After:
  case Keyword::Consume:
    isOfPattern = true;
    break;
  case Keyword::MatchRecognize:
    tokens_.diagnostics()
        .report(diag::rowMatchOrder, range, word, "WHERE")
        .notes.push_back({"a condition on rows goes into DEFINE", {}});
    skipToClause(false, false, false);
    return true;
  case Keyword::Having:
    isSupportedLater = true;
    break;
  case Keyword::Fetch:
  case Keyword::Limit:
  case Keyword::Offset:
  case Keyword::Qualify:
  case Keyword::Window:
    break;
  default:
    return false;
  }
  // What could not be read of FROM may have been a pattern.
  bool isSilent = isOfPattern && select.lacksItems;
  if (isOfPattern && !isSilent)
    tokens_.diagnostics().report(diag::clauseWithoutPattern, range, word);
  else if (isSupportedLater)
    tokens_.reportNotSupported(range, word);
  else if (!isOfPattern)
    tokens_.reportNotInLanguage(range, word)
        .notes.push_back({"results are given out as they arise, in the order of time", {}});
  skipToClause(false, false, false);
  return true;
}

} // namespace bough

#include "frontend/syntax/PatternParser.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

using namespace ast;

struct PatternParser::Clause {
  Keyword keyword; ///< that it begins with
  std::string_view word;
  std::string_view name;
  SourceRange Pattern::*range;
  bool (PatternParser::*parse)(Pattern &);
};

const std::vector<PatternParser::Clause> &PatternParser::clauses() {
  static const std::vector<Clause> all = {
      {Keyword::Partition, "PARTITION", "PARTITION BY", &Pattern::partitionRange,
       &PatternParser::parsePartition},
      {Keyword::Order, "ORDER", "ORDER BY", &Pattern::orderRange, &PatternParser::parseOrder},
      {Keyword::Within, "WITHIN", "WITHIN", &Pattern::withinRange, &PatternParser::parseWithin},
      {Keyword::Match, "MATCH", "MATCH", &Pattern::matchRange, &PatternParser::parseMatch},
      {Keyword::After, "AFTER", "AFTER MATCH", &Pattern::skipRange, &PatternParser::parseSkip},
      {Keyword::Consume, "CONSUME", "CONSUME ROWS", &Pattern::consumeRange,
       &PatternParser::parseConsume}};
  return all;
}

// --- elements ------------------------------------------------------------------------------------

bool PatternParser::parse(Pattern &pattern) {
  SourceRange begin = tokens_.current().range;
  lastClause_ = "PATTERN (...)";
  items_ = 0;
  tokens_.advance(); // PATTERN
  tokens_.advance(); // '('
  bool isValid = true;
  do {
    if (pattern.elements.size() == limits::patternElements) {
      tokens_.diagnostics().report(diag::tooMany, tokens_.current().range, "elements in a pattern",
                                   limits::patternElements);
      isValid = false;
      skipElement(false);
      break;
    }
    if (!parseElement(pattern)) {
      isValid = false;
      skipElement(true);
    }
    if (tokens_.at(TokenKind::Comma)) {
      if (Diagnostic *error = tokens_.reportExpected("';'"))
        error->notes.push_back({"';' between the elements of a pattern means: and later", {}});
      isValid = false;
    }
  } while (tokens_.accept(TokenKind::Semicolon) || tokens_.accept(TokenKind::Comma));
  if (!tokens_.accept(TokenKind::RightParenthesis)) {
    if (isValid)
      tokens_.reportMissing("';' or ')'");
    isValid = false;
    skipElement(false);
    tokens_.accept(TokenKind::RightParenthesis);
  }
  pattern.range = tokens_.since(begin);
  return isValid;
}

void PatternParser::skipElement(bool stopAtSemicolon) {
  std::size_t open = 0;
  while (!tokens_.at(TokenKind::End)) {
    switch (tokens_.current().keyword) {
    case Keyword::Create:
    case Keyword::Select:
    case Keyword::Union:
    case Keyword::Where:
      return;
    default:
      break;
    }
    bool isClause = false;
    for (const Clause &clause : clauses())
      isClause |= tokens_.at(clause.keyword);
    if (isClause)
      return;
    if (open == 0 && (tokens_.at(TokenKind::RightParenthesis) ||
                      (stopAtSemicolon && tokens_.at(TokenKind::Semicolon))))
      return;
    if (tokens_.at(TokenKind::LeftParenthesis))
      ++open;
    else if (tokens_.at(TokenKind::RightParenthesis))
      --open;
    tokens_.advance();
  }
}

bool PatternParser::parseElement(Pattern &pattern) {
  PatternElement element;
  SourceRange begin = tokens_.current().range;
  if (tokens_.accept(Keyword::Not))
    element.kind = PatternElement::Kind::Not;
  bool isValid = true;
  // A stream may be called ANY as well.
  TokenKind next = tokens_.at(Keyword::Any) ? tokens_.peek().kind : TokenKind::End;
  if (next == TokenKind::Integer || next == TokenKind::Minus || next == TokenKind::Decimal ||
      (tokens_.at(Keyword::Any) && tokens_.peek().keyword == Keyword::Of)) {
    if (element.kind == PatternElement::Kind::Not) {
      tokens_.reportNotSupported(join(begin, tokens_.current().range), "NOT ANY");
      return false;
    }
    element.kind = PatternElement::Kind::Any;
    isValid = parseAny(element);
  } else {
    isValid = parseItem(element);
  }
  if (!isValid)
    return false;
  element.range = tokens_.since(begin);
  pattern.elements.push_back(std::move(element));
  return true;
}

bool PatternParser::parseAny(PatternElement &element) {
  tokens_.advance();
  if (!tokens_.at(TokenKind::Integer)) {
    if (Diagnostic *error = tokens_.reportExpected("the number of rows that ANY takes"))
      error->notes.push_back({"it is written ANY 2 OF (x a, y b, z c)", {}});
    return false;
  }
  element.count = tokens_.current().value;
  tokens_.advance();
  if (!tokens_.expect(Keyword::Of, "OF") || !tokens_.expect(TokenKind::LeftParenthesis))
    return false;
  if (parseAnyItems(element))
    return true;
  skipElement(false);
  tokens_.accept(TokenKind::RightParenthesis);
  return false;
}

bool PatternParser::parseAnyItems(PatternElement &element) {
  do {
    if (element.items.size() == limits::anyItems) {
      tokens_.diagnostics().report(diag::tooMany, tokens_.current().range, "elements in an ANY",
                                   limits::anyItems);
      return false;
    }
    if (!parseItem(element))
      return false;
    bool isDistinct = tokens_.accept(Keyword::Distinct);
    if (!isDistinct && !tokens_.misspelt({"DISTINCT"}).empty()) {
      tokens_.takeMisspelt("DISTINCT");
      isDistinct = true;
    }
    if (isDistinct) {
      element.distinct = tokens_.expectName("a column name");
      if (!element.distinct)
        return false;
    }
  } while (tokens_.accept(TokenKind::Comma));
  if (tokens_.accept(TokenKind::RightParenthesis))
    return true;
  tokens_.reportMissing(element.distinct ? "')'" : "',', DISTINCT or ')'");
  return false;
}

bool PatternParser::parseItem(PatternElement &element) {
  SourceRange begin = tokens_.current().range;
  if (++items_ > limits::itemsPerSelect) {
    // Said once; the rest is left out.
    if (items_ == limits::itemsPerSelect + 1)
      tokens_.diagnostics().report(diag::tooMany, begin, "streams in a pattern",
                                   limits::itemsPerSelect);
    return false;
  }
  std::optional<Identifier> stream = tokens_.expectName("the name of a stream");
  if (!stream)
    return false;
  FromItem item;
  item.stream = std::move(*stream);
  bool isDistinctMeant =
      element.kind == PatternElement::Kind::Any && !tokens_.misspelt({"DISTINCT"}).empty();
  if (!isDistinctMeant && !tokens_.acceptAlias(item.alias))
    return false;
  item.range = tokens_.since(begin);
  element.items.push_back(std::move(item));
  return true;
}

// --- clauses -------------------------------------------------------------------------------------

const PatternParser::Clause *PatternParser::findClause() const {
  std::vector<std::string_view> words;
  for (const Clause &clause : clauses())
    words.push_back(clause.word);
  // In this place any other word is an error.
  std::string_view meant = tokens_.misspelt(words);
  for (const Clause &clause : clauses())
    if (tokens_.at(clause.keyword) || clause.word == meant)
      return &clause;
  return nullptr;
}

bool PatternParser::parseClause(Pattern &pattern) {
  const Clause *clause = findClause();
  if (clause == nullptr)
    return false;
  SourceRange begin = tokens_.current().range;
  if (!tokens_.accept(clause->keyword))
    tokens_.takeMisspelt(clause->word);
  lastClause_ = clause->name;
  SourceRange &range = pattern.*clause->range;
  Pattern ignored;
  bool isSecond = range.end > range.begin;
  bool isValid = (this->*clause->parse)(isSecond ? ignored : pattern);
  if (isSecond)
    tokens_.diagnostics()
        .report(diag::secondClause, tokens_.since(begin), clause->name)
        .notes.push_back({"the first one is here", range});
  else
    range = tokens_.since(begin);
  if (!isValid) {
    pattern.lacksClauses = true;
    skipClause();
  }
  return true;
}

void PatternParser::skipClause() {
  std::size_t open = 0;
  while (!tokens_.atStatementEnd() && !tokens_.at(Keyword::Union) && !tokens_.at(Keyword::Where)) {
    if (open == 0 && (tokens_.at(TokenKind::RightParenthesis) || findClause() != nullptr))
      return;
    if (tokens_.at(TokenKind::LeftParenthesis))
      ++open;
    else if (tokens_.at(TokenKind::RightParenthesis))
      --open;
    tokens_.advance();
  }
}

bool PatternParser::parsePartition(Pattern &pattern) {
  if (!tokens_.expect(Keyword::By, "BY"))
    return false;
  do {
    std::optional<Identifier> column = tokens_.expectName("a column name");
    if (!column)
      return false;
    if (tokens_.at(TokenKind::Dot)) {
      if (Diagnostic *error = tokens_.reportExpected("',' or the next clause"))
        error->notes.push_back(
            {"PARTITION BY names a column that each stream of the pattern has, without an alias",
             {}});
      return false;
    }
    pattern.partition.push_back(std::move(*column));
  } while (tokens_.accept(TokenKind::Comma));
  return true;
}

bool PatternParser::parseOrder(Pattern &pattern) {
  SourceRange order = tokens_.previous();
  if (!tokens_.expect(Keyword::By, "BY"))
    return false;
  if (tokens_.accept(Keyword::Arrival)) {
    pattern.isByArrival = true;
    return true;
  }
  if (!tokens_.misspelt({"ARRIVAL"}).empty()) {
    tokens_.takeMisspelt("ARRIVAL");
    pattern.isByArrival = true;
    return true;
  }
  Diagnostic &error = tokens_.reportNotInLanguage(tokens_.since(order), "ORDER BY");
  error.notes.push_back({"results are given out as they arise, in the order of time", {}});
  error.notes.push_back({"a pattern orders rows of equal timestamps by ORDER BY ARRIVAL", {}});
  return false;
}

bool PatternParser::parseWithin(Pattern &pattern) {
  pattern.within = expressions_.parseValue();
  if (!pattern.within)
    return false;
  pattern.isWithinEvents = tokens_.accept(Keyword::Events);
  if (pattern.isWithinEvents || !std::holds_alternative<IntegerLiteral>(pattern.within->node))
    return true;
  if (!tokens_.misspelt({"EVENTS"}).empty()) {
    tokens_.takeMisspelt("EVENTS");
    pattern.isWithinEvents = true;
    return true;
  }
  if (Diagnostic *error = tokens_.reportMissing("EVENTS"))
    error->notes.push_back({fmt::format("a time is written WITHIN INTERVAL '{}' SECOND",
                                        tokens_.text(pattern.within->range)),
                            {}});
  pattern.within.reset();
  return false;
}

bool PatternParser::parseMatch(Pattern &pattern) {
  pattern.isNext = tokens_.accept(Keyword::Next);
  if (pattern.isNext || tokens_.accept(Keyword::All))
    return true;
  if (std::string_view meant = tokens_.misspelt({"ALL", "NEXT"}); !meant.empty()) {
    tokens_.takeMisspelt(meant);
    pattern.isNext = meant == "NEXT";
    return true;
  }
  tokens_.reportExpected("ALL or NEXT after MATCH");
  return false;
}

bool PatternParser::parseSkip(Pattern &pattern) {
  SourceRange after = tokens_.previous();
  if (!tokens_.expect(Keyword::Match, "MATCH") || !tokens_.expect(Keyword::Skip, "SKIP"))
    return false;
  if (tokens_.at(TokenKind::Word) &&
      equalIgnoringCase(tokens_.text(tokens_.current().range), "TO")) {
    tokens_.reportNotSupported(join(after, tokens_.current().range), "AFTER MATCH SKIP TO");
    return false;
  }
  pattern.skipsPastLastRow = tokens_.expect(Keyword::Past, "PAST LAST ROW") &&
                             tokens_.expect(Keyword::Last, "LAST ROW") &&
                             tokens_.expect(Keyword::Row, "ROW");
  if (!pattern.skipsPastLastRow || !tokens_.accept(Keyword::Oldest))
    return pattern.skipsPastLastRow;
  pattern.isFirstOnly = true;
  return tokens_.expect(Keyword::Only, "ONLY");
}

bool PatternParser::parseConsume(Pattern &pattern) {
  if (!tokens_.expect(Keyword::Rows, "ROWS"))
    return false;
  pattern.consume = Pattern::Consume::Smallest;
  bool isOldest = tokens_.accept(Keyword::Oldest);
  if (!isOldest && !tokens_.misspelt({"OLDEST"}).empty()) {
    tokens_.takeMisspelt("OLDEST");
    isOldest = true;
  }
  if (!isOldest)
    return true;
  pattern.consume = Pattern::Consume::Oldest;
  return tokens_.expect(Keyword::First, "FIRST");
}

} // namespace bough

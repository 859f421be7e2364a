#include "frontend/syntax/RowMatchParser.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

using namespace ast;

/// In the order in which they have to come.
struct RowMatchParser::Clause {
  Keyword keyword; ///< that it begins with
  std::string_view word;
  std::string_view name;
  SourceRange RowMatch::*range;
  bool (RowMatchParser::*parse)(RowMatch &);
};

const std::vector<RowMatchParser::Clause> &RowMatchParser::clauses() {
  static const std::vector<Clause> all = {
      {Keyword::Partition, "PARTITION", "PARTITION BY", &RowMatch::partitionRange,
       &RowMatchParser::parsePartition},
      {Keyword::Order, "ORDER", "ORDER BY", &RowMatch::orderRange, &RowMatchParser::parseOrder},
      {Keyword::Measures, "MEASURES", "MEASURES", &RowMatch::measuresRange,
       &RowMatchParser::parseMeasures},
      {Keyword::One, "ONE", "ONE ROW PER MATCH", &RowMatch::rowsRange,
       &RowMatchParser::parseOneRow},
      {Keyword::All, "ALL", "ALL ROWS PER MATCH", &RowMatch::rowsRange,
       &RowMatchParser::refuseAllRows},
      {Keyword::After, "AFTER", "AFTER MATCH", &RowMatch::skipRange, &RowMatchParser::parseSkip},
      {Keyword::Pattern, "PATTERN", "PATTERN", &RowMatch::patternRange,
       &RowMatchParser::parsePattern},
      {Keyword::Within, "WITHIN", "WITHIN", &RowMatch::withinRange, &RowMatchParser::parseWithin},
      {Keyword::Subset, "SUBSET", "SUBSET", &RowMatch::subsetRange, &RowMatchParser::refuseSubset},
      {Keyword::Define, "DEFINE", "DEFINE", &RowMatch::defineRange, &RowMatchParser::parseDefine}};
  return all;
}

// --- the whole -----------------------------------------------------------------------------------

RowMatch RowMatchParser::parse(FromItem input) {
  RowMatch match;
  match.input = std::move(input);
  match.keyword = tokens_.current().range;
  tokens_.advance();
  if (!tokens_.expect(TokenKind::LeftParenthesis)) {
    match.isIncomplete = true;
    return match;
  }
  expressions_.setRowMatch(true);
  match.isIncomplete = !parseClauses(match);
  expressions_.setRowMatch(false);
  match.range = tokens_.since(match.keyword);
  checkClauses(match);
  match.isIncomplete |= !tokens_.acceptAlias(match.alias);
  return match;
}

bool RowMatchParser::parseClauses(RowMatch &match) {
  bool isValid = true;
  const Clause *last = nullptr;
  while (const Clause *clause = findClause()) {
    SourceRange begin = tokens_.current().range;
    if (!tokens_.accept(clause->keyword))
      tokens_.takeMisspelt(clause->word);
    SourceRange &range = match.*clause->range;
    const bool isSecond = range.end > range.begin;
    RowMatch ignored;
    const bool isParsed = (this->*clause->parse)(isSecond ? ignored : match);
    if (isSecond)
      tokens_.diagnostics()
          .report(diag::secondClause, begin, clause->name)
          .notes.push_back({"the first one is here", range});
    else if (last != nullptr && clause < last)
      tokens_.diagnostics().report(diag::rowMatchOrder, begin, clause->name, last->name);
    if (!isSecond)
      range = tokens_.since(begin);
    isValid &= isParsed && !isSecond && (last == nullptr || clause >= last);
    if (last == nullptr || clause > last)
      last = clause;
    if (!isParsed)
      skipClause();
  }
  if (tokens_.accept(TokenKind::RightParenthesis))
    return isValid;
  if (isValid)
    tokens_.reportMissing(last == nullptr ? "ORDER BY"
                                          : "the next clause of MATCH_RECOGNIZE or ')'");
  skipClause();
  while (findClause() != nullptr) { // what follows the error is not understood
    tokens_.advance();
    skipClause();
  }
  tokens_.accept(TokenKind::RightParenthesis);
  return false;
}

const RowMatchParser::Clause *RowMatchParser::findClause() const {
  std::vector<std::string_view> words;
  for (const Clause &clause : clauses())
    words.push_back(clause.word);
  // In this place any other word is an error.
  const std::string_view meant = tokens_.misspelt(words);
  for (const Clause &clause : clauses())
    if (tokens_.at(clause.keyword) || clause.word == meant)
      return &clause;
  return nullptr;
}

void RowMatchParser::skipClause() {
  std::size_t open = 0;
  while (!tokens_.atStatementEnd()) {
    if (open == 0 && (tokens_.at(TokenKind::RightParenthesis) || findClause() != nullptr))
      return;
    if (tokens_.at(TokenKind::LeftParenthesis))
      ++open;
    else if (tokens_.at(TokenKind::RightParenthesis))
      --open;
    tokens_.advance();
  }
}

void RowMatchParser::checkClauses(RowMatch &match) const {
  if (match.isIncomplete)
    return;
  auto require = [&](SourceRange range, std::string_view name, std::string_view note) {
    if (range.end > range.begin || match.isIncomplete)
      return;
    tokens_.diagnostics()
        .report(diag::rowMatchLacks, match.keyword, name)
        .notes.push_back({std::string(note), {}});
    match.isIncomplete = true;
  };
  require(match.orderRange, "ORDER BY", "ORDER BY names the timestamp of the stream");
  require(match.patternRange, "PATTERN", "PATTERN (A B), say, stands before DEFINE");
  require(match.defineRange, "DEFINE", "DEFINE says which rows can be a variable of PATTERN");
}

// --- clauses -------------------------------------------------------------------------------------

bool RowMatchParser::parsePartition(RowMatch &match) {
  if (!tokens_.expect(Keyword::By, "BY"))
    return false;
  do {
    std::optional<Identifier> column = tokens_.expectName("a column name");
    if (!column)
      return false;
    match.partition.push_back(std::move(*column));
  } while (tokens_.accept(TokenKind::Comma));
  return true;
}

bool RowMatchParser::parseOrder(RowMatch &match) {
  if (!tokens_.expect(Keyword::By, "BY"))
    return false;
  match.time = tokens_.expectName("the timestamp of the stream");
  if (!match.time)
    return false;
  const SourceRange next = tokens_.current().range;
  const std::string word = tokens_.at(TokenKind::Word) ? toUpper(tokens_.text(next)) : "";
  if (word == "ASC") {
    tokens_.advance();
    return true;
  }
  if (word == "DESC") {
    refuse(next, "DESC", "rows are looked at in the order in which they come");
    return false;
  }
  if (!tokens_.at(TokenKind::Comma))
    return true;
  refuse(next, "a second column in ORDER BY",
         "rows of equal timestamps are ordered as they arrive");
  return false;
}

bool RowMatchParser::parseMeasures(RowMatch &match) {
  do {
    if (!parseMeasure(match))
      return false;
  } while (tokens_.accept(TokenKind::Comma));
  return true;
}

bool RowMatchParser::parseMeasure(RowMatch &match) {
  RowMatch::Measure measure;
  const SourceRange begin = tokens_.current().range;
  if (match.measures.size() == limits::resultColumns) {
    tokens_.diagnostics().report(diag::tooMany, begin, "expressions in MEASURES",
                                 limits::resultColumns);
    return false;
  }
  if (tokens_.at(TokenKind::Word) && tokens_.peek().kind == TokenKind::Word) {
    const std::string word = toUpper(tokens_.text(begin));
    if (word == "FINAL" || word == "RUNNING") {
      refuse(begin, word, "with ONE ROW PER MATCH all MEASURES are those of the whole match");
      return false;
    }
  }
  measure.value = expressions_.parse();
  if (!measure.value || !tokens_.expect(Keyword::As, "AS and the name of the measure"))
    return false;
  std::optional<Identifier> name = tokens_.expectName("a name after AS");
  if (!name)
    return false;
  measure.name = std::move(*name);
  measure.range = tokens_.since(begin);
  match.measures.push_back(std::move(measure));
  return true;
}

bool RowMatchParser::parseOneRow(RowMatch &) {
  return tokens_.expect(Keyword::Row, "ROW PER MATCH") &&
         tokens_.expect(Keyword::Per, "PER MATCH") && tokens_.expect(Keyword::Match, "MATCH");
}

bool RowMatchParser::refuseAllRows(RowMatch &) {
  refuse(tokens_.previous(), "ALL ROWS PER MATCH",
         "ONE ROW PER MATCH gives columns of all its rows by MEASURES");
  return false;
}

bool RowMatchParser::parseSkip(RowMatch &match) {
  const SourceRange after = tokens_.previous();
  if (!tokens_.expect(Keyword::Match, "MATCH") || !tokens_.expect(Keyword::Skip, "SKIP"))
    return false;
  if (tokens_.accept(Keyword::Past))
    return tokens_.expect(Keyword::Last, "LAST ROW") && tokens_.expect(Keyword::Row, "ROW");
  const SourceRange to = tokens_.current().range;
  if (!tokens_.at(TokenKind::Word) || !equalIgnoringCase(tokens_.text(to), "TO")) {
    tokens_.reportExpected("TO NEXT ROW or PAST LAST ROW");
    return false;
  }
  tokens_.advance();
  match.skipsToNextRow = tokens_.at(Keyword::Next) && tokens_.peek().keyword == Keyword::Row;
  if (!match.skipsToNextRow) {
    refuse(join(after, to), "AFTER MATCH SKIP TO a variable",
           "it can be SKIP TO NEXT ROW or SKIP PAST LAST ROW");
    return false;
  }
  tokens_.advance();
  tokens_.advance();
  return true;
}

bool RowMatchParser::parseWithin(RowMatch &match) {
  match.within = expressions_.parseValue();
  if (!match.within)
    return false;
  match.isWithinEvents = tokens_.accept(Keyword::Events);
  return true;
}

bool RowMatchParser::refuseSubset(RowMatch &) {
  refuse(tokens_.previous(), "SUBSET", "conditions and MEASURES name the variables themselves");
  return false;
}

bool RowMatchParser::parseDefine(RowMatch &match) {
  do {
    std::optional<Identifier> variable = tokens_.expectName("a variable of PATTERN");
    if (!variable || !tokens_.expect(Keyword::As, "AS and a condition"))
      return false;
    ExpressionPtr condition = expressions_.parse();
    if (!condition)
      return false;
    match.definitions.push_back({std::move(*variable), std::move(condition)});
  } while (tokens_.accept(TokenKind::Comma));
  return true;
}

// --- PATTERN -------------------------------------------------------------------------------------

void RowMatchParser::refuse(SourceRange range, std::string_view feature, std::string_view instead) {
  tokens_.diagnostics()
      .report(diag::notSupportedYet, range, fmt::format("{} in MATCH_RECOGNIZE", feature))
      .notes.push_back({std::string(instead), {}});
}

bool RowMatchParser::parsePattern(RowMatch &match) {
  if (!tokens_.at(TokenKind::LeftParenthesis)) {
    tokens_.reportMissing("'('");
    return false;
  }
  // Behind the parentheses the symbols of row patterns are none any more.
  tokens_.setRowPattern(true);
  tokens_.advance();
  const bool isValid = parseElements(match);
  std::size_t open = 0;
  while (!isValid && !tokens_.atEnd() && !tokens_.at(Keyword::Create) &&
         !tokens_.at(Keyword::Define) && !(open == 0 && tokens_.at(TokenKind::RightParenthesis))) {
    if (tokens_.at(TokenKind::LeftParenthesis))
      ++open;
    else if (tokens_.at(TokenKind::RightParenthesis))
      --open;
    tokens_.advance();
  }
  tokens_.setRowPattern(false);
  tokens_.accept(TokenKind::RightParenthesis);
  return isValid;
}

bool RowMatchParser::parseElements(RowMatch &match) {
  if (tokens_.at(TokenKind::RightParenthesis)) {
    refuse(join(tokens_.previous(), tokens_.current().range), "an empty pattern",
           "a match has at least one row");
    return false;
  }
  while (!tokens_.at(TokenKind::RightParenthesis))
    if (!parseElement(match))
      return false;
  return true;
}

bool RowMatchParser::parseElement(RowMatch &match) {
  const SourceRange begin = tokens_.current().range;
  if (!tokens_.atName() || tokens_.at(Keyword::Permute)) {
    refuseOperand();
    return false;
  }
  RowMatch::Element element{tokens_.identifier(tokens_.current()), false, false, begin};
  const std::string name = spellName(element.variable.name);
  tokens_.advance();
  std::optional<Repetition> repetition = Repetition{};
  const SourceRange symbol = tokens_.current().range;
  if (tokens_.at(TokenKind::LeftBrace)) {
    repetition = parseRepetition(element.variable);
  } else if (tokens_.accept(TokenKind::Question)) {
    repetition->least = 0;
    tokens_.accept(TokenKind::Question); // A??
  } else if (tokens_.accept(TokenKind::Star)) {
    element.isGap = tokens_.accept(TokenKind::Question);
    if (!element.isGap) {
      refuse(join(begin, symbol), "the greedy *",
             fmt::format("{}*? of a variable without a condition skips as few rows as possible, "
                         "and {}{{,9}} are at most 9 rows",
                         name, name));
      return false;
    }
  } else if (tokens_.at(TokenKind::Plus)) {
    refuse(join(begin, symbol), "+",
           fmt::format("{}{{1,9}} are at most 9 rows, and {} {}*? of a variable without a "
                       "condition is one row and a gap",
                       name, name, name));
    return false;
  }
  if (!repetition)
    return false;
  element.range = tokens_.since(begin);
  std::size_t rows = 0;
  for (const RowMatch::Element &other : match.elements)
    rows += other.isGap ? 0 : 1;
  if (!element.isGap && rows + repetition->most > limits::patternElements) {
    tokens_.diagnostics().report(diag::tooMany, element.range, "rows in a row pattern",
                                 limits::patternElements);
    return false;
  }
  for (std::uint64_t i = 0; i < repetition->most; ++i) {
    element.isOptional = i >= repetition->least;
    match.elements.push_back(element);
  }
  return true;
}

std::optional<RowMatchParser::Repetition>
RowMatchParser::parseRepetition(const Identifier &variable) {
  const SourceRange begin = tokens_.current().range;
  const std::string name = spellName(variable.name);
  tokens_.advance();
  if (tokens_.at(TokenKind::Minus)) { // A {- B -}
    refuse(join(begin, tokens_.current().range), "{- -}", "ONE ROW PER MATCH shows no rows");
    return std::nullopt;
  }
  auto number = [&]() -> std::optional<std::uint64_t> {
    if (!tokens_.at(TokenKind::Integer))
      return std::nullopt;
    const std::uint64_t value = tokens_.current().value;
    tokens_.advance();
    return value;
  };
  std::optional<std::uint64_t> least = number(), most = least;
  if (tokens_.accept(TokenKind::Comma)) {
    if (!least)
      least = 0;
    else if (tokens_.at(TokenKind::RightBrace)) {
      refuse(join(variable.range, tokens_.current().range), "{n,}",
             fmt::format("say how many rows there are at most: {}{{{},9}}", name, *least));
      return std::nullopt;
    }
    most = number();
  }
  if (!most) {
    tokens_.reportExpected("a number of rows");
    return std::nullopt;
  }
  if (!tokens_.expect(TokenKind::RightBrace))
    return std::nullopt;
  const SourceRange range = tokens_.since(begin);
  if (*most == 0 || *most > limits::patternElements) {
    tokens_.diagnostics().report(diag::rowRepetition, range, limits::patternElements);
    return std::nullopt;
  }
  if (*least > *most) {
    tokens_.diagnostics().report(diag::rowRepetitionBounds, range, name, *least, *most);
    return std::nullopt;
  }
  tokens_.accept(TokenKind::Question); // prefers fewer rows, where at most one number is a match
  return Repetition{*least, *most};
}

void RowMatchParser::refuseOperand() {
  const SourceRange range = tokens_.current().range;
  switch (tokens_.current().kind) {
  case TokenKind::Word:
    if (tokens_.at(Keyword::Permute))
      return refuse(range, "PERMUTE",
                    "FROM PATTERN (...) takes rows in any order by ANY k OF (...)");
    break;
  case TokenKind::LeftParenthesis:
    return refuse(range, "a group in parentheses",
                  "write its variables one after another, as often as they are repeated");
  case TokenKind::LeftBrace:
    return refuse(range, "{- -}", "ONE ROW PER MATCH shows no rows");
  case TokenKind::Bar:
    return refuse(range, "|", "write a query for each of the patterns, joined by UNION ALL");
  case TokenKind::Caret:
    return refuse(range, "^", "streams have no first row that a pattern could name");
  case TokenKind::Dollar:
    return refuse(range, "$", "a stream has no last row");
  default:
    break;
  }
  Diagnostic *error = tokens_.reportExpected("a variable of the pattern");
  if (error != nullptr && tokens_.at(TokenKind::Semicolon))
    error->notes.push_back({"A B is written for: B is the next row, and A Z*? B for: later", {}});
}

} // namespace bough

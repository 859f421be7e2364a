#include "frontend/syntax/DeclarationParser.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>

namespace bough {

using namespace ast;

std::optional<CreateStream> DeclarationParser::parse(SourceRange create) {
  expressions_.beginStatement();
  SourceRange what = tokens_.current().range;
  bool isTable = tokens_.accept(Keyword::Table);
  if (!isTable && !tokens_.accept(Keyword::Stream)) {
    if (tokens_.at(TokenKind::Word))
      reportNoObject(join(create, what), toUpper(tokens_.text(what)));
    else
      tokens_.reportExpected("STREAM, TABLE or QUERY after CREATE");
    return std::nullopt;
  }
  std::optional<Identifier> name =
      tokens_.expectName(isTable ? "the table's name" : "the stream's name");
  if (!name)
    return std::nullopt;
  CreateStream stream;
  stream.isTable = isTable;
  stream.name = std::move(*name);
  auto finish = [&](bool isComplete) {
    stream.isIncomplete |= !isComplete;
    stream.range = tokens_.since(create);
    return std::move(stream);
  };
  if (!tokens_.expect(TokenKind::LeftParenthesis))
    return finish(false);
  while (true) {
    if (!parseElement(stream)) {
      stream.isIncomplete = true;
      tokens_.skipToSeparator();
      if (tokens_.atStatementEnd())
        return finish(false);
    }
    if (tokens_.accept(TokenKind::Comma))
      continue;
    if (tokens_.accept(TokenKind::RightParenthesis))
      break;
    tokens_.reportMissing("',' or ')'");
    stream.isIncomplete = true;
    // With a mere comma forgotten, the next column follows.
    if (!tokens_.atName())
      return finish(false);
  }
  return finish(parseOptions(stream));
}

void DeclarationParser::reportNoObject(SourceRange range, const std::string &word) {
  Diagnostic &error = tokens_.reportNotInLanguage(range, "CREATE " + word);
  std::string_view nearest = nearestName(word, {"STREAM", "TABLE", "QUERY"});
  if (!nearest.empty())
    error.notes.push_back({fmt::format("did you mean {}?", nearest), {}});
}

bool DeclarationParser::parseElement(CreateStream &stream) {
  SourceRange begin = tokens_.current().range;
  if (tokens_.at(Keyword::Watermark) && tokens_.peek().keyword == Keyword::For)
    return parseWatermark(stream);
  if (tokens_.at(Keyword::Check) && tokens_.peek().kind == TokenKind::LeftParenthesis) {
    tokens_.reportNotSupported(begin, "a CHECK that is not part of a column");
    return false;
  }
  static constexpr std::array<std::string_view, 4> tableConstraints = {"PRIMARY", "FOREIGN",
                                                                       "UNIQUE", "CONSTRAINT"};
  std::string word = toUpper(tokens_.text(begin));
  bool isConstraint =
      std::find(tableConstraints.begin(), tableConstraints.end(), word) != tableConstraints.end();
  TokenKind next = isConstraint ? tokens_.peek().kind : TokenKind::End;
  if (isConstraint && (next == TokenKind::LeftParenthesis ||
                       equalIgnoringCase(tokens_.text(tokens_.peek().range), "KEY"))) {
    tokens_.reportNotInLanguage(begin, "constraint " + word);
    return false;
  }
  return parseColumn(stream);
}

/// WATERMARK FOR column AS column - INTERVAL 'n' unit
bool DeclarationParser::parseWatermark(CreateStream &stream) {
  const SourceRange begin = tokens_.current().range;
  tokens_.advance();
  tokens_.advance();
  Watermark watermark;
  std::optional<Identifier> name = tokens_.expectName("the timestamp after WATERMARK FOR");
  if (!name || !tokens_.expect(Keyword::As, "AS after the timestamp of the WATERMARK"))
    return false;
  watermark.column = std::move(*name);
  name = tokens_.expectName("the timestamp after AS");
  if (!name || !tokens_.expect(TokenKind::Minus))
    return false;
  watermark.base = std::move(*name);
  if (!tokens_.at(Keyword::Interval)) {
    tokens_.reportExpected("INTERVAL after the minus sign of the WATERMARK");
    return false;
  }
  watermark.lateness = expressions_.parseValue();
  if (!watermark.lateness)
    return false;
  watermark.range = tokens_.since(begin);
  stream.watermarks.push_back(std::move(watermark));
  return true;
}

bool DeclarationParser::parseColumn(CreateStream &stream) {
  std::optional<Identifier> name = tokens_.expectName("a column name");
  if (!name)
    return false;
  if (stream.columns.size() == limits::columnsPerStream) {
    tokens_.diagnostics().report(diag::tooMany, name->range, "columns in a stream",
                                 limits::columnsPerStream);
    return false;
  }
  std::optional<TypeName> type = parseType();
  if (!type)
    return false;
  stream.columns.push_back({std::move(*name), std::move(*type), {}});
  while (!tokens_.atStatementEnd() && !tokens_.at(TokenKind::Comma) &&
         !tokens_.at(TokenKind::RightParenthesis)) {
    std::size_t errors = tokens_.errorCount();
    if (!parseConstraint(stream.columns.back()))
      // Whatever is no constraint may be the next column, in want of a comma.
      return tokens_.errorCount() == errors;
  }
  return true;
}

/// Whether a CHECK begins here, perhaps without its parentheses or misspelt. A column may have the
/// name CHECK; a type follows it then.
bool DeclarationParser::atCheck() {
  const Token &next = tokens_.peek();
  if (next.kind == TokenKind::LeftParenthesis)
    return tokens_.at(Keyword::Check) || !tokens_.misspelt({"CHECK"}).empty();
  static constexpr std::array<std::string_view, 13> types = {
      "BIGINT", "BOOL",    "BOOLEAN", "DATE",     "DEC",       "DECIMAL", "ENUM",
      "INT",    "INTEGER", "NUMERIC", "SMALLINT", "TIMESTAMP", "VARCHAR"};
  std::string word = toUpper(tokens_.text(next.range));
  bool isCondition =
      next.kind == TokenKind::Integer || next.kind == TokenKind::Minus ||
      (next.kind == TokenKind::Word && wordClass(next.keyword) != WordClass::Reserved &&
       std::find(types.begin(), types.end(), word) == types.end());
  return tokens_.at(Keyword::Check) && isCondition;
}

bool DeclarationParser::parseCheck(ColumnDefinition &column) {
  if (!tokens_.accept(Keyword::Check))
    tokens_.takeMisspelt("CHECK");
  bool inParentheses = tokens_.accept(TokenKind::LeftParenthesis);
  if (!inParentheses)
    tokens_.reportExpected("'(' after CHECK");
  ExpressionPtr condition = expressions_.parse();
  if (!condition || (inParentheses && !tokens_.expect(TokenKind::RightParenthesis)))
    return false;
  column.checks.push_back(std::move(condition));
  return true;
}

/// False either with an error, or silently when no constraint begins here.
bool DeclarationParser::parseConstraint(ColumnDefinition &column) {
  Token begin = tokens_.current();
  if (atCheck())
    return parseCheck(column);
  bool isNot = !tokens_.misspelt({"NOT"}).empty() && tokens_.peek().keyword == Keyword::Null;
  if (isNot)
    tokens_.takeMisspelt("NOT");
  if (isNot || tokens_.accept(Keyword::Not))
    return tokens_.expect(Keyword::Null, "NULL after NOT");
  if (tokens_.at(Keyword::Null)) {
    tokens_.reportNotInLanguage(begin.range, "NULL")
        .notes.push_back({"columns are never null", {}});
    return false;
  }
  static constexpr std::array<std::string_view, 7> constraints = {
      "PRIMARY", "UNIQUE", "REFERENCES", "DEFAULT", "CONSTRAINT", "COLLATE", "GENERATED"};
  std::string word = toUpper(tokens_.text(begin.range));
  if (std::find(constraints.begin(), constraints.end(), word) != constraints.end())
    tokens_.reportNotInLanguage(begin.range, "column constraint " + word);
  return false;
}

std::optional<TypeName> DeclarationParser::parseType() {
  if (!tokens_.at(TokenKind::Word) || !tokens_.atName()) {
    tokens_.reportExpected("the column's type");
    return std::nullopt;
  }
  TypeName type;
  type.name = tokens_.identifier(tokens_.current());
  tokens_.advance();
  if (tokens_.at(TokenKind::LeftParenthesis)) {
    SourceRange begin = tokens_.current().range;
    do {
      tokens_.advance();
      if (!tokens_.at(TokenKind::Integer) && !tokens_.at(TokenKind::String)) {
        tokens_.reportExpected("a constant in the type's parentheses");
        return std::nullopt;
      }
      type.arguments.emplace_back(tokens_.text(tokens_.current().range));
      tokens_.advance();
    } while (tokens_.at(TokenKind::Comma));
    if (!tokens_.expect(TokenKind::RightParenthesis))
      return std::nullopt;
    type.argumentsRange = tokens_.since(begin);
  }
  if (tokens_.at(Keyword::Unit) && tokens_.peek().kind == TokenKind::Word) {
    tokens_.advance();
    type.unit = tokens_.identifier(tokens_.current());
    tokens_.advance();
  }
  if (tokens_.at(Keyword::Keys) && tokens_.peek().kind == TokenKind::Integer) {
    tokens_.advance();
    type.keys = tokens_.current().value;
    tokens_.advance();
  }
  type.range = tokens_.since(type.name.range);
  return type;
}

bool DeclarationParser::parseOptions(CreateStream &stream) {
  bool inParentheses = tokens_.at(TokenKind::LeftParenthesis);
  TokenKind next = tokens_.peek().kind;
  if (!tokens_.misspelt({"WITH"}).empty() && next == TokenKind::LeftParenthesis) {
    tokens_.takeMisspelt("WITH");
  } else if (inParentheses ? next == TokenKind::Word && tokens_.peek().keyword != Keyword::Select
                           : tokens_.atName() && next == TokenKind::Equal) {
    if (Diagnostic *error = tokens_.reportMissing("WITH"))
      error->notes.push_back({"options are written WITH (max_per_timestamp = 3)", {}});
    if (!inParentheses)
      return parseOptionList(stream);
  } else if (!tokens_.accept(Keyword::With)) {
    return true;
  }
  return tokens_.expect(TokenKind::LeftParenthesis) && parseOptionList(stream) &&
         tokens_.expect(TokenKind::RightParenthesis);
}

bool DeclarationParser::parseOptionList(CreateStream &stream) {
  do {
    std::optional<Identifier> name = tokens_.expectName("a stream option");
    if (!name || !tokens_.expect(TokenKind::Equal))
      return false;
    ExpressionPtr value = expressions_.parseValue();
    if (!value)
      return false;
    stream.options.push_back({std::move(*name), std::move(value)});
  } while (tokens_.accept(TokenKind::Comma));
  return true;
}

} // namespace bough

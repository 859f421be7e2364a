#include "frontend/syntax/Parser.h"

#include "frontend/syntax/DeclarationParser.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/QueryParser.h"

#include <algorithm>
#include <array>

namespace bough {

namespace {

class ScriptParser {
public:
  ScriptParser(const Source &source, DiagnosticEngine &diagnostics)
      : tokens_(source, diagnostics), expressions_(tokens_), declarations_(tokens_, expressions_),
        queries_(tokens_, expressions_) {}

  ast::Script parse() {
    while (!tokens_.atEnd()) {
      if (tokens_.accept(TokenKind::Semicolon))
        continue;
      if (parseStatement())
        finishStatement();
      else
        tokens_.skipStatement();
    }
    return std::move(script_);
  }

private:
  bool parseStatement() {
    SourceRange begin = tokens_.current().range;
    bool isCreate = tokens_.accept(Keyword::Create);
    bool isNamed = isCreate && tokens_.at(Keyword::Query);
    if (isCreate && !isNamed)
      return parseDeclaration(begin);
    if (isNamed || tokens_.at(Keyword::Select) || tokens_.at(TokenKind::LeftParenthesis)) {
      std::optional<ast::Query> query = isNamed ? queries_.parseNamed() : queries_.parse();
      if (query)
        script_.statements.emplace_back(std::move(*query));
      return query.has_value();
    }
    reportNoStatement();
    tokens_.advance();
    return false;
  }

  bool parseDeclaration(SourceRange create) {
    std::optional<ast::CreateStream> stream = declarations_.parse(create);
    if (!stream || streams_ == limits::streams) {
      if (stream)
        tokens_.diagnostics().report(diag::tooMany, stream->name.range,
                                     "streams and tables in a file", limits::streams);
      script_.lacksDeclarations = true;
      return false;
    }
    ++streams_;
    script_.statements.emplace_back(std::move(*stream));
    return true;
  }

  /// A statement ends with ';'. Where it is missing and another statement begins, that one is
  /// parsed; what else follows is skipped.
  void finishStatement() {
    if (tokens_.accept(TokenKind::Semicolon) || tokens_.atEnd())
      return;
    if (!lastIsIncomplete())
      tokens_.reportMissing("';'");
    if (!tokens_.at(Keyword::Select) && !tokens_.at(Keyword::Create))
      tokens_.skipStatement();
  }

  bool lastIsIncomplete() const {
    const auto *stream = std::get_if<ast::CreateStream>(&script_.statements.back());
    return stream != nullptr && stream->isIncomplete;
  }

  void reportNoStatement() {
    static constexpr std::array<std::string_view, 16> sqlStatements = {
        "ALTER",  "BEGIN", "COMMIT",  "COPY", "DELETE",   "DROP",   "EXPLAIN", "GRANT",
        "INSERT", "MERGE", "REPLACE", "SET",  "TRUNCATE", "UPDATE", "VALUES",  "WITH"};
    const Token &token = tokens_.current();
    std::string word = toUpper(tokens_.text(token.range));
    if (token.kind == TokenKind::Word &&
        std::find(sqlStatements.begin(), sqlStatements.end(), word) != sqlStatements.end()) {
      tokens_.reportNotInLanguage(token.range, word);
      return;
    }
    Diagnostic *error = tokens_.reportExpected("CREATE or SELECT");
    std::string_view nearest = nearestName(word, {"CREATE", "SELECT"});
    if (error != nullptr && token.kind == TokenKind::Word && !nearest.empty())
      error->notes.push_back({fmt::format("did you mean {}?", nearest), {}});
    // A misspelt CREATE may have been a declaration.
    script_.lacksDeclarations = true;
  }

  TokenStream tokens_;
  ExpressionParser expressions_;
  DeclarationParser declarations_;
  QueryParser queries_;
  ast::Script script_;
  std::size_t streams_ = 0;
};

} // namespace

ast::Script parseScript(const Source &source, DiagnosticEngine &diagnostics) {
  if (source.text().size() > limits::fileBytes) {
    diagnostics.report(diag::fileTooLarge, {}, source.text().size(), limits::fileBytes);
    return {};
  }
  // Each byte of a binary file could be an error of its own.
  if (std::size_t nul = source.text().find('\0'); nul != std::string_view::npos) {
    diagnostics.report(diag::notText, {}, nul);
    return {};
  }
  return ScriptParser(source, diagnostics).parse();
}

} // namespace bough

#pragma once

#include "frontend/syntax/Ast.h"
#include "frontend/syntax/Lexer.h"

#include <optional>

namespace bough {

/// The tokens in front of the parser, and what all parsers share: expectations, their error
/// messages, and recovery. A function that fails has reported why, unless the token at fault was
/// reported by the lexer.
class TokenStream {
public:
  TokenStream(const Source &source, DiagnosticEngine &diagnostics);

  const Token &current() const { return current_; }
  /// The token after the current one.
  const Token &peek();
  void advance();

  /// Whether tokens behind the current one, at which nothing has peeked yet, are those of a row
  /// pattern.
  void setRowPattern(bool isRowPattern) { lexer_.setRowPattern(isRowPattern); }

  bool at(TokenKind kind) const { return current_.kind == kind; }
  bool at(Keyword keyword) const { return current_.keyword == keyword; }
  bool atEnd() const { return at(TokenKind::End); }
  /// Whether the current token can be a name.
  bool atName() const;
  bool accept(TokenKind kind);
  bool accept(Keyword keyword);

  /// Takes a token of that kind; otherwise reports that it is missing.
  bool expect(TokenKind kind);
  /// `spelled` begins with the keyword. A misspelt one is reported and taken as meant.
  bool expect(Keyword keyword, std::string_view spelled);
  /// Takes a name; `what` says of what, "a column name" say.
  std::optional<ast::Identifier> expectName(std::string_view what);

  /// Takes [AS] alias, if it is there; false after an error.
  bool acceptAlias(std::optional<ast::Identifier> &alias);

  /// Which of the keywords the current word, which is none, seems to be meant for; or empty. Only
  /// of use where a name would be an error, since many names are near to a keyword.
  std::string_view misspelt(const std::vector<std::string_view> &keywords) const;
  /// Reports the current word as misspelt and takes it as meant.
  void takeMisspelt(std::string_view keyword);

  /// Reports that something else should stand in place of the current token. Null when nothing new
  /// was to be said.
  Diagnostic *reportExpected(std::string_view what);
  /// Reports that something is missing directly after the previous token. Null as above.
  Diagnostic *reportMissing(std::string_view what);
  /// Reports a feature of the language that has to wait.
  void reportNotSupported(SourceRange range, std::string_view feature);
  /// Reports a feature of SQL that the language does not have.
  Diagnostic &reportNotInLanguage(SourceRange range, std::string_view feature);

  /// From an opening parenthesis to behind its partner, whatever is between; gives the range.
  SourceRange skipParentheses();
  /// To the next ',' or ')' of the present level, or to the end of the statement.
  void skipToSeparator();
  /// Behind the ';' that ends the statement, or to a word that begins another one.
  void skipStatement();
  /// At the ';' of a statement, at CREATE, which begins another one, or at the end of the text.
  bool atStatementEnd() const;

  std::string_view text(SourceRange range) const { return source_.text(range); }
  ast::Identifier identifier(const Token &token) const;
  /// The end of the previous token, as an empty range.
  SourceRange behind() const { return {previous_.end, previous_.end}; }
  SourceRange previous() const { return previous_; }
  /// From `begin` to the previous token.
  SourceRange since(SourceRange begin) const { return {begin.begin, previous_.end}; }

  DiagnosticEngine &diagnostics() { return diagnostics_; }
  const Source &source() const { return source_; }
  std::size_t errorCount() const { return diagnostics_.all().size(); }

  /// Counts a level of nesting for the length of a scope.
  class Nesting {
  public:
    explicit Nesting(TokenStream &stream) : stream_(stream) { ++stream_.depth_; }
    ~Nesting() { --stream_.depth_; }
    Nesting(const Nesting &) = delete;
    Nesting &operator=(const Nesting &) = delete;
    /// False, and reported at the current token, beyond limits::nesting.
    bool isAllowed();

  private:
    TokenStream &stream_;
  };

private:
  /// Whether the trouble at the current token was reported already.
  bool isSilent() const;

  const Source &source_;
  DiagnosticEngine &diagnostics_;
  Lexer lexer_;
  Token current_;
  std::optional<Token> peeked_;
  SourceRange previous_;
  std::size_t depth_ = 0;
};

} // namespace bough

#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/syntax/Token.h"

namespace bough {

/// Cuts a source into tokens, one at a time. Comments and white space separate tokens; whatever is
/// no token is reported and skipped. After the last token it gives End for ever.
class Lexer {
public:
  Lexer(const Source &source, DiagnosticEngine &diagnostics);

  Token next();
  /// Whether the rest of the text was not read: swallowed by a string, quoted name or comment
  /// without an end, or given up after limits::errors. It was reported, and what is missing at the
  /// end is then no error of its own.
  bool isCutShort() const { return isCutShort_; }
  /// Whether the symbols of row patterns, `{ } ? | ^ $`, are tokens from now on.
  void setRowPattern(bool isRowPattern) { isRowPattern_ = isRowPattern; }

private:
  /// To the next byte that is neither white space nor comment; false at the end of the text.
  bool skipBlanks();
  void skipBlockComment();
  Token word();
  Token number();
  /// A string or a quoted name, from its opening quote.
  Token quoted(char quote);
  /// Reports a run of characters that begin no token.
  void stray();
  void giveUp();
  Token token(TokenKind kind, std::size_t begin) const;
  SourceRange range(std::size_t begin, std::size_t end) const;
  bool isSymbol(char c) const;
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }

  std::string_view text_;
  DiagnosticEngine &diagnostics_;
  std::size_t position_ = 0;
  bool isCutShort_ = false;
  bool isRowPattern_ = false;
};

/// The text of a quoted token (String or QuotedName) without its quotes, doubled ones undone.
std::string unquote(std::string_view token);

} // namespace bough

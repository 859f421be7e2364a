#pragma once

#include "codegen/ir/Lexer.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace bough::ir {

/// The parser's place in the text. `at…` looks, `take…` goes on if the token fits, `expect…` also
/// reports if it does not.
class TokenCursor {
public:
  TokenCursor(const Source &source, DiagnosticEngine &diagnostics)
      : source_(source), diagnostics_(diagnostics), errorsBefore_(diagnostics.all().size()),
        tokens_(lex(source, diagnostics)) {}

protected:
  bool hasErrors() const { return diagnostics_.all().size() != errorsBefore_; }
  bool gaveUp() const { return diagnostics_.all().size() - errorsBefore_ >= maximumErrors; }

  const Token &peek() const { return tokens_[at_]; }
  bool atEnd() const { return peek().kind == TokenKind::End; }
  const Token &advance() {
    const Token &token = tokens_[at_];
    if (!atEnd())
      ++at_;
    return token;
  }
  bool at(TokenKind kind, std::string_view text) const {
    return peek().kind == kind && peek().text == text;
  }
  bool atSign(std::string_view text) const { return at(TokenKind::Punctuation, text); }
  bool atWord(std::string_view text) const { return at(TokenKind::Name, text); }
  bool takeSign(std::string_view text) { return atSign(text) && (advance(), true); }
  bool takeWord(std::string_view text) { return atWord(text) && (advance(), true); }

  bool failExpected(std::string_view what) {
    if (atEnd() && isEndReported_)
      return false; // every open region misses its brace; once is enough
    isEndReported_ = atEnd();
    std::string found =
        atEnd() ? "the end of the text" : fmt::format("'{}'", source_.text(peek().range));
    diagnostics_.report(diag::irExpected, peek().range, what, found);
    return false;
  }
  bool expectSign(std::string_view text) {
    return takeSign(text) || failExpected(fmt::format("'{}'", text));
  }
  bool expectWord(std::string_view text) {
    return takeWord(text) || failExpected(fmt::format("'{}'", text));
  }
  const Token *expect(TokenKind kind, std::string_view what) {
    if (peek().kind == kind)
      return &advance();
    failExpected(what);
    return nullptr;
  }
  /// A name without a sign: of a column or a key.
  const Token *expectPlainName(std::string_view what) {
    if (peek().kind == TokenKind::String)
      return &advance();
    return expect(TokenKind::Name, what);
  }

  /// `open item, item, ... close`; the list may be empty.
  template <typename ParseItem>
  bool parseList(std::string_view open, std::string_view close, const ParseItem &parseItem) {
    if (!expectSign(open))
      return false;
    if (takeSign(close))
      return true;
    do
      if (!parseItem())
        return false;
    while (takeSign(","));
    return takeSign(close) || failExpected(fmt::format("',' or '{}'", close));
  }

  /// What follows would only be misread: goes to the end, without a report about it.
  void skipToEnd() {
    at_ = tokens_.size() - 1;
    isEndReported_ = true;
  }
  SourceRange previousRange() const { return tokens_[at_ - 1].range; }

  const Source &source_;
  DiagnosticEngine &diagnostics_;
  std::size_t errorsBefore_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0; ///< of the next token
  bool isEndReported_ = false;
};

} // namespace bough::ir

#include "frontend/syntax/Token.h"

#include "frontend/syntax/Names.h"

#include <fmt/format.h>

namespace bough {

Keyword keywordOf(std::string_view word) {
#define BOUGH_KEYWORD(NAME, SPELLING, CLASS)                                                       \
  if (equalIgnoringCase(word, SPELLING))                                                           \
    return Keyword::NAME;
#include "frontend/syntax/Keywords.def"
  return Keyword::None;
}

WordClass wordClass(Keyword keyword) {
  switch (keyword) {
  case Keyword::None:
    return WordClass::Free;
#define BOUGH_KEYWORD(NAME, SPELLING, CLASS)                                                       \
  case Keyword::NAME:                                                                              \
    return WordClass::CLASS;
#include "frontend/syntax/Keywords.def"
  }
  return WordClass::Free;
}

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view spelling(TokenKind kind) {
  switch (kind) {
  case TokenKind::End:
    return "end of file";
  case TokenKind::Invalid:
    return "invalid token";
  case TokenKind::Word:
  case TokenKind::QuotedName:
    return "name";
  case TokenKind::Integer:
    return "integer";
  case TokenKind::Decimal:
    return "decimal number";
  case TokenKind::String:
    return "string";
  case TokenKind::LeftParenthesis:
    return "'('";
  case TokenKind::RightParenthesis:
    return "')'";
  case TokenKind::Comma:
    return "','";
  case TokenKind::Dot:
    return "'.'";
  case TokenKind::Semicolon:
    return "';'";
  case TokenKind::Plus:
    return "'+'";
  case TokenKind::Minus:
    return "'-'";
  case TokenKind::Star:
    return "'*'";
  case TokenKind::Slash:
    return "'/'";
  case TokenKind::Percent:
    return "'%'";
  case TokenKind::Equal:
    return "'='";
  case TokenKind::NotEqual:
    return "'<>'";
  case TokenKind::Less:
    return "'<'";
  case TokenKind::LessEqual:
    return "'<='";
  case TokenKind::Greater:
    return "'>'";
  case TokenKind::GreaterEqual:
    return "'>='";
  }
  return "";
}

std::string describe(const Token &token, const Source &source) {
  if (token.kind == TokenKind::End)
    return "end of file";
  std::string_view text = source.text(token.range);
  constexpr std::size_t shown = 40;
  if (text.size() <= shown && text.find('\n') == std::string_view::npos)
    return fmt::format("'{}'", text);
  return fmt::format("a long {}", spelling(token.kind));
}

} // namespace bough

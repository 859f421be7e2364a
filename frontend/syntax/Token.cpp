#include "frontend/syntax/Token.h"

#include "frontend/syntax/Names.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace bough {

namespace {

struct Spelling {
  std::string_view text;
  Keyword keyword;
};

std::vector<Spelling> sortedKeywords() {
  std::vector<Spelling> table = {
#define BOUGH_KEYWORD(NAME, SPELLING, CLASS) {SPELLING, Keyword::NAME},
#include "frontend/syntax/Keywords.def"
  };
  std::sort(table.begin(), table.end(),
            [](const Spelling &a, const Spelling &b) { return a.text < b.text; });
  return table;
}

} // namespace

Keyword keywordOf(std::string_view word) {
  static const std::vector<Spelling> keywords = sortedKeywords();
  constexpr std::size_t longest = std::string_view("MATCH_RECOGNIZE").size();
  if (word.size() > longest)
    return Keyword::None;
  std::string upper = toUpper(word);
  auto found = std::lower_bound(keywords.begin(), keywords.end(), upper,
                                [](const Spelling &a, const std::string &b) { return a.text < b; });
  return found != keywords.end() && found->text == upper ? found->keyword : Keyword::None;
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
  case TokenKind::LeftBrace:
    return "'{'";
  case TokenKind::RightBrace:
    return "'}'";
  case TokenKind::Question:
    return "'?'";
  case TokenKind::Bar:
    return "'|'";
  case TokenKind::Caret:
    return "'^'";
  case TokenKind::Dollar:
    return "'$'";
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

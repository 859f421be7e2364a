#pragma once

#include "frontend/basic/Source.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace bough {

enum class TokenKind {
  End,
  Invalid, ///< a number that is none: reported by the lexer, skipped silently by the parser
  Word,
  QuotedName,
  Integer,
  Decimal,
  String,
  LeftParenthesis,
  RightParenthesis,
  Comma,
  Dot,
  Semicolon,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  // Inside of a row pattern only (MATCH_RECOGNIZE).
  LeftBrace,
  RightBrace,
  Question,
  Bar,
  Caret,
  Dollar
};

enum class Keyword {
  None,
#define BOUGH_KEYWORD(NAME, SPELLING, CLASS) NAME,
#include "frontend/syntax/Keywords.def"
};

enum class WordClass { Reserved, Clause, Free };

struct Token {
  TokenKind kind = TokenKind::End;
  Keyword keyword = Keyword::None; ///< of a Word
  std::uint64_t value = 0;         ///< of an Integer; at most 2^63
  SourceRange range;
};

/// The keyword that a word spells, in either case.
Keyword keywordOf(std::string_view word);
WordClass wordClass(Keyword keyword);
/// ASCII letters, digits and '_': what words consist of. A word does not begin with a digit.
bool isWordCharacter(char c);
/// How a token of a fixed spelling is written, "','" say.
std::string_view spelling(TokenKind kind);
/// The token as an error message shows it: its text in quotes, cut when it is long.
std::string describe(const Token &token, const Source &source);

} // namespace bough

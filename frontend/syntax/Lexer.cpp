#include "frontend/syntax/Lexer.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordStart(char c) { return isWordCharacter(c) && !isDigit(c); }
bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
struct Utf8 {
  std::size_t length = 1;
  std::uint32_t codePoint = 0;
  bool valid = false;
};

/// The character at the front of a non-empty text; invalid for overlong forms and surrogates.
Utf8 decodeUtf8(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(0);
  if (first < 0x80)
    return {1, first, true};
  std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length)
    return {};
  std::uint32_t codePoint = first & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80)
      return {};
    codePoint = codePoint << 6 | (byte(i) & 0x3f);
  }
  bool tooSmall = (length == 3 && codePoint < 0x800) || (length == 4 && codePoint < 0x10000);
  if (tooSmall || (codePoint >= 0xd800 && codePoint < 0xe000) || codePoint > 0x10ffff)
    return {};
  return {length, codePoint, true};
}

std::string describe(const Utf8 &character, char firstByte) {
  if (!character.valid)
    return fmt::format("byte 0x{:02X}, which is not UTF-8", static_cast<unsigned char>(firstByte));
  if (character.codePoint > 0x20 && character.codePoint < 0x7f)
    return fmt::format("character '{}'", firstByte);
  return fmt::format("character U+{:04X}", character.codePoint);
}

} // namespace

Lexer::Lexer(const Source &source, DiagnosticEngine &diagnostics)
    : text_(source.text()), diagnostics_(diagnostics) {
  if (text_.substr(0, 3) == "\xef\xbb\xbf")
    position_ = 3; // a byte-order mark
}

SourceRange Lexer::range(std::size_t begin, std::size_t end) const {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

Token Lexer::token(TokenKind kind, std::size_t begin) const {
  return {kind, Keyword::None, 0, range(begin, position_)};
}

bool Lexer::isSymbol(char c) const {
  auto isOneOf = [&](std::string_view symbols) {
    return symbols.find(c) != std::string_view::npos;
  };
  return c != '\0' && (isOneOf("(),.;+-*/%=<>") || (isRowPattern_ && isOneOf("{}?|^$")));
}

bool Lexer::skipBlanks() {
  while (position_ < text_.size()) {
    if (isBlank(text_[position_])) {
      ++position_;
    } else if (text_.substr(position_, 2) == "--") {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (text_.substr(position_, 2) == "/*") {
      skipBlockComment();
    } else {
      return true;
    }
  }
  return false;
}

void Lexer::skipBlockComment() {
  std::size_t end = text_.find("*/", position_ + 2);
  if (end == std::string_view::npos) {
    diagnostics_.report(diag::unterminated, range(position_, position_ + 2), "comment", "*/");
    isCutShort_ = true;
    position_ = text_.size();
  } else {
    position_ = end + 2;
  }
}

void Lexer::giveUp() {
  diagnostics_.report(diag::tooManyErrors, range(position_, position_), limits::errors);
  isCutShort_ = true;
  position_ = text_.size();
}

Token Lexer::next() {
  while (skipBlanks()) {
    if (diagnostics_.all().size() >= limits::errors) {
      giveUp();
      break;
    }
    char c = text_[position_];
    std::size_t begin = position_;
    if (isWordStart(c))
      return word();
    if (isDigit(c))
      return number();
    if (c == '\'' || c == '"')
      return quoted(c);
    std::string_view two = text_.substr(position_, 2);
    if (two == "<>" || two == "!=" || two == "<=" || two == ">=") {
      position_ += 2;
      return token(two == "<="   ? TokenKind::LessEqual
                   : two == ">=" ? TokenKind::GreaterEqual
                                 : TokenKind::NotEqual,
                   begin);
    }
    if (!isSymbol(c)) {
      stray();
      continue;
    }
    ++position_;
    for (int kind = static_cast<int>(TokenKind::LeftParenthesis);; ++kind) {
      std::string_view spelled = spelling(static_cast<TokenKind>(kind));
      if (spelled.size() == 3 && spelled[1] == c)
        return token(static_cast<TokenKind>(kind), begin);
    }
  }
  return token(TokenKind::End, position_);
}

Token Lexer::word() {
  std::size_t begin = position_;
  while (isWordCharacter(at(position_)))
    ++position_;
  Token result = token(TokenKind::Word, begin);
  if (position_ - begin > limits::identifierBytes)
    diagnostics_.report(diag::nameTooLong, result.range, position_ - begin,
                        limits::identifierBytes);
  else
    result.keyword = keywordOf(text_.substr(begin, position_ - begin));
  return result;
}

Token Lexer::number() {
  std::size_t begin = position_;
  auto skipDigits = [&] {
    while (isDigit(at(position_)))
      ++position_;
  };
  skipDigits();
  bool isDecimal = at(position_) == '.';
  if (isDecimal) {
    ++position_;
    skipDigits();
  }
  char sign = at(position_ + 1);
  std::size_t exponent = position_ + (sign == '+' || sign == '-' ? 2 : 1);
  if ((at(position_) == 'e' || at(position_) == 'E') && isDigit(at(exponent))) {
    isDecimal = true;
    position_ = exponent;
    skipDigits();
  }
  if (isWordCharacter(at(position_))) {
    while (isWordCharacter(at(position_)))
      ++position_;
    Token result = token(TokenKind::Invalid, begin);
    diagnostics_.report(diag::malformedNumber, result.range);
    return result;
  }
  if (isDecimal)
    return token(TokenKind::Decimal, begin);
  Token result = token(TokenKind::Integer, begin);
  constexpr std::uint64_t largest = std::uint64_t{1} << 63;
  for (char c : text_.substr(begin, position_ - begin)) {
    std::uint64_t digit = static_cast<std::uint64_t>(c - '0');
    if (result.value > (largest - digit) / 10) {
      diagnostics_.report(diag::numberTooLarge, result.range);
      result.kind = TokenKind::Invalid;
      break;
    }
    result.value = 10 * result.value + digit;
  }
  return result;
}

Token Lexer::quoted(char quote) {
  bool isName = quote == '"';
  std::size_t begin = position_++;
  while (true) {
    std::size_t end = text_.find(quote, position_);
    if (end == std::string_view::npos) {
      diagnostics_.report(diag::unterminated, range(begin, begin + 1),
                          isName ? "quoted name" : "string", isName ? "\"" : "'");
      isCutShort_ = true;
      position_ = text_.size();
      return token(TokenKind::End, position_);
    }
    position_ = end + 1;
    if (at(position_) != quote)
      break;
    ++position_;
  }
  Token result = token(isName ? TokenKind::QuotedName : TokenKind::String, begin);
  for (std::size_t i = begin + 1; i + 1 < position_;) {
    Utf8 character = decodeUtf8(text_.substr(i, position_ - 1 - i));
    // Names and strings reach one-line outputs, so that control characters would break them.
    if (!character.valid || character.codePoint < 0x20 || character.codePoint == 0x7f) {
      diagnostics_.report(diag::strayCharacter, range(i, i + character.length),
                          describe(character, text_[i]));
      break;
    }
    i += character.length;
  }
  if (isName && position_ - begin == 2)
    diagnostics_.report(diag::emptyName, result.range);
  if (isName && position_ - begin - 2 > limits::identifierBytes)
    diagnostics_.report(diag::nameTooLong, result.range, position_ - begin - 2,
                        limits::identifierBytes);
  return result;
}

void Lexer::stray() {
  std::size_t begin = position_;
  Utf8 first = decodeUtf8(text_.substr(begin));
  while (position_ < text_.size()) {
    char c = text_[position_];
    if (isBlank(c) || isWordCharacter(c) || c == '\'' || c == '"' || isSymbol(c))
      break;
    if (text_.substr(position_, 2) == "!=")
      break;
    position_ += decodeUtf8(text_.substr(position_)).length;
  }
  diagnostics_.report(diag::strayCharacter, range(begin, position_), describe(first, text_[begin]));
}

std::string unquote(std::string_view token) {
  std::string result;
  char quote = token.front();
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    result += token[i];
    if (token[i] == quote)
      ++i;
  }
  return result;
}

} // namespace bough

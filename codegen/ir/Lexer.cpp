#include "codegen/ir/Lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace bough::ir {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// How many bytes at the start of `text` form a bare name. A dot belongs to the name when one more
/// part follows, so that `%lo..%hi` is a range and not a name.
std::size_t nameLength(std::string_view text) {
  if (text.empty() || !isNameStart(text[0]))
    return 0;
  std::size_t length = 0;
  while (length < text.size()) {
    bool isDot = text[length] == '.' && length + 1 < text.size() && isNamePart(text[length + 1]);
    if (!isDot && !isNamePart(text[length]))
      break;
    ++length;
  }
  return length;
}

int hexDigit(char c) {
  if (isDigit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}

class Lexer {
public:
  Lexer(std::string_view text, DiagnosticEngine &diagnostics)
      : text_(text), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    std::size_t errorsBefore = diagnostics_.all().size();
    while (skipBlanks(), at_ < text_.size()) {
      lexToken();
      if (diagnostics_.all().size() - errorsBefore >= maximumErrors)
        break;
    }
    begin(TokenKind::End);
    finish();
    return std::move(tokens_);
  }

private:
  void skipBlanks() {
    while (at_ < text_.size()) {
      if (isSpace(text_[at_])) {
        startsLine_ |= text_[at_] == '\n';
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  void begin(TokenKind kind) {
    token_ = {};
    token_.kind = kind;
    token_.range.begin = offset();
    token_.startsLine = startsLine_;
    startsLine_ = false;
  }
  void finish() {
    token_.range.end = offset();
    tokens_.push_back(std::move(token_));
  }
  std::uint32_t offset() const { return static_cast<std::uint32_t>(at_); }

  void lexToken() {
    char c = text_[at_];
    if (c == '@' || c == '%')
      return lexSigned(c == '@' ? TokenKind::AtName : TokenKind::ValueName);
    if (c == '"') {
      begin(TokenKind::String);
      lexQuoted();
      return finish();
    }
    if (std::size_t length = nameLength(text_.substr(at_))) {
      begin(TokenKind::Name);
      token_.text = text_.substr(at_, length);
      at_ += length;
      return finish();
    }
    if (isDigit(c) || (c == '-' && at_ + 1 < text_.size() && isDigit(text_[at_ + 1])))
      return lexInteger();
    for (std::string_view punctuation :
         {"..", "(", ")", "[", "]", "{", "}", ",", ":", "=", "+", "-"})
      if (text_.substr(at_, punctuation.size()) == punctuation) {
        begin(TokenKind::Punctuation);
        token_.text = punctuation;
        at_ += punctuation.size();
        return finish();
      }
    lexUnknown();
  }

  /// @name, %name, or the same with a quoted name.
  void lexSigned(TokenKind kind) {
    begin(kind);
    ++at_;
    if (at_ < text_.size() && text_[at_] == '"') {
      lexQuoted();
    } else {
      std::size_t length = nameLength(text_.substr(at_));
      token_.text = text_.substr(at_, length);
      at_ += length;
      if (length == 0)
        diagnostics_.report(diag::irUnexpectedText, {token_.range.begin, offset()},
                            "a name must follow the sign");
    }
    finish();
  }

  void lexQuoted() {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
      if (text_[at_] == '\\')
        lexEscape();
      else
        token_.text += text_[at_++];
    }
    if (at_ < text_.size() && text_[at_] == '"')
      ++at_;
    else
      diagnostics_.report(diag::irUnexpectedText, {token_.range.begin, offset()},
                          "the string does not end on its line");
  }

  void lexEscape() {
    std::string_view rest = text_.substr(at_);
    if (rest.size() >= 2 && (rest[1] == '\\' || rest[1] == '"')) {
      token_.text += rest[1];
      at_ += 2;
    } else if (rest.size() >= 4 && rest[1] == 'x' && hexDigit(rest[2]) >= 0 &&
               hexDigit(rest[3]) >= 0) {
      token_.text += static_cast<char>(hexDigit(rest[2]) * 16 + hexDigit(rest[3]));
      at_ += 4;
    } else {
      diagnostics_.report(diag::irUnexpectedText, {offset(), offset() + 1},
                          R"(an escape is \\, \" or \x and two digits 0-9 or a-f)");
      ++at_;
    }
  }

  void lexInteger() {
    begin(TokenKind::Integer);
    std::size_t start = at_++;
    while (at_ < text_.size() && isDigit(text_[at_]))
      ++at_;
    token_.text = text_.substr(start, at_ - start);
    auto [end, error] = std::from_chars(text_.data() + start, text_.data() + at_, token_.number);
    if (error != std::errc()) {
      token_.number = token_.text[0] == '-' ? std::numeric_limits<std::int64_t>::min()
                                            : std::numeric_limits<std::int64_t>::max();
      diagnostics_.report(diag::irNumberTooLarge, {token_.range.begin, offset()}, token_.text);
    }
    finish();
  }

  /// One report for a run of bytes that belong to no token.
  void lexUnknown() {
    std::uint32_t first = offset();
    auto isUnknown = [](char c) {
      constexpr std::string_view known = "@%\"()[]{},:=+-/.";
      return !isSpace(c) && !isNamePart(c) && known.find(c) == std::string_view::npos;
    };
    do
      ++at_;
    while (at_ < text_.size() && isUnknown(text_[at_]));
    diagnostics_.report(diag::irUnexpectedText, {first, offset()},
                        "this is no word of program text");
  }

  std::string_view text_;
  DiagnosticEngine &diagnostics_;
  std::size_t at_ = 0;
  bool startsLine_ = true;
  Token token_;
  std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> lex(const Source &source, DiagnosticEngine &diagnostics) {
  return Lexer(source.text(), diagnostics).run();
}

std::string quotedName(std::string_view name) {
  return !name.empty() && nameLength(name) == name.size() ? std::string(name) : quoted(name);
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (byte < 0x20 || byte == 0x7f)
      result += fmt::format("\\x{:02x}", byte);
    else
      result += c;
  }
  return result + '"';
}

} // namespace bough::ir

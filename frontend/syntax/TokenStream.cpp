#include "frontend/syntax/TokenStream.h"

#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

namespace bough {

TokenStream::TokenStream(const Source &source, DiagnosticEngine &diagnostics)
    : source_(source), diagnostics_(diagnostics), lexer_(source, diagnostics),
      current_(lexer_.next()) {}

const Token &TokenStream::peek() {
  if (!peeked_)
    peeked_ = lexer_.next();
  return *peeked_;
}

void TokenStream::advance() {
  previous_ = current_.range;
  if (peeked_) {
    current_ = *peeked_;
    peeked_.reset();
  } else {
    current_ = lexer_.next();
  }
}

bool TokenStream::atName() const {
  return at(TokenKind::QuotedName) ||
         (at(TokenKind::Word) && wordClass(current_.keyword) != WordClass::Reserved);
}

bool TokenStream::accept(TokenKind kind) {
  if (!at(kind))
    return false;
  advance();
  return true;
}

bool TokenStream::accept(Keyword keyword) {
  if (!at(keyword))
    return false;
  advance();
  return true;
}

bool TokenStream::expect(TokenKind kind) {
  if (accept(kind))
    return true;
  reportMissing(spelling(kind));
  return false;
}

bool TokenStream::expect(Keyword keyword, std::string_view spelled) {
  if (accept(keyword))
    return true;
  if (std::string_view meant = misspelt({spelled.substr(0, spelled.find(' '))}); !meant.empty()) {
    takeMisspelt(meant);
    return true;
  }
  reportMissing(spelled);
  return false;
}

std::string_view TokenStream::misspelt(const std::vector<std::string_view> &keywords) const {
  if (!at(TokenKind::Word) || current_.keyword != Keyword::None)
    return {};
  return nearestName(text(current_.range), keywords);
}

void TokenStream::takeMisspelt(std::string_view keyword) {
  if (Diagnostic *error = reportExpected(keyword))
    error->notes.push_back({fmt::format("did you mean {}?", keyword), {}});
  advance();
}

ast::Identifier TokenStream::identifier(const Token &token) const {
  std::string_view spelled = source_.text(token.range);
  return {token.kind == TokenKind::QuotedName ? unquote(spelled) : std::string(spelled),
          token.range};
}

std::optional<ast::Identifier> TokenStream::expectName(std::string_view what) {
  if (!atName()) {
    Diagnostic *error = reportExpected(what);
    if (error != nullptr && at(TokenKind::Word))
      error->notes.push_back({fmt::format("{} is a reserved word; as a name it needs double quotes",
                                          describe(current_, source_)),
                              {}});
    return std::nullopt;
  }
  ast::Identifier name = identifier(current_);
  advance();
  return name;
}

bool TokenStream::acceptAlias(std::optional<ast::Identifier> &alias) {
  if (accept(Keyword::As)) {
    alias = expectName("a name after AS");
    return alias.has_value();
  }
  bool isName = atName() && wordClass(current_.keyword) != WordClass::Clause;
  // In `a.x b.y` and `s t(` the second name is no alias: a comma is missing.
  if (!isName || peek().kind == TokenKind::Dot || peek().kind == TokenKind::LeftParenthesis)
    return true;
  alias = identifier(current_);
  advance();
  return true;
}

bool TokenStream::isSilent() const {
  return at(TokenKind::Invalid) || (at(TokenKind::End) && lexer_.isCutShort());
}

Diagnostic *TokenStream::reportExpected(std::string_view what) {
  if (isSilent())
    return nullptr;
  return &diagnostics_.report(diag::unexpectedToken, current_.range, what,
                              describe(current_, source_));
}

Diagnostic *TokenStream::reportMissing(std::string_view what) {
  if (isSilent())
    return nullptr;
  return &diagnostics_.report(diag::missingToken, behind(), what, describe(current_, source_));
}

void TokenStream::reportNotSupported(SourceRange range, std::string_view feature) {
  diagnostics_.report(diag::notSupportedYet, range, feature);
}

Diagnostic &TokenStream::reportNotInLanguage(SourceRange range, std::string_view feature) {
  return diagnostics_.report(diag::notInLanguage, range, feature);
}

bool TokenStream::atStatementEnd() const {
  return at(TokenKind::Semicolon) || at(TokenKind::End) || at(Keyword::Create);
}

SourceRange TokenStream::skipParentheses() {
  SourceRange begin = current_.range;
  std::size_t open = 0;
  do {
    if (at(TokenKind::LeftParenthesis))
      ++open;
    else if (at(TokenKind::RightParenthesis))
      --open;
    else if (at(TokenKind::End) || at(Keyword::Create))
      break;
    advance();
  } while (open > 0);
  if (open > 0)
    reportMissing(spelling(TokenKind::RightParenthesis));
  return since(begin);
}

void TokenStream::skipToSeparator() {
  std::size_t open = 0;
  while (!atStatementEnd()) {
    if (open == 0 && (at(TokenKind::Comma) || at(TokenKind::RightParenthesis)))
      return;
    if (at(TokenKind::LeftParenthesis))
      ++open;
    else if (at(TokenKind::RightParenthesis))
      --open;
    advance();
  }
}

void TokenStream::skipStatement() {
  std::size_t open = 0;
  // A PATTERN has ';' inside its parentheses; CREATE occurs at the beginning of a statement only.
  while (!at(TokenKind::End) && !at(Keyword::Create)) {
    if (at(TokenKind::LeftParenthesis))
      ++open;
    else if (at(TokenKind::RightParenthesis) && open > 0)
      --open;
    bool ends = at(TokenKind::Semicolon) && open == 0;
    advance();
    if (ends)
      return;
  }
}

bool TokenStream::Nesting::isAllowed() {
  if (stream_.depth_ <= limits::nesting)
    return true;
  stream_.diagnostics_.report(diag::tooDeep, stream_.current_.range, limits::nesting);
  return false;
}

} // namespace bough

#pragma once

#include "frontend/basic/Diagnostics.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The words of program text (codegen/ir/README.md, Text).
namespace bough::ir {

/// After so many errors the rest of a text is hardly worth reading.
inline constexpr std::size_t maximumErrors = 50;

enum class TokenKind {
  Name,      ///< letters, digits, '_', and single dots inside: `add.checked`
  AtName,    ///< @name, of a stream, synopsis, buffer or program
  ValueName, ///< %name
  String,    ///< "text"
  Integer,   ///< decimal digits with an optional minus
  Punctuation,
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  /// Of names and strings: without sign and quotes, escapes resolved. Of others: as written.
  std::string text;
  std::int64_t number = 0; ///< of integers
  SourceRange range;
  bool startsLine = false; ///< no other token before it on its line
};

/// All tokens of a text, the last one End. Bytes that belong to no token and numbers beyond 64
/// bits are reported; the latter then have the nearest value. Stops after maximumErrors reports.
std::vector<Token> lex(const Source &source, DiagnosticEngine &diagnostics);

/// A name as program text writes it: bare if it has the form of a Name, else in quotes.
std::string quotedName(std::string_view name);
/// A string as program text writes it, with quotes and escapes.
std::string quoted(std::string_view text);

} // namespace bough::ir

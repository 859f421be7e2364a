#pragma once

#include "frontend/syntax/ExpressionParser.h"

namespace bough {

/// Parses CREATE statements.
class DeclarationParser {
public:
  DeclarationParser(TokenStream &tokens, ExpressionParser &expressions)
      : tokens_(tokens), expressions_(expressions) {}

  /// From behind CREATE to before the ';': STREAM or TABLE. Empty when not even a name can be given
  /// to it; the caller then skips the statement.
  std::optional<ast::CreateStream> parse(SourceRange create);

private:
  void reportNoObject(SourceRange range, const std::string &word);
  /// One entry of the column list; false if it was reported and the entry is unfinished.
  bool parseElement(ast::CreateStream &stream);
  bool parseWatermark(ast::CreateStream &stream);
  bool parseColumn(ast::CreateStream &stream);
  bool parseConstraint(ast::ColumnDefinition &column);
  bool atCheck();
  bool parseCheck(ast::ColumnDefinition &column);
  std::optional<ast::TypeName> parseType();
  /// What follows the column list: WITH (...), or nothing. WITH may be missing, which is reported.
  bool parseOptions(ast::CreateStream &stream);
  bool parseOptionList(ast::CreateStream &stream);

  TokenStream &tokens_;
  ExpressionParser &expressions_;
};

} // namespace bough

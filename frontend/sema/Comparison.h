#pragma once

#include "frontend/sema/Arithmetic.h"
#include "frontend/sema/BindContext.h"
#include "frontend/sema/LiteralMaker.h"
#include "frontend/syntax/Ast.h"

namespace bough {

/// Compares values, if their types permit it. Null after an error, which has been reported. Columns
/// that are compared for equality come to share a domain.
class Comparison {
public:
  Comparison(const Scope &scope, const BindContext &context, DiagnosticEngine &diagnostics)
      : context_(context), arithmetic_(scope, context.unit, diagnostics),
        literals_(scope, diagnostics), diagnostics_(diagnostics) {}

  FormulaPtr compare(LinearForm left, ast::ComparisonOperator operation, LinearForm right,
                     SourceRange range) const;
  /// value IN (elements)
  FormulaPtr in(LinearForm value, std::vector<LinearForm> elements, SourceRange range) const;
  /// A BOOLEAN as a condition.
  FormulaPtr isTrue(LinearForm value) const;

private:
  /// Brings two sides that are not codes to one kind; false, and reported, when there is none.
  bool align(LinearForm &left, LinearForm &right, SourceRange range) const;
  /// left = right where one of them is a code or a string.
  FormulaPtr equalCodes(const LinearForm &left, const LinearForm &right, SourceRange range) const;
  std::optional<std::int64_t> codeOf(const LinearForm &column, const LinearForm &constant,
                                     SourceRange range) const;
  void reportTypes(const LinearForm &left, const LinearForm &right, SourceRange range) const;

  const BindContext &context_;
  Arithmetic arithmetic_;
  LiteralMaker literals_;
  DiagnosticEngine &diagnostics_;
};

} // namespace bough

#pragma once

#include "frontend/basic/Diagnostics.h"
#include "frontend/sema/LinearForm.h"
#include "frontend/syntax/Ast.h"

namespace bough {

// Constants of all types. Empty after an error, which has been reported.

/// A Duration in ticks of `finest`.
std::optional<LinearForm> bindInterval(const ast::IntervalLiteral &literal, SourceRange range,
                                       TimeUnit finest, DiagnosticEngine &diagnostics);
/// digits ['.' digits] [exponent]
std::optional<LinearForm> bindDecimal(std::string_view text, SourceRange range,
                                      DiagnosticEngine &diagnostics);
std::optional<LinearForm> bindDate(std::string_view text, SourceRange range,
                                   DiagnosticEngine &diagnostics);
/// Ticks of the unit since 1970-01-01 00:00, of the text in a TIMESTAMP constant.
std::optional<Bound> bindPointInTime(std::string_view text, SourceRange range, TimeUnit unit,
                                     DiagnosticEngine &diagnostics);
/// The value of an integer literal.
Bound toBound(std::uint64_t value);
/// An integer constant with its sign; empty, without a report, when the expression is something
/// else.
std::optional<std::int64_t> signedInteger(const ast::Expression &expression);

} // namespace bough

#pragma once

#include "frontend/basic/Diagnostics.h"

#include <functional>
#include <memory>

namespace bough::tool {

/// Compares diagnostics with what comments of the text announce, for tests:
///
///     -- expected-error {{text}}          an error at this line whose message contains the text
///     -- expected-warning@+2 {{text}}     at the second line below; @-1: at the line above
///     -- expected-note@7 {{text}}         at line 7
///     -- expected-error@+1:12 {{text}}    at column 12 of the next line; `@:12`: of this one
///     -- expected-error@unknown {{text}}  without a place
///
/// A note without a place of its own counts at the place of its diagnostic. Every diagnostic needs
/// exactly one announcement, and the reverse. Gives the differences as text; empty when there is
/// none.
std::string verifyDiagnostics(const Source &source, const DiagnosticEngine &diagnostics);

/// Cuts a text at its lines `-- -----`, runs `compile` on each part and verifies it. Line numbers
/// are those of the whole text.
std::string
verifyParts(const Source &source,
            const std::function<void(std::shared_ptr<const Source>, DiagnosticEngine &)> &compile);

} // namespace bough::tool

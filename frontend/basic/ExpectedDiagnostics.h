#pragma once

#include "frontend/basic/Diagnostics.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bough {

/// Compares reported diagnostics with the expectations that a text states in its own comments:
///
///     %n = load @T[5]   // expected-error {{key 5 of @T is not in 1..4}}
///     // expected-error@-1 {{another one on the line above}}
///     // expected-warning@+1 {{on the line below}}
///     // expected-note@12 {{on line 12}}
///     // expected-error@+1:7 {{at column 7 of the next line; @:7 is column 7 of this one}}
///     // expected-error@unknown {{one that has no place in the text}}
///
/// A diagnostic fits an expectation when severity and line agree and its message contains the text
/// between the braces; `[B0501]` after the message may be named too. Each expectation takes one
/// diagnostic. Every error and warning must be expected; notes may be; a note without a place
/// counts at that of its diagnostic. `commentMarker` is what begins a comment: "//" or "--". Gives
/// the mismatches as lines of text in the form of diagnostics; empty when all is as expected. A
/// malformed expectation is a mismatch.
std::string checkExpectedDiagnostics(const Source &source, std::string_view commentMarker,
                                     const std::vector<Diagnostic> &diagnostics);

/// The parts of a text between lines that begin with the comment marker and ` -----`, each with the
/// number of its first line in the whole: several small tests in one file.
std::vector<std::shared_ptr<const Source>> splitSource(const Source &source,
                                                       std::string_view commentMarker);

} // namespace bough

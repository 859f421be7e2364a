#pragma once

#include "frontend/basic/Source.h"

#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bough {

enum class Severity { Error, Warning, Note };

/// One row of Diagnostics.def; `Args` are the types its message takes.
template <typename... Args> struct DiagnosticKind {
  std::string_view code;
  Severity severity;
  std::string_view format;
};

namespace diag {
#define BOUGH_DIAGNOSTIC(CODE, NAME, SEVERITY, FORMAT, EXPLANATION, ...)                           \
  inline constexpr DiagnosticKind<__VA_ARGS__> NAME{#CODE, Severity::SEVERITY, FORMAT};
#include "frontend/basic/Diagnostics.def"
} // namespace diag

/// What `bough explain --code` prints; empty when there is no such code.
std::string_view diagnosticExplanation(std::string_view code);

/// A note below a diagnostic; without a range it is printed as text only.
struct DiagnosticNote {
  std::string message;
  SourceRange range;
};

struct Diagnostic {
  std::string_view code; ///< "" for a plain message
  Severity severity = Severity::Error;
  std::string message;
  std::shared_ptr<const Source> source; ///< null when the diagnostic has no place in a text
  SourceRange range;
  std::vector<DiagnosticNote> notes; ///< their ranges lie in `source`
};

/// "file:line:col: error: message [B0201]", the line, a caret under the range, then the notes in
/// the same form. Tabs are kept so that the caret lines up; wide lines are cut around the caret.
std::string render(const Diagnostic &diagnostic, bool colour);

/// Collects diagnostics in the order in which they are reported. Library code reports here and
/// returns an empty std::optional (or false); only tools print and choose an exit status.
class DiagnosticEngine {
public:
  explicit DiagnosticEngine(std::shared_ptr<const Source> source = nullptr)
      : source_(std::move(source)) {}

  /// Reports in the engine's source. The result stays valid until the next report.
  template <typename... Args>
  Diagnostic &report(const DiagnosticKind<Args...> &kind, SourceRange range,
                     const std::type_identity_t<Args> &...args) {
    return add({kind.code,
                kind.severity,
                fmt::format(fmt::runtime(kind.format), args...),
                source_,
                range,
                {}});
  }
  /// Reports in another text (a line of an input file, say) or, with null, in none.
  template <typename... Args>
  Diagnostic &reportIn(std::shared_ptr<const Source> source, const DiagnosticKind<Args...> &kind,
                       SourceRange range, const std::type_identity_t<Args> &...args) {
    return add({kind.code,
                kind.severity,
                fmt::format(fmt::runtime(kind.format), args...),
                std::move(source),
                range,
                {}});
  }

  const std::vector<Diagnostic> &all() const { return diagnostics_; }
  bool hasErrors() const { return errors_ != 0; }
  /// Without warnings and notes.
  std::size_t errorCount() const { return errors_; }
  const std::shared_ptr<const Source> &source() const { return source_; }
  /// All diagnostics as text.
  std::string renderAll(bool colour) const;

private:
  Diagnostic &add(Diagnostic diagnostic);

  std::shared_ptr<const Source> source_;
  std::vector<Diagnostic> diagnostics_;
  std::size_t errors_ = 0;
};

} // namespace bough

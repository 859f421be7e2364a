#include "frontend/basic/Diagnostics.h"

#include <algorithm>

namespace bough {

std::string_view diagnosticExplanation(std::string_view code) {
#define BOUGH_DIAGNOSTIC(CODE, NAME, SEVERITY, FORMAT, EXPLANATION, ...)                           \
  if (code == #CODE)                                                                               \
    return EXPLANATION;
#include "frontend/basic/Diagnostics.def"
  return {};
}

namespace {

constexpr std::size_t maximumLineWidth = 120;

std::string_view severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  }
  return "";
}

std::string_view severityColour(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "\x1b[1;31m";
  case Severity::Warning:
    return "\x1b[1;35m";
  case Severity::Note:
    return "\x1b[1;36m";
  }
  return "";
}

/// The text without control characters, which would command the terminal; tabs stay.
std::string printable(std::string_view text) {
  std::string result;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    result += (byte < 0x20 && c != '\t') || byte == 0x7f ? '?' : c;
  }
  return result;
}

/// The source line and the caret line under it. Only the first line of a longer range is shown.
std::string renderSnippet(const Source &source, SourceRange range, bool colour) {
  std::string_view line = source.lineAt(range.begin);
  std::size_t start = range.begin - source.lineBegin(range.begin);
  start = std::min(start, line.size());
  std::size_t length = range.end > range.begin ? range.end - range.begin : 1;
  length = std::max<std::size_t>(1, std::min(length, line.size() - start));

  std::string prefix;
  if (line.size() > maximumLineWidth) {
    std::size_t from = start > maximumLineWidth / 2 ? start - maximumLineWidth / 2 : 0;
    line = line.substr(from, maximumLineWidth);
    start -= from;
    length = std::max<std::size_t>(1, std::min(length, line.size() - start));
    if (from > 0)
      prefix = "...";
  }
  std::string carets(prefix.size(), ' ');
  for (char c : line.substr(0, start))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) // one column for a UTF-8 sequence
      carets += c == '\t' ? '\t' : ' ';
  carets += colour ? "\x1b[1;32m^" : "^";
  for (char c : line.substr(std::min(start + 1, line.size()), length - 1))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
      carets += '~';
  if (colour)
    carets += "\x1b[0m";
  return fmt::format("  {}{}\n  {}\n", prefix, printable(line), carets);
}

std::string renderMessage(const Source *source, SourceRange range, Severity severity,
                          std::string_view message, std::string_view code, bool colour) {
  std::string text;
  bool placed = source != nullptr && !range.isNowhere();
  if (placed) {
    LineColumn at = source->position(range.begin);
    text += fmt::format("{}:{}:{}: ", source->name(), at.line, at.column);
  } else if (source != nullptr) {
    text += fmt::format("{}: ", source->name());
  } else if (severity != Severity::Note) {
    text += "bough: ";
  }
  if (colour)
    text += fmt::format("{}{}:\x1b[0m ", severityColour(severity), severityName(severity));
  else
    text += fmt::format("{}: ", severityName(severity));
  text += message;
  if (!code.empty())
    text += fmt::format(" [{}]", code);
  text += '\n';
  if (placed)
    text += renderSnippet(*source, range, colour);
  return text;
}

} // namespace

std::string render(const Diagnostic &diagnostic, bool colour) {
  const Source *source = diagnostic.source.get();
  std::string text = renderMessage(source, diagnostic.range, diagnostic.severity,
                                   diagnostic.message, diagnostic.code, colour);
  for (const DiagnosticNote &note : diagnostic.notes)
    text += renderMessage(note.range.isNowhere() ? nullptr : source, note.range, Severity::Note,
                          note.message, {}, colour);
  return text;
}

std::string DiagnosticEngine::renderAll(bool colour) const {
  std::string text;
  for (const Diagnostic &diagnostic : diagnostics_)
    text += render(diagnostic, colour);
  return text;
}

Diagnostic &DiagnosticEngine::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error)
    ++errors_;
  diagnostics_.push_back(std::move(diagnostic));
  return diagnostics_.back();
}

} // namespace bough

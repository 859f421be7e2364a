#include "tools/bough/CheckReport.h"

#include "analysis/PatternText.h"
#include "codegen/lower/Schema.h"
#include "tools/bough/MemoryTable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bough::tool {

namespace {

std::string_view severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  }
  return {};
}

nlohmann::json rejectionJson(const Compilation &compilation, const Rejection &rejection) {
  const Branch &branch = compilation.plan.branches[rejection.branch];
  nlohmann::json object = {
      {"rule", rejection.rule},
      {"attribute", attributeName(compilation.plan, branch, rejection.attribute)},
      {"reason", rejection.reason},
      {"isWitnessed", rejection.isWitnessed}};
  addPlace(object, compilation.plan.source.get(), rejection.range);
  return object;
}

nlohmann::json repairsJson(const Compilation &compilation) {
  nlohmann::json list = nlohmann::json::array();
  for (const Repair &repair : compilation.repairs) {
    nlohmann::json insertions = nlohmann::json::array();
    for (const Insertion &insertion : repair.insertions) {
      LineColumn place = compilation.plan.source->position(insertion.offset);
      insertions.push_back({{"offset", insertion.offset},
                            {"line", place.line},
                            {"column", place.column},
                            {"text", insertion.text}});
    }
    list.push_back({{"insertions", std::move(insertions)},
                    {"bytes", repair.bytes},
                    {"rejections", repair.rejections}});
  }
  return list;
}

} // namespace

void addPlace(nlohmann::json &object, const Source *source, SourceRange range) {
  if (source == nullptr)
    return;
  object["file"] = source->name();
  if (range.isNowhere())
    return;
  LineColumn begin = source->position(range.begin);
  LineColumn end = source->position(range.end);
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["endLine"] = end.line;
  object["endColumn"] = end.column;
}

namespace {

struct PatternSize {
  std::size_t states = 0, transitions = 0;
};

/// Of the patterns that are evaluated as automata, in the order of the file.
std::vector<PatternSize> patternSizes(const Compilation &compilation) {
  std::vector<PatternSize> sizes;
  const auto &patterns = compilation.analysis.patterns;
  for (std::size_t i = 0; i < patterns.size(); ++i)
    if (patterns[i]) {
      const Automaton automaton =
          automatonOf(compilation.plan, compilation.plan.branches[i], *patterns[i]);
      sizes.push_back({automaton.states.size(), automaton.transitions.size()});
    }
  return sizes;
}

} // namespace

std::string checkText(const Compilation &compilation) {
  std::string text = fmt::format("verdict: {}\n", toString(compilation.analysis.verdict));
  if (!compilation.program)
    return text;
  auto layout = ir::computeLayout(*compilation.program);
  for (const PatternSize &size : patternSizes(compilation))
    text += fmt::format("pattern: {} states, {} transitions\n", size.states, size.transitions);
  return text + "\n" + memoryTable(*compilation.program, *layout, schemaOf(compilation.plan));
}

nlohmann::json diagnosticsJson(const DiagnosticEngine &diagnostics) {
  nlohmann::json list = nlohmann::json::array();
  for (const Diagnostic &diagnostic : diagnostics.all()) {
    nlohmann::json object = {{"code", diagnostic.code},
                             {"severity", severityName(diagnostic.severity)},
                             {"message", diagnostic.message}};
    addPlace(object, diagnostic.source.get(), diagnostic.range);
    nlohmann::json notes = nlohmann::json::array();
    for (const DiagnosticNote &note : diagnostic.notes) {
      nlohmann::json item = {{"message", note.message}};
      addPlace(item, note.range.isNowhere() ? nullptr : diagnostic.source.get(), note.range);
      notes.push_back(std::move(item));
    }
    object["notes"] = std::move(notes);
    list.push_back(std::move(object));
  }
  return list;
}

nlohmann::json checkJson(const Compilation *compilation, const DiagnosticEngine &diagnostics) {
  nlohmann::json report;
  report["verdict"] = compilation ? toString(compilation->analysis.verdict) : "ERROR";
  report["diagnostics"] = diagnosticsJson(diagnostics);
  if (!compilation)
    return report;
  nlohmann::json rejections = nlohmann::json::array();
  for (const Rejection &rejection : compilation->analysis.rejections)
    rejections.push_back(rejectionJson(*compilation, rejection));
  report["rejections"] = std::move(rejections);
  if (compilation->analysis.verdict != Verdict::Bounded)
    report["repairs"] = repairsJson(*compilation);
  if (compilation->program) {
    for (const PatternSize &size : patternSizes(*compilation))
      report["patterns"].push_back({{"states", size.states}, {"transitions", size.transitions}});
    report["memory"] = memoryJson(*compilation->program, *ir::computeLayout(*compilation->program),
                                  schemaOf(compilation->plan));
  }
  return report;
}

} // namespace bough::tool

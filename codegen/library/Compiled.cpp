#include "codegen/library/Compiled.h"

#include "analysis/Explain.h"
#include "codegen/lower/Schema.h"

#include <algorithm>

namespace bough::library {

namespace {

/// Remembers a text for as long as the compilation lives.
const char *keep(bough_compilation &compiled, std::string text) {
  compiled.strings.push_back(std::make_unique<std::string>(std::move(text)));
  return compiled.strings.back()->c_str();
}

bough_message messageOf(bough_compilation &compiled, bough_severity severity, std::string code,
                        const std::string &text, const Source *source, SourceRange range) {
  bough_message message{};
  message.severity = severity;
  message.code = keep(compiled, std::move(code));
  message.text = keep(compiled, text);
  message.file = keep(compiled, source != nullptr ? source->name() : "");
  if (source != nullptr && !range.isNowhere()) {
    LineColumn begin = source->position(range.begin);
    message.line = begin.line;
    message.column = begin.column;
    message.offset = range.begin;
    message.length = range.end - range.begin;
  }
  return message;
}

void addMessages(bough_compilation &compiled, const DiagnosticEngine &diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics.all()) {
    bough_severity severity = diagnostic.severity == Severity::Error ? BOUGH_ERROR : BOUGH_WARNING;
    compiled.messages.push_back(messageOf(compiled, severity, std::string(diagnostic.code),
                                          diagnostic.message, diagnostic.source.get(),
                                          diagnostic.range));
    for (const DiagnosticNote &note : diagnostic.notes)
      compiled.messages.push_back(
          messageOf(compiled, BOUGH_NOTE, "", note.message, diagnostic.source.get(), note.range));
  }
  compiled.text = textOf(diagnostics);
}

bough_type typeOf(const CellFormat &format) {
  switch (format.kind) {
  case CellFormat::Kind::Integer:
  case CellFormat::Kind::Key:
    return BOUGH_INTEGER;
  case CellFormat::Kind::Boolean:
    return BOUGH_BOOLEAN;
  case CellFormat::Kind::Decimal:
    return BOUGH_DECIMAL;
  case CellFormat::Kind::Date:
    return BOUGH_DATE;
  case CellFormat::Kind::Time:
    return BOUGH_TIMESTAMP;
  case CellFormat::Kind::Text:
    return BOUGH_TEXT;
  }
  return BOUGH_INTEGER;
}

void compileInto(bough_compilation &compiled, const QueryOptions &options, std::uint64_t maxBytes,
                 bool findsRepairs, DiagnosticEngine &diagnostics) {
  std::optional<Plan> plan = preparePlan(compiled.source, options, diagnostics);
  if (!plan)
    return;
  compiled.compilation = compilePlan(std::move(*plan), PassOptions(), diagnostics);
  if (!compiled.compilation)
    return;
  Compilation &compilation = *compiled.compilation;
  compiled.schema = schemaOf(compilation.plan);
  if (compilation.analysis.verdict != Verdict::Bounded) {
    if (findsRepairs)
      compilation.repairs = findRepairs(
          compilation, [&](std::shared_ptr<const Source> text, DiagnosticEngine &trial) {
            return preparePlan(std::move(text), options, trial);
          });
    reportRejections(compilation.plan, compilation.analysis, compilation.repairs, diagnostics);
    return;
  }
  addOrder(compiled.schema, *compilation.program);
  compiled.bytes = totalBytes(compilation);
  compiled.isLoadable = maxBytes == 0 || compiled.bytes <= maxBytes;
  if (!compiled.isLoadable)
    diagnostics.reportIn(nullptr, diag::aboveMaxBytes, {}, compiled.bytes, maxBytes,
                         fmt::format("state with {}, dictionaries with {}", compilation.stateBytes,
                                     compiled.bytes - compilation.stateBytes));
}

} // namespace

std::unique_ptr<bough_compilation> compileText(std::string sql, std::string name,
                                               const QueryOptions &options, std::uint64_t maxBytes,
                                               bool findsRepairs) {
  auto compiled = std::make_unique<bough_compilation>();
  compiled->source = std::make_shared<const Source>(std::move(name), std::move(sql));
  DiagnosticEngine diagnostics(compiled->source);
  compileInto(*compiled, options, maxBytes, findsRepairs, diagnostics);
  addMessages(*compiled, diagnostics);
  return compiled;
}

std::unique_ptr<bough_compilation> refuseToCompile(const std::string &fault) {
  auto compiled = std::make_unique<bough_compilation>();
  compiled->messages.push_back(messageOf(*compiled, BOUGH_ERROR, "", fault, nullptr, {}));
  compiled->text = fault;
  return compiled;
}

std::string textOf(const DiagnosticEngine &diagnostics) {
  std::string text = diagnostics.renderAll(false);
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

std::string describeNoStream(const MachineSchema &schema, std::size_t stream) {
  if (stream < schema.streams.size())
    return fmt::format("there is no such stream: {} is a table", schema.streams[stream].name);
  const std::string there = schema.streams.size() == 1
                                ? std::string("there is one, 0")
                                : fmt::format("there are {}, from 0", schema.streams.size());
  return stream == SIZE_MAX
             ? fmt::format(
                   "there is no such stream: no stream has the name that was looked for; {}", there)
             : fmt::format("there is no such stream: {} is given, and {}", stream, there);
}

bough_column_info infoOf(const MachineColumn &column) {
  bough_column_info info{};
  info.name = column.name.c_str();
  info.type = typeOf(column.format);
  info.sql = column.type.c_str();
  info.scale = column.format.kind == CellFormat::Kind::Decimal ? column.format.scale : 0;
  info.ticks_per_day = column.format.kind == CellFormat::Kind::Time ? column.format.ticksPerDay : 0;
  return info;
}

bough_column_info infoOf(const MachineResultColumn &column) {
  bough_column_info info{};
  info.name = column.name.c_str();
  info.type = typeOf(column.format);
  info.sql = "";
  if (column.format.kind == CellFormat::Kind::Decimal) {
    info.scale = column.format.scale;
    for (std::int64_t factor = column.format.factor; factor > 1; factor /= 10)
      ++info.scale;
  }
  info.ticks_per_day = column.format.kind == CellFormat::Kind::Time ? column.format.ticksPerDay : 0;
  return info;
}

std::int64_t valueOf(const MachineSchema &schema, const MachineResultColumn &column,
                     std::int64_t cell) {
  if (column.format.kind != CellFormat::Kind::Time)
    return cell;
  // Exact for the results of one unit; rounded towards the past otherwise.
  __int128 ticks = cell + schema.zero;
  __int128 quotient = ticks / column.timeScale;
  return static_cast<std::int64_t>(quotient - (ticks % column.timeScale < 0 ? 1 : 0));
}

} // namespace bough::library

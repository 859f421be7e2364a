#include "frontend/sema/DeclarationBinder.h"

#include "frontend/sema/CheckBinder.h"
#include "frontend/sema/ConstantBinder.h"
#include "frontend/sema/Scope.h"
#include "frontend/sema/TypeBinder.h"
#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

namespace {

class DeclarationBinder {
public:
  explicit DeclarationBinder(DiagnosticEngine &diagnostics) : diagnostics_(diagnostics) {}

  void bind(const ast::CreateStream &statement);
  /// Of all statements that were bound.
  void bindChecks();
  Declarations take() { return std::move(declarations_); }

private:
  void bindColumn(const ast::ColumnDefinition &definition, Stream &stream);
  void bindTimestampColumn(const ast::CreateStream &statement, Stream &stream);
  void bindWatermark(const ast::CreateStream &statement, Stream &stream);
  void bindOptions(const ast::CreateStream &statement, Stream &stream);
  void bindCount(const ast::StreamOption &option, std::string_view name,
                 std::optional<std::int64_t> &result);
  std::optional<std::int64_t> bindTime(const ast::StreamOption &option, std::string_view name,
                                       const Stream &stream);
  DiagnosticEngine &diagnostics_;
  Declarations declarations_;
  std::vector<const ast::CreateStream *> statements_; ///< by stream
  EnumTable enums_;
  bool isIncomplete_ = false; ///< of the stream at hand
};

void DeclarationBinder::bind(const ast::CreateStream &statement) {
  isIncomplete_ = statement.isIncomplete;
  if (std::optional<unsigned> first = declarations_.catalog.find(statement.name.name)) {
    diagnostics_.report(diag::duplicateStream, statement.name.range, spellName(statement.name.name))
        .notes.push_back({"it was declared here", declarations_.catalog.streams[*first].range});
    return;
  }
  Stream stream;
  stream.name = statement.name.name;
  stream.range = statement.name.range;
  stream.isTable = statement.isTable;
  for (const ast::ColumnDefinition &definition : statement.columns)
    bindColumn(definition, stream);
  if (!stream.isTable)
    bindTimestampColumn(statement, stream);
  bindWatermark(statement, stream);
  bindOptions(statement, stream);
  declarations_.catalog.streams.push_back(std::move(stream));
  declarations_.isIncomplete.push_back(isIncomplete_);
  statements_.push_back(&statement);
}

void DeclarationBinder::bindColumn(const ast::ColumnDefinition &definition, Stream &stream) {
  if (std::optional<unsigned> first = findColumn(stream, definition.name.name)) {
    diagnostics_
        .report(diag::duplicateColumn, definition.name.range, spellName(definition.name.name))
        .notes.push_back({"it was declared here", stream.columns[*first].range});
    return;
  }
  Column column;
  std::optional<Type> type = bindType(definition.type, stream.isTable, declarations_.catalog,
                                      enums_, column.domain, diagnostics_);
  if (type && stream.isTable && type->isTimestamp()) {
    diagnostics_.report(diag::tableTimestamp, definition.type.range)
        .notes.push_back({"a DATE or an integer can hold a time", {}});
    type.reset();
  }
  if (!type) {
    isIncomplete_ = true;
    return;
  }
  column.name = definition.name.name;
  column.type = *type;
  column.inputRange = type->storageRange();
  if (type->kind == TypeKind::Enum) {
    const Domain &domain = declarations_.catalog.domains[*column.domain];
    column.inputRange = {0, static_cast<std::int64_t>(domain.capacity) - 1};
  }
  if (type->kind == TypeKind::Enum || type->kind == TypeKind::Boolean)
    column.checkRange = column.inputRange; // few values
  column.range = definition.name.range;
  stream.columns.push_back(std::move(column));
}

void DeclarationBinder::bindTimestampColumn(const ast::CreateStream &statement, Stream &stream) {
  std::optional<unsigned> found;
  for (unsigned i = 0; i < stream.columns.size(); ++i) {
    if (!stream.columns[i].type.isTimestamp())
      continue;
    if (found) {
      diagnostics_.report(diag::severalTimestamps, stream.columns[i].range, spellName(stream.name))
          .notes.push_back({"the first one is here", stream.columns[*found].range});
      continue;
    }
    found = i;
  }
  if (found)
    stream.timestampColumn = *found;
  else if (!isIncomplete_)
    diagnostics_.report(diag::noTimestamp, statement.name.range, spellName(stream.name))
        .notes.push_back({"a column of type TIMESTAMP says when a row happens", {}});
  isIncomplete_ |= !found;
}

void DeclarationBinder::bindWatermark(const ast::CreateStream &statement, Stream &stream) {
  if (statement.watermarks.empty())
    return;
  const ast::Watermark &watermark = statement.watermarks.front();
  auto quote = [](const std::string &name) { return fmt::format("'{}'", spellName(name)); };
  if (stream.isTable) {
    diagnostics_.report(diag::watermarkOfTable, watermark.range, quote(stream.name));
    return;
  }
  if (statement.watermarks.size() > 1)
    diagnostics_.report(diag::watermarkTwice, statement.watermarks[1].range, quote(stream.name))
        .notes.push_back({"the first one is here", watermark.range});
  if (isIncomplete_) // the timestamp, or its unit, may be unknown
    return;
  const Column &timestamp = stream.columns[stream.timestampColumn];
  for (const ast::Identifier *name : {&watermark.column, &watermark.base})
    if (!equalIgnoringCase(name->name, timestamp.name)) {
      diagnostics_
          .report(diag::watermarkColumn, name->range, quote(timestamp.name), quote(stream.name),
                  quote(name->name))
          .notes.push_back({"the timestamp is declared here", timestamp.range});
      return;
    }
  const auto *interval = std::get_if<ast::IntervalLiteral>(&watermark.lateness->node);
  std::optional<LinearForm> lateness;
  if (interval != nullptr) {
    lateness =
        bindInterval(*interval, watermark.lateness->range, timestamp.type.unit, diagnostics_);
    if (!lateness)
      return;
  }
  if (!lateness || lateness->constant <= Bound(0)) {
    diagnostics_.report(diag::watermarkLateness, watermark.lateness->range,
                        spellName(timestamp.name), spellName(timestamp.name));
    return;
  }
  stream.lateness = lateness->constant.toInt64();
  stream.latenessRange = watermark.range;
}

void DeclarationBinder::bindOptions(const ast::CreateStream &statement, Stream &stream) {
  static const std::vector<std::string_view> all = {"max_per_timestamp", "max_per_second",
                                                    "max_rows", "starts_at", "ends_at"};
  if (stream.isTable && !statement.options.empty()) {
    diagnostics_.report(diag::tableOption, statement.options.front().name.range);
    return;
  }
  SourceRange timeRange; // the last time option
  for (std::size_t i = 0; i < statement.options.size(); ++i) {
    const ast::StreamOption &option = statement.options[i];
    auto isSame = [&](std::string_view name) { return equalIgnoringCase(name, option.name.name); };
    auto known = std::find_if(all.begin(), all.end(), isSame);
    if (known == all.end()) {
      Diagnostic &error =
          diagnostics_.report(diag::unknownOption, option.name.range, spellName(option.name.name));
      proposeName(error, option.name.name, all);
      continue;
    }
    auto first =
        std::find_if(statement.options.begin(), statement.options.end(),
                     [&](const ast::StreamOption &other) { return isSame(other.name.name); });
    if (&*first != &option) {
      diagnostics_.report(diag::duplicateOption, option.name.range, *known)
          .notes.push_back({"it was given here", first->name.range});
      continue;
    }
    if (*known == "max_per_timestamp")
      bindCount(option, *known, stream.maxPerTimestamp);
    else if (*known == "max_per_second")
      bindCount(option, *known, stream.maxPerSecond);
    else if (*known == "max_rows")
      bindCount(option, *known, stream.maxRows);
    else if (*known == "starts_at")
      stream.startsAt = bindTime(option, *known, stream).value_or(0);
    else
      stream.endsAt = bindTime(option, *known, stream);
    if (*known == "ends_at" || *known == "starts_at")
      timeRange = option.value->range;
  }
  if (stream.endsAt && *stream.endsAt < stream.startsAt)
    diagnostics_.report(diag::endsBeforeStart, timeRange, *stream.endsAt, stream.startsAt);
}

void DeclarationBinder::bindCount(const ast::StreamOption &option, std::string_view name,
                                  std::optional<std::int64_t> &result) {
  std::optional<std::int64_t> count = signedInteger(*option.value);
  if (count && *count > 0)
    result = count;
  else
    diagnostics_.report(diag::optionValue, option.value->range, name);
}

std::optional<std::int64_t> DeclarationBinder::bindTime(const ast::StreamOption &option,
                                                        std::string_view name,
                                                        const Stream &stream) {
  SourceRange range = option.value->range;
  const auto *literal = std::get_if<ast::OtherLiteral>(&option.value->node);
  std::optional<std::int64_t> time = signedInteger(*option.value);
  if (literal != nullptr && literal->kind == ast::OtherLiteral::Kind::Timestamp) {
    if (isIncomplete_) // the unit may be unknown
      return std::nullopt;
    TimeUnit unit = stream.columns[stream.timestampColumn].type.unit;
    std::optional<Bound> ticks = bindPointInTime(literal->text, range, unit, diagnostics_);
    if (!ticks)
      return std::nullopt;
    time = ticks->toInt64();
    if (!time)
      diagnostics_.report(diag::constantTooLarge, range, ticks->toString());
  } else if (!time) {
    diagnostics_.report(diag::timeOption, range, name);
  }
  return time;
}

void DeclarationBinder::bindChecks() {
  DomainTable domains(declarations_.catalog);
  BindContext context{TimeUnit::Picosecond, 0, std::nullopt, domains};
  for (unsigned i = 0; i < statements_.size(); ++i) {
    const Stream &stream = declarations_.catalog.streams[i];
    for (const ast::ColumnDefinition &definition : statements_[i]->columns) {
      std::optional<unsigned> column;
      if (!definition.checks.empty())
        column = findColumn(stream, definition.name.name);
      // A second column of that name was reported, and its CHECK is not one of the first.
      if (!column || !(stream.columns[*column].range == definition.name.range))
        continue;
      for (const ast::ExpressionPtr &check : definition.checks)
        bindCheck(*check, declarations_, i, *column, context, diagnostics_);
    }
  }
}

} // namespace

Declarations bindDeclarations(const ast::Script &script, DiagnosticEngine &diagnostics) {
  DeclarationBinder binder(diagnostics);
  for (const ast::Statement &statement : script.statements)
    if (const auto *stream = std::get_if<ast::CreateStream>(&statement))
      binder.bind(*stream);
  binder.bindChecks();
  return binder.take();
}

std::optional<unsigned> findColumn(const Stream &stream, std::string_view name) {
  for (unsigned i = 0; i < stream.columns.size(); ++i)
    if (equalIgnoringCase(stream.columns[i].name, name))
      return i;
  return std::nullopt;
}

} // namespace bough

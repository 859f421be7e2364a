#include "codegen/Prepare.h"

#include "analysis/Rates.h"
#include "codegen/Tables.h"
#include "frontend/sema/Binder.h"
#include "runtime/Names.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace bough {

namespace {

std::vector<std::string> namesOf(const Catalog &catalog, bool tables) {
  std::vector<std::string> names;
  for (const Stream &stream : catalog.streams)
    if (stream.isTable == tables)
      names.push_back(stream.name);
  return names;
}

std::string nameOf(const TableFile &file) {
  return file.path == "-" ? "<standard input>" : file.path;
}

/// The files of --table, by name. Empty after an error.
std::optional<std::vector<TableFile>> resolveTables(const Plan &plan,
                                                    const std::vector<std::string> &options,
                                                    MissingTables missing,
                                                    DiagnosticEngine &diagnostics) {
  const Catalog &catalog = plan.catalog;
  std::vector<TableFile> files;
  const std::size_t before = diagnostics.errorCount();
  for (const std::string &option : options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == option.size()) {
      diagnostics.reportIn(nullptr, diag::tableMalformed, {}, option);
      continue;
    }
    const std::string name = option.substr(0, equals);
    std::optional<unsigned> table = catalog.find(name);
    if (!table || !catalog.streams[*table].isTable) {
      diagnostics.reportIn(nullptr, diag::tableUnknown, {}, option, name,
                           table ? fmt::format("; it is a stream: use --input {}=FILE", name)
                                 : suggestName(name, namesOf(catalog, true)));
      continue;
    }
    const TableFile file{*table, option.substr(equals + 1)};
    auto same = std::find_if(files.begin(), files.end(),
                             [&](const TableFile &other) { return other.table == file.table; });
    if (same != files.end())
      diagnostics.reportIn(nullptr, diag::tableTwice, {}, name, nameOf(*same), nameOf(file));
    else if (plan.uses(*table))
      files.push_back(file);
    else
      diagnostics.reportIn(nullptr, diag::tableNotUsed, {}, name, nameOf(file));
  }
  if (readsStandardInput({options, {}}) && plan.source->name() == "<stdin>")
    diagnostics.reportIn(nullptr, diag::standardInputTwice, {});
  for (unsigned s = 0; s < catalog.streams.size(); ++s) {
    const Stream &stream = catalog.streams[s];
    bool isGiven = std::any_of(files.begin(), files.end(),
                               [&](const TableFile &file) { return file.table == s; });
    if (missing == MissingTables::Refused && stream.isTable && plan.uses(s) && !isGiven &&
        diagnostics.errorCount() == before)
      diagnostics.report(diag::tableMissing, stream.range, stream.name, stream.name);
  }
  return diagnostics.errorCount() == before ? std::optional(std::move(files)) : std::nullopt;
}

/// Puts one --rate into the catalog.
void applyRate(Catalog &catalog, const std::string &option, DiagnosticEngine &diagnostics) {
  using Rate = std::optional<std::int64_t> Stream::*;
  static constexpr std::array<std::pair<const char *, Rate>, 3> rates = {
      {{"max_per_timestamp", &Stream::maxPerTimestamp},
       {"max_per_second", &Stream::maxPerSecond},
       {"max_rows", &Stream::maxRows}}};
  const std::size_t equals = option.rfind('=');
  const std::size_t point = option.rfind('.', equals);
  std::int64_t value = 0;
  bool isNumber = false;
  if (equals != std::string::npos) {
    const char *end = option.data() + option.size();
    auto [stop, error] = std::from_chars(option.data() + equals + 1, end, value);
    isNumber = error == std::errc() && stop == end && value > 0;
  }
  if (!isNumber || point == std::string::npos || point == 0) {
    diagnostics.reportIn(nullptr, diag::rateMalformed, {}, option);
    return;
  }
  const std::string name = option.substr(0, point);
  const std::string rate = option.substr(point + 1, equals - point - 1);
  std::optional<unsigned> stream = catalog.find(name);
  if (!stream || catalog.streams[*stream].isTable) {
    diagnostics.reportIn(nullptr, diag::rateUnknown, {}, option, "stream", name,
                         suggestName(name, namesOf(catalog, false)));
    return;
  }
  std::vector<std::string> names;
  for (const auto &[known, member] : rates) {
    if (equalNames(known, rate)) {
      catalog.streams[*stream].*member = value;
      return;
    }
    names.emplace_back(known);
  }
  std::string hint = suggestName(rate, names);
  diagnostics.reportIn(nullptr, diag::rateUnknown, {}, option, "rate", rate,
                       hint.empty() ? "; the rates are max_per_timestamp, max_per_second and "
                                      "max_rows"
                                    : hint);
}

/// Rows that wait for late ones need a number that bounds them.
void checkWatermarks(const Plan &plan, DiagnosticEngine &diagnostics) {
  for (unsigned s = 0; s < plan.catalog.streams.size(); ++s) {
    const Stream &stream = plan.catalog.streams[s];
    if (!stream.lateness || !plan.uses(s))
      continue;
    const Bound lateness = Bound(*stream.lateness) * Bound(plan.timeScale(stream));
    if (rowsWithin(plan, stream, lateness))
      continue;
    const std::string_view unit = name(stream.columns[stream.timestampColumn].type.unit);
    diagnostics
        .report(diag::watermarkNeedsRate, stream.latenessRange, stream.name,
                std::to_string(*stream.lateness), unit)
        .notes.push_back({fmt::format("add WITH (max_per_timestamp = n), or max_per_second = n, to "
                                      "the declaration of '{}'",
                                      stream.name),
                          stream.range});
  }
}

} // namespace

std::optional<Plan> preparePlan(std::shared_ptr<const Source> source, const QueryOptions &options,
                                DiagnosticEngine &diagnostics, MissingTables missing) {
  std::optional<Plan> plan = options.selectsRowNumbers
                                 ? bindRowNumbers(std::move(source), diagnostics)
                                 : bindSource(std::move(source), diagnostics);
  if (!plan)
    return std::nullopt;
  const std::size_t before = diagnostics.errorCount();
  for (const std::string &rate : options.rates)
    applyRate(plan->catalog, rate, diagnostics);
  checkWatermarks(*plan, diagnostics);
  std::optional<std::vector<TableFile>> files =
      resolveTables(*plan, options.tables, missing, diagnostics);
  if (diagnostics.errorCount() != before || !loadTables(*plan, *files, diagnostics))
    return std::nullopt;
  return plan;
}

bool readsStandardInput(const QueryOptions &options) {
  return std::any_of(options.tables.begin(), options.tables.end(),
                     [](const std::string &option) { return option.ends_with("=-"); });
}

} // namespace bough

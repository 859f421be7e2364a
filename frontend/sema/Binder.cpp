#include "frontend/sema/Binder.h"

#include "frontend/sema/QueryBinder.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"
#include "frontend/syntax/Parser.h"
#include "frontend/syntax/RowIdentities.h"

#include <algorithm>
#include <set>

namespace bough {

namespace {

/// The queries of the file: one without a name, or any number with names. Others are reported.
std::vector<const ast::Query *> findQueries(const ast::Script &script,
                                            DiagnosticEngine &diagnostics) {
  std::vector<const ast::Query *> found;
  const ast::Query *unnamed = nullptr;
  std::map<std::string, const ast::Query *> named;
  for (const ast::Statement &statement : script.statements) {
    const auto *query = std::get_if<ast::Query>(&statement);
    if (query == nullptr)
      continue;
    if (query->name) {
      auto [first, isNew] = named.try_emplace(toUpper(query->name->name), query);
      if (!isNew)
        diagnostics.report(diag::duplicateQuery, query->name->range, spellName(query->name->name))
            .notes.push_back({"the first one is here", first->second->name->range});
    } else if (unnamed != nullptr) {
      diagnostics.report(diag::secondQuery, query->range)
          .notes.push_back({"the first query is here", unnamed->range});
      continue;
    } else {
      unnamed = query;
    }
    found.push_back(query);
  }
  if (unnamed != nullptr && !named.empty())
    diagnostics.report(diag::mixedQueries, unnamed->range)
        .notes.push_back({"give it one: CREATE QUERY name AS SELECT ...", {}});
  // After a syntax error the query may be among what was skipped.
  if (found.empty() && !diagnostics.hasErrors())
    diagnostics.report(diag::noQuery, {});
  return found;
}

/// Binds all queries of a file. This is done twice, each time from the beginning: the first time,
/// without its errors, finds out which domains columns share and how many digits the results need.
class FileBinder {
public:
  FileBinder(const ast::Script &script, const std::vector<const ast::Query *> &queries,
             const Declarations &declarations, DiagnosticEngine &diagnostics)
      : declarations_(declarations) {
    for (const ast::Query *query : queries)
      queries_.emplace_back(*query, static_cast<unsigned>(queries_.size()), declarations,
                            script.lacksDeclarations, diagnostics);
  }

  /// Binds FROM, and finds what all times have in common. False after an error.
  bool bindItems(BindContext &context) {
    bool isValid = true;
    for (QueryBinder &query : queries_)
      isValid &= query.bindItems();
    // With an item missing the unit is not known; in the finest one no INTERVAL is refused.
    if (isValid)
      findUnit(context);
    return isValid;
  }

  bool bindRest(const BindContext &context) {
    bool isValid = true;
    for (QueryBinder &query : queries_)
      isValid &= query.bindRest(context);
    return isValid;
  }

  /// The streams and tables that the queries read.
  std::set<unsigned> streams() const {
    std::set<unsigned> streams;
    for (const QueryBinder &query : queries_)
      for (unsigned stream : query.streams())
        streams.insert(stream);
    return streams;
  }

  /// The digits after the point that the columns in use and the results have.
  unsigned scale() const {
    unsigned scale = 0;
    for (unsigned stream : streams())
      for (const Column &column : declarations_.catalog.streams[stream].columns)
        if (column.type.kind == TypeKind::Decimal)
          scale = std::max(scale, column.type.scale);
    for (const QueryBinder &query : queries_)
      scale = std::max(scale, query.scale());
    return scale;
  }

  bool addTo(Plan &plan) const {
    return std::all_of(queries_.begin(), queries_.end(),
                       [&](const QueryBinder &query) { return query.addTo(plan); });
  }

private:
  void findUnit(BindContext &context) const {
    std::vector<const Stream *> used;
    for (unsigned index : streams()) {
      const Stream &stream = declarations_.catalog.streams[index];
      if (stream.isTable)
        continue;
      if (declarations_.isIncomplete[index]) // perhaps without a timestamp
        return;
      used.push_back(&stream);
    }
    context.unit = TimeUnit::Day;
    auto unitOf = [](const Stream &stream) {
      return stream.columns[stream.timestampColumn].type.unit;
    };
    for (const Stream *stream : used)
      context.unit = std::max(context.unit, unitOf(*stream));
    std::optional<Bound> zero;
    for (const Stream *stream : used) {
      Bound start = Bound(stream->startsAt) * Bound(ticksPer(unitOf(*stream), context.unit));
      zero = zero ? std::min(*zero, start) : start;
    }
    context.zero = zero.value_or(0);
  }

  const Declarations &declarations_;
  std::deque<QueryBinder> queries_;
};

/// Brings the ranges of the DECIMAL columns in use to units of 10^-scale.
bool rescaleColumns(Catalog &catalog, const std::set<unsigned> &streams, unsigned scale,
                    DiagnosticEngine &diagnostics) {
  constexpr unsigned mostDigits = 18;
  bool isValid = true;
  for (unsigned stream : streams)
    for (Column &column : catalog.streams[stream].columns) {
      if (column.type.kind != TypeKind::Decimal)
        continue;
      unsigned digits = scale - column.type.scale;
      if (column.type.precision + digits > mostDigits) {
        diagnostics.report(diag::decimalRoom, column.range, scale, spellName(column.name),
                           toString(column.type));
        isValid = false;
        continue;
      }
      Bound factor = powerOfTen(digits);
      for (Interval *range : {&column.inputRange, &column.checkRange})
        *range = {range->lo * factor, range->hi * factor};
    }
  return isValid;
}

/// `before` is the number of errors before the file was read.
bool bindQueries(const ast::Script &script, const std::vector<const ast::Query *> &queries,
                 Declarations &declarations, std::size_t before, DiagnosticEngine &diagnostics,
                 Plan &plan) {
  DomainTable domains(declarations.catalog);
  BindContext context{TimeUnit::Picosecond, 0, std::nullopt, domains};
  DiagnosticEngine ignored(diagnostics.source());
  FileBinder first(script, queries, declarations, ignored);
  first.bindItems(context);
  first.bindRest(context);
  domains.finish();
  unsigned scale = first.scale();
  bool hasRoom = rescaleColumns(declarations.catalog, first.streams(), scale, diagnostics);
  if (hasRoom)
    context.scale = scale;

  FileBinder second(script, queries, declarations, diagnostics);
  bool isValid = second.bindItems(context);
  isValid = second.bindRest(context) && isValid;
  // Branches are built of what is complete only.
  if (!isValid || !hasRoom || diagnostics.errorCount() != before)
    return false;
  plan.unit = context.unit;
  plan.zero = context.zero;
  plan.scale = scale;
  return second.addTo(plan);
}

std::optional<Plan> bindScript(const ast::Script &script, std::size_t before,
                               std::shared_ptr<const Source> source,
                               DiagnosticEngine &diagnostics) {
  Declarations declarations = bindDeclarations(script, diagnostics);
  std::vector<const ast::Query *> queries = findQueries(script, diagnostics);
  Plan plan;
  bool isValid =
      !queries.empty() && bindQueries(script, queries, declarations, before, diagnostics, plan);
  if (!isValid || diagnostics.errorCount() != before)
    return std::nullopt;
  plan.catalog = std::move(declarations.catalog);
  plan.source = std::move(source);
  return plan;
}

} // namespace

std::optional<Plan> bindSource(std::shared_ptr<const Source> source,
                               DiagnosticEngine &diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  const ast::Script script = parseScript(*source, diagnostics);
  return bindScript(script, before, std::move(source), diagnostics);
}

std::optional<Plan> bindRowNumbers(std::shared_ptr<const Source> source,
                                   DiagnosticEngine &diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  ast::Script script = parseScript(*source, diagnostics);
  selectRowNumbers(script, diagnostics);
  return bindScript(script, before, std::move(source), diagnostics);
}

} // namespace bough

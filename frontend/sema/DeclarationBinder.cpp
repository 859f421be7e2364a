#include "frontend/sema/DeclarationBinder.h"

#include "frontend/sema/ConditionBinder.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>

namespace bough {

namespace {

class DeclarationBinder {
public:
  explicit DeclarationBinder(DiagnosticEngine &diagnostics) : diagnostics_(diagnostics) {}

  void bind(const ast::CreateStream &statement);
  Declarations take() { return std::move(declarations_); }

private:
  void bindColumn(const ast::ColumnDefinition &definition, Stream &stream);
  void bindTimestampColumn(const ast::CreateStream &statement, Stream &stream);
  void bindOptions(const ast::CreateStream &statement, Stream &stream);
  void bindChecks(const ast::ColumnDefinition &definition);
  void applyCheck(const Formula &condition, const ast::Expression &check, unsigned column);
  std::optional<Type> bindType(const ast::TypeName &name);
  std::optional<Type> bindTimestamp(const ast::TypeName &name);
  void reportUnknownType(const ast::TypeName &name);

  DiagnosticEngine &diagnostics_;
  Declarations declarations_;
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
  for (const ast::ColumnDefinition &definition : statement.columns)
    bindColumn(definition, stream);
  bindTimestampColumn(statement, stream);
  bindOptions(statement, stream);
  declarations_.catalog.streams.push_back(std::move(stream));
  declarations_.isIncomplete.push_back(isIncomplete_);
  for (const ast::ColumnDefinition &definition : statement.columns)
    bindChecks(definition);
}

void DeclarationBinder::bindColumn(const ast::ColumnDefinition &definition, Stream &stream) {
  if (std::optional<unsigned> first = findColumn(stream, definition.name.name)) {
    diagnostics_
        .report(diag::duplicateColumn, definition.name.range, spellName(definition.name.name))
        .notes.push_back({"it was declared here", stream.columns[*first].range});
    return;
  }
  std::optional<Type> type = bindType(definition.type);
  if (!type) {
    isIncomplete_ = true;
    return;
  }
  Column column;
  column.name = definition.name.name;
  column.type = *type;
  column.inputRange = type->storageRange();
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

void DeclarationBinder::bindOptions(const ast::CreateStream &statement, Stream &stream) {
  static const std::vector<std::string_view> all = {"max_per_timestamp", "max_per_second",
                                                    "max_rows", "starts_at", "ends_at"};
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
    if (known != all.begin()) {
      diagnostics_.report(diag::notSupportedYet, option.name.range,
                          "the stream option " + std::string(*known));
      continue;
    }
    const auto *literal = std::get_if<ast::IntegerLiteral>(&option.value->node);
    constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
    if (literal == nullptr || literal->value == 0 || literal->value > largest)
      diagnostics_.report(diag::optionValue, option.value->range, *known);
    else
      stream.maxPerTimestamp = static_cast<std::int64_t>(literal->value);
  }
}

void DeclarationBinder::bindChecks(const ast::ColumnDefinition &definition) {
  auto index = static_cast<unsigned>(declarations_.catalog.streams.size() - 1);
  Stream &stream = declarations_.catalog.streams.back();
  std::optional<unsigned> column = findColumn(stream, definition.name.name);
  // A second column of that name was reported, and its CHECK is not one of the first.
  if (!column || !(stream.columns[*column].range == definition.name.range))
    return;
  for (const ast::ExpressionPtr &check : definition.checks) {
    if (stream.columns[*column].type.isTimestamp()) {
      diagnostics_.report(diag::notSupportedYet, check->range, "CHECK on a timestamp column");
      continue;
    }
    Scope scope(declarations_, diagnostics_);
    scope.add({stream.name, index, stream.range});
    FormulaPtr condition = ConditionBinder(scope, TimeUnit::Picosecond, diagnostics_).bind(*check);
    if (condition)
      applyCheck(*condition, *check, *column);
  }
}

namespace {

/// Disjoint intervals that do not touch each other, ascending.
using Intervals = std::vector<Interval>;

Intervals unite(Intervals all) {
  std::sort(all.begin(), all.end(),
            [](const Interval &a, const Interval &b) { return a.lo < b.lo; });
  Intervals result;
  for (const Interval &interval : all)
    if (!result.empty() && interval.lo <= result.back().hi + Bound(1))
      result.back().hi = std::max(result.back().hi, interval.hi);
    else
      result.push_back(interval);
  return result;
}

Intervals intersectAll(const Intervals &a, const Intervals &b) {
  Intervals result;
  for (const Interval &x : a)
    for (const Interval &y : b)
      if (Interval both = intersect(x, y); !both.isEmpty())
        result.push_back(both);
  return unite(std::move(result));
}

/// The values of the only column for which the condition holds; empty when it says something else
/// than a literal can about one column.
std::optional<Intervals> valuesOf(const Formula &condition, unsigned column) {
  constexpr Interval all;
  switch (condition.kind) {
  case Formula::Kind::True:
    return Intervals{all};
  case Formula::Kind::False:
    return Intervals{};
  case Formula::Kind::Literal: {
    const Literal &literal = condition.literal;
    const auto &[scalar, coefficient] = *literal.terms.begin();
    if (literal.terms.size() > 1 || scalar.kind != Scalar::Kind::Attribute ||
        scalar.attribute.column != column)
      return std::nullopt;
    // One term has the coefficient 1, or -1 in AtMost.
    Bound first = literal.values.front();
    if (literal.relation == Literal::Relation::AtMost)
      return Intervals{coefficient > 0 ? Interval{all.lo, first} : Interval{-first, all.hi}};
    bool isNegated = literal.relation == Literal::Relation::NotEqual ||
                     literal.relation == Literal::Relation::NotIn;
    Intervals result;
    Bound low = all.lo;
    for (Bound value : literal.values) {
      result.push_back(isNegated ? Interval{low, value - Bound(1)} : Interval{value, value});
      low = value + Bound(1);
    }
    if (isNegated)
      result.push_back({low, all.hi});
    return isNegated ? result : unite(std::move(result));
  }
  case Formula::Kind::And:
  case Formula::Kind::Or:
    break;
  }
  bool isAnd = condition.kind == Formula::Kind::And;
  Intervals result;
  if (isAnd)
    result.push_back(all);
  for (const FormulaPtr &operand : condition.operands) {
    std::optional<Intervals> values = valuesOf(*operand, column);
    if (!values)
      return std::nullopt;
    if (isAnd)
      result = intersectAll(result, *values);
    else
      result.insert(result.end(), values->begin(), values->end());
  }
  return unite(std::move(result));
}

} // namespace

void DeclarationBinder::applyCheck(const Formula &condition, const ast::Expression &check,
                                   unsigned columnIndex) {
  Column &column = declarations_.catalog.streams.back().columns[columnIndex];
  std::optional<Intervals> values = valuesOf(condition, columnIndex);
  if (!values) {
    diagnostics_.report(diag::notSupportedYet, check.range,
                        "a CHECK that is no range of its column");
    return;
  }
  auto isImpossible = [&](const Interval &interval) {
    return intersect(interval, column.inputRange).isEmpty();
  };
  values->erase(std::remove_if(values->begin(), values->end(), isImpossible), values->end());
  if (values->size() > 1)
    diagnostics_.report(diag::notSupportedYet, check.range, "a CHECK that leaves gaps");
  else if (values->empty())
    diagnostics_.report(diag::emptyCheck, check.range, spellName(column.name),
                        toString(column.type));
  if (values->size() != 1)
    return;
  column.checkRange = intersect(column.checkRange, values->front());
  column.inputRange = intersect(column.inputRange, values->front());
}

std::optional<Type> DeclarationBinder::bindType(const ast::TypeName &name) {
  std::string spelled = toUpper(name.name.name);
  if (name.keys) {
    diagnostics_.report(diag::notSupportedYet, name.range, "KEYS");
    return std::nullopt;
  }
  if (spelled == "TIMESTAMP")
    return bindTimestamp(name);
  Type type;
  if (spelled == "SMALLINT")
    type.kind = TypeKind::SmallInt;
  else if (spelled == "INT" || spelled == "INTEGER")
    type.kind = TypeKind::Int;
  else if (spelled == "BIGINT")
    type.kind = TypeKind::BigInt;
  else {
    reportUnknownType(name);
    return std::nullopt;
  }
  if (name.unit) {
    diagnostics_.report(diag::typeTakesNo, name.unit->range, spelled, "unit");
    return std::nullopt;
  }
  if (!name.arguments.empty()) {
    diagnostics_.report(diag::typeTakesNo, name.argumentsRange, spelled, "arguments");
    return std::nullopt;
  }
  return type;
}

std::optional<Type> DeclarationBinder::bindTimestamp(const ast::TypeName &name) {
  Type type;
  type.kind = TypeKind::Timestamp;
  if (name.unit && !name.arguments.empty()) {
    diagnostics_.report(diag::typeTakesNo, name.unit->range, "TIMESTAMP with a precision", "unit");
    return std::nullopt;
  }
  if (name.unit) {
    std::string unit = toUpper(name.unit->name);
    if (unit == "MINUTE")
      type.unit = TimeUnit::Minute;
    else if (unit == "HOUR")
      type.unit = TimeUnit::Hour;
    else if (unit == "DAY")
      type.unit = TimeUnit::Day;
    else {
      Diagnostic &error =
          diagnostics_.report(diag::timestampUnit, name.unit->range, spellName(name.unit->name));
      std::string_view nearest = nearestName(unit, {"MINUTE", "HOUR", "DAY"});
      if (!nearest.empty())
        error.notes.push_back({fmt::format("did you mean {}?", nearest), {}});
      return std::nullopt;
    }
    return type;
  }
  if (name.arguments.empty())
    return type;
  static constexpr std::array<std::pair<std::string_view, TimeUnit>, 5> precisions = {
      {{"0", TimeUnit::Second},
       {"3", TimeUnit::Millisecond},
       {"6", TimeUnit::Microsecond},
       {"9", TimeUnit::Nanosecond},
       {"12", TimeUnit::Picosecond}}};
  for (auto [precision, unit] : precisions)
    if (name.arguments.size() == 1 && name.arguments[0] == precision) {
      type.unit = unit;
      return type;
    }
  diagnostics_.report(diag::timestampPrecision, name.argumentsRange);
  return std::nullopt;
}

void DeclarationBinder::reportUnknownType(const ast::TypeName &name) {
  static constexpr std::array<std::string_view, 8> later = {
      "BOOLEAN", "BOOL", "DATE", "DECIMAL", "DEC", "NUMERIC", "ENUM", "VARCHAR"};
  std::string spelled = toUpper(name.name.name);
  if (std::find(later.begin(), later.end(), spelled) != later.end()) {
    diagnostics_.report(diag::notSupportedYet, name.range, "the type " + spelled);
    return;
  }
  Diagnostic &error =
      diagnostics_.report(diag::unknownType, name.name.range, spellName(name.name.name));
  static const std::vector<std::string_view> types = {"SMALLINT", "INT", "INTEGER", "BIGINT",
                                                      "TIMESTAMP"};
  if (nearestName(spelled, types).empty())
    error.notes.push_back({"the types are SMALLINT, INT, BIGINT and TIMESTAMP", {}});
  else
    proposeName(error, spelled, types);
}

} // namespace

Declarations bindDeclarations(const ast::Script &script, DiagnosticEngine &diagnostics) {
  DeclarationBinder binder(diagnostics);
  for (const ast::Statement &statement : script.statements)
    if (const auto *stream = std::get_if<ast::CreateStream>(&statement))
      binder.bind(*stream);
  return binder.take();
}

std::optional<unsigned> findColumn(const Stream &stream, std::string_view name) {
  for (unsigned i = 0; i < stream.columns.size(); ++i)
    if (equalIgnoringCase(stream.columns[i].name, name))
      return i;
  return std::nullopt;
}

} // namespace bough

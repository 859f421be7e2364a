#include "frontend/sema/PatternBinder.h"

#include "frontend/sema/ConstantBinder.h"
#include "frontend/sema/ExistsBinder.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

using Kind = PatternElement::Kind;

PatternBinder::PatternBinder(const ast::Select &select, ItemTable &table, Scope &scope,
                             DiagnosticEngine &diagnostics)
    : select_(select), syntax_(*select.pattern), table_(table), scope_(scope),
      diagnostics_(diagnostics) {
  pattern_.isNext = syntax_.isNext;
  pattern_.isByArrival = syntax_.isByArrival;
  pattern_.skipsPastLastRow = syntax_.skipsPastLastRow;
  pattern_.isFirstOnly = syntax_.isFirstOnly;
  pattern_.consume = static_cast<Pattern::Consume>(syntax_.consume);
  pattern_.range = syntax_.range;
}

// --- elements ------------------------------------------------------------------------------------

bool PatternBinder::bindItems(bool lacksDeclarations) {
  bool isValid = true;
  std::vector<unsigned> elements; // by item, in the order of the text
  for (const ast::PatternElement &syntax : syntax_.elements) {
    // All elements of a MATCH_RECOGNIZE are of one stream: what is wrong with it is said once.
    if (syntax_.timeColumn && !isValid)
      break;
    PatternElement element;
    element.kind = static_cast<Kind>(syntax.kind);
    element.range = syntax.range;
    element.count = static_cast<unsigned>(std::min<std::uint64_t>(syntax.count, limits::anyItems));
    for (const ast::FromItem &item : syntax.items) {
      if (!bindItem(item, scope_, lacksDeclarations, diagnostics_)) {
        isValid = false;
        continue;
      }
      elements.push_back(static_cast<unsigned>(pattern_.elements.size()));
      const Stream &stream = scope_.stream(scope_.end() - 1);
      isValid &= !table_.declarations.isIncomplete[table_.items.back().stream];
      if (!stream.isTable)
        continue;
      diagnostics_.report(diag::patternTable, item.range, spellName(stream.name))
          .notes.push_back({"it is declared here", stream.range});
      isValid = false;
    }
    pattern_.elements.push_back(std::move(element));
  }
  // The items of NOT come last: where those of EXISTS are.
  std::vector<Item> items = std::move(table_.items);
  table_.items.clear();
  for (bool isNot : {false, true}) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      PatternElement &element = pattern_.elements[elements[i]];
      if ((element.kind == Kind::Not) != isNot)
        continue;
      element.items.push_back(static_cast<unsigned>(table_.items.size()));
      elements_.push_back(elements[i]);
      table_.items.push_back(std::move(items[i]));
    }
    if (!isNot)
      items_ = static_cast<unsigned>(table_.items.size());
  }
  hasAllItems_ = isValid && !select_.lacksItems;
  return isValid;
}

AttributeRef PatternBinder::timeOf(unsigned item) const {
  return {item, table_.stream(item).timestampColumn};
}

std::string PatternBinder::alias(unsigned item) const {
  return spellName(table_.items[item].alias);
}

bool PatternBinder::isRow(unsigned item) const { return elementOf(item).kind == Kind::Row; }

bool PatternBinder::checkElements() const {
  bool isValid = true;
  auto isNot = [](const PatternElement &element) { return element.kind == Kind::Not; };
  if (std::all_of(pattern_.elements.begin(), pattern_.elements.end(), isNot)) {
    diagnostics_.report(diag::patternOfNots, pattern_.range);
    isValid = false;
  }
  for (std::size_t i = 0; i < pattern_.elements.size(); ++i)
    if (pattern_.elements[i].kind == Kind::Any)
      isValid &= checkAny(pattern_.elements[i], syntax_.elements[i]);
  return isValid;
}

bool PatternBinder::checkAny(const PatternElement &element,
                             const ast::PatternElement &syntax) const {
  std::uint64_t most = element.items.size();
  if (syntax.distinct) {
    if (element.items.size() > 1) {
      diagnostics_.report(diag::anyDistinctItems, element.range, element.items.size());
      return false;
    }
    const Column &column = scope_.column({element.items.front(), *element.distinct});
    if (column.type.isTimestamp()) {
      diagnostics_.report(diag::notSupportedYet, syntax.distinct->range,
                          "ANY ... DISTINCT of a timestamp");
      return false;
    }
    most = limits::anyItems;
    if (column.checkRange.isFinite())
      most = static_cast<std::uint64_t>(
          std::min(column.checkRange.size(), Bound(static_cast<std::int64_t>(most)))
              .clampToInt64());
  }
  if (syntax.count >= 1 && syntax.count <= most)
    return true;
  Diagnostic &error = diagnostics_.report(diag::anyCount, element.range, most, syntax.count);
  if (!syntax.distinct && element.items.size() == 1)
    error.notes.push_back({"several rows of one stream differ in a column: ANY k OF (stream alias "
                           "DISTINCT column)",
                           {}});
  return false;
}

// --- clauses -------------------------------------------------------------------------------------

std::optional<PatternBinder::Reason> PatternBinder::reasonForRuns() const {
  using Found = std::optional<Reason>;
  if (syntax_.timeColumn)
    return Found({"MATCH_RECOGNIZE", syntax_.matchRange});
  if (syntax_.isNext)
    return Found({"MATCH NEXT", syntax_.matchRange});
  if (syntax_.isByArrival)
    return Found({"ORDER BY ARRIVAL", syntax_.orderRange});
  if (syntax_.isWithinEvents)
    return Found({"EVENTS", syntax_.withinRange});
  if (syntax_.skipsPastLastRow)
    return Found({"AFTER MATCH SKIP", syntax_.skipRange});
  if (syntax_.consume != ast::Pattern::Consume::None)
    return Found({"CONSUME ROWS", syntax_.consumeRange});
  for (const ast::PatternElement &element : syntax_.elements)
    if (element.kind == ast::PatternElement::Kind::Any)
      return Found({"ANY", element.range});
  if (!syntax_.elements.empty() && syntax_.elements.back().kind == ast::PatternElement::Kind::Not)
    return Found({"NOT at the end", syntax_.elements.back().range});
  for (const ast::SelectItem &item : select_.list)
    if (const auto *call = std::get_if<ast::Call>(&item.expression->node))
      if (isRowNumber(*call))
        return Found({"ROWID", item.range});
  return std::nullopt;
}

bool PatternBinder::bindClauses(const BindContext &context) {
  if (!hasAllItems_)
    return false;
  bool isValid = bindWithin(context);
  isValid &= checkTime();
  for (const ast::Identifier &name : syntax_.partition)
    isValid &= bindPartition(name, context);
  isValid = bindDistinct() && checkElements() && isValid;
  return !syntax_.lacksClauses && checkClauses() && isValid;
}

bool PatternBinder::checkTime() const {
  if (!syntax_.timeColumn)
    return true;
  const ast::Identifier &name = *syntax_.timeColumn;
  const Stream &stream = scope_.stream(0);
  const std::optional<unsigned> column = findColumn(stream, name.name);
  if (column == stream.timestampColumn)
    return true;
  if (column) {
    diagnostics_
        .report(diag::rowMatchTime, name.range, spellName(stream.name),
                spellName(stream.columns[stream.timestampColumn].name), spellName(name.name))
        .notes.push_back({"the stream is declared here", stream.range});
    return false;
  }
  Diagnostic &error = diagnostics_.report(diag::unknownColumn, name.range, spellName(name.name),
                                          fmt::format("stream '{}'", spellName(stream.name)));
  std::vector<std::string_view> candidates;
  for (const Column &candidate : stream.columns)
    candidates.push_back(candidate.name);
  proposeName(error, name.name, candidates);
  return false;
}

bool PatternBinder::bindDistinct() {
  bool isValid = true;
  for (std::size_t i = 0; i < pattern_.elements.size(); ++i) {
    const ast::PatternElement &syntax = syntax_.elements[i];
    if (!syntax.distinct)
      continue;
    const ast::FromItem &item = syntax.items.front();
    std::optional<AttributeRef> column =
        scope_.resolve({item.alias ? *item.alias : item.stream, *syntax.distinct});
    isValid &= column.has_value();
    if (column)
      pattern_.elements[i].distinct = column->column;
  }
  return isValid;
}

bool PatternBinder::bindWithin(const BindContext &context) {
  if (!syntax_.within)
    return true;
  const ast::Expression &amount = *syntax_.within;
  if (syntax_.isWithinEvents) {
    pattern_.events = signedInteger(amount);
    if (pattern_.events && *pattern_.events >= 1)
      return true;
    diagnostics_.report(diag::withinEvents, amount.range);
    return false;
  }
  std::optional<LinearForm> form = ValueBinder(scope_, context, diagnostics_).bind(amount);
  if (!form)
    return false;
  if (form->kind == ValueKind::Duration && form->isConstant() && form->constant >= Bound(0))
    pattern_.duration = form->constant.toInt64();
  if (!pattern_.duration)
    diagnostics_.report(diag::withinInterval, amount.range);
  return pattern_.duration.has_value();
}

bool PatternBinder::bindPartition(const ast::Identifier &name, const BindContext &context) {
  Partition partition{name.range, {}};
  for (unsigned item = 0; item < elements_.size(); ++item) {
    const Stream &stream = scope_.stream(item);
    if (std::optional<unsigned> column = findColumn(stream, name.name)) {
      partition.columns.push_back(*column);
      continue;
    }
    Diagnostic &error = diagnostics_.report(diag::partitionColumn, name.range,
                                            spellName(stream.name), spellName(name.name));
    error.notes.push_back({"it is part of the pattern here", table_.items[item].range});
    std::vector<std::string_view> candidates;
    for (const Column &candidate : stream.columns)
      candidates.push_back(candidate.name);
    proposeName(error, name.name, candidates);
    return false;
  }
  AttributeRef first{0, partition.columns.front()};
  if (scope_.column(first).type.isTimestamp()) {
    diagnostics_.report(diag::notSupportedYet, name.range, "PARTITION BY a timestamp");
    return false;
  }
  ValueBinder values(scope_, context, diagnostics_);
  Comparison comparison(scope_, context, diagnostics_);
  std::vector<AttributeRef> attributes{first};
  for (unsigned item = 1; item < elements_.size(); ++item) {
    AttributeRef other{item, partition.columns[item]};
    attributes.push_back(other);
    // Makes the columns share their dictionary.
    FormulaPtr equality =
        comparison.compare(values.formOf(first, name.range), ast::ComparisonOperator::Equal,
                           values.formOf(other, name.range), name.range);
    if (!equality)
      return false;
    // While the scale of DECIMALs is not known, their columns may have several.
    std::optional<Sides> sides;
    if (equality->kind == Formula::Kind::Literal)
      sides = sidesOf(equality->literal, scope_.inputRange());
    bool isPlain = sides && plainAttribute(sides->x) && plainAttribute(sides->y) &&
                   equality->literal.values.front() == 0;
    if (isPlain || !context.scale)
      continue;
    Diagnostic &error = diagnostics_.report(
        diag::partitionTypes, name.range, scope_.spell(first), toString(scope_.column(first).type),
        scope_.spell(other), toString(scope_.column(other).type));
    for (AttributeRef attribute : {first, other})
      error.notes.push_back({fmt::format("'{}' is declared here", scope_.spell(attribute)),
                             scope_.column(attribute).range});
    return false;
  }
  pattern_.partition.push_back(std::move(attributes));
  pattern_.partitionRange = syntax_.partitionRange;
  partitions_.push_back(std::move(partition));
  return true;
}

bool PatternBinder::checkClauses() const {
  bool isValid = true;
  auto invalid = [&](Diagnostic &error) -> Diagnostic & {
    isValid = false;
    return error;
  };
  bool beginsWithNot = pattern_.beginsWithNot(), endsWithNot = pattern_.endsWithNot();
  for (bool isEnd : {false, true}) {
    if (!(isEnd ? endsWithNot : beginsWithNot) || (syntax_.within && !syntax_.isWithinEvents))
      continue;
    const PatternElement &element = isEnd ? pattern_.elements.back() : pattern_.elements.front();
    Diagnostic &error = invalid(
        diagnostics_.report(diag::notNeedsWithin, element.range, isEnd ? "end" : "beginning"));
    error.notes.push_back({syntax_.within
                               ? "this counts rows; write WITHIN INTERVAL '10' SECOND, say"
                               : "write WITHIN INTERVAL '10' SECOND, say",
                           syntax_.withinRange});
  }
  if (pattern_.skipsPastLastRow && endsWithNot)
    invalid(diagnostics_.report(diag::skipWithNot, syntax_.skipRange))
        .notes.push_back({"the NOT is here", pattern_.elements.back().range});
  if (pattern_.isFirstOnly && (!pattern_.isNext || pattern_.consume != Pattern::Consume::None))
    invalid(diagnostics_.report(diag::oldestOnlyNeedsNext, syntax_.skipRange));
  if (pattern_.consume != Pattern::Consume::None && !pattern_.isNext)
    invalid(diagnostics_.report(diag::consumeWithoutNext, syntax_.consumeRange))
        .notes.push_back({"write MATCH NEXT", syntax_.matchRange});
  if (pattern_.consume == Pattern::Consume::Oldest && !syntax_.within)
    invalid(diagnostics_.report(diag::oldestWithoutWithin, syntax_.consumeRange))
        .notes.push_back({"write WITHIN INTERVAL '10' SECOND, say, or WITHIN 200 EVENTS", {}});
  if (pattern_.consume == Pattern::Consume::Smallest && beginsWithNot)
    invalid(diagnostics_.report(diag::consumeWithNot, syntax_.consumeRange))
        .notes.push_back({"the NOT is here", pattern_.elements.front().range});
  return isValid;
}

// --- the select list -----------------------------------------------------------------------------

bool isRowNumber(const ast::Call &call) { return equalIgnoringCase(call.name.name, "ROWID"); }

void PatternBinder::refuseSelection(unsigned item, SourceRange range) const {
  bool isNot = elementOf(item).kind == Kind::Not;
  Diagnostic &error =
      diagnostics_.report(diag::notSelectable, range, alias(item), isNot ? "a NOT" : "an ANY");
  if (isNot)
    error.notes.push_back({"a match has no row of it", elementOf(item).range});
  else if (elementOf(item).distinct)
    error.notes.push_back(
        {fmt::format("the numbers of its rows are ROWID({}, 1) and so on", alias(item)),
         elementOf(item).range});
  else
    error.notes.push_back(
        {fmt::format("the number of its row is ROWID({})", alias(item)), elementOf(item).range});
}

std::optional<unsigned> PatternBinder::findAny(const ast::Identifier &alias) const {
  for (unsigned item = 0; item < items_; ++item)
    if (elementOf(item).kind == Kind::Any &&
        equalIgnoringCase(table_.items[item].alias, alias.name))
      return item;
  return std::nullopt;
}

std::optional<RowNumber> PatternBinder::bindRowNumber(const ast::Call &call,
                                                      SourceRange range) const {
  const auto *name = call.arguments.empty()
                         ? nullptr
                         : std::get_if<ast::ColumnName>(&call.arguments.front()->node);
  if (name == nullptr || name->qualifier || call.arguments.size() > 2) {
    diagnostics_.report(diag::rowNumberArguments, range);
    return std::nullopt;
  }
  std::optional<unsigned> item = scope_.resolveItem(name->name);
  if (!item || !hasAllItems_)
    return std::nullopt;
  const PatternElement &element = elementOf(*item);
  if (element.kind == Kind::Not) {
    refuseSelection(*item, name->name.range);
    return std::nullopt;
  }
  bool hasIndex = call.arguments.size() == 2;
  if (!syntax_.elements[elements_[*item]].distinct) {
    if (!hasIndex)
      return RowNumber{*item, 0};
    diagnostics_.report(diag::rowNumberOfOne, call.arguments.back()->range, alias(*item));
    return std::nullopt;
  }
  std::optional<std::int64_t> index =
      hasIndex ? signedInteger(*call.arguments.back()) : std::nullopt;
  if (index && *index >= 1 && *index <= element.count)
    return RowNumber{*item, static_cast<unsigned>(*index) - 1};
  diagnostics_.report(diag::rowNumberIndex, hasIndex ? call.arguments.back()->range : range,
                      alias(*item), element.count, element.count);
  return std::nullopt;
}

} // namespace bough

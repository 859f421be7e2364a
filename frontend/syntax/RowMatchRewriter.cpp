#include "frontend/syntax/RowMatchRewriter.h"

#include "frontend/syntax/ExpressionCopy.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>

namespace bough {

using namespace ast;

namespace {

bool isSame(const Identifier &a, const Identifier &b) { return equalIgnoringCase(a.name, b.name); }

constexpr std::string_view intoMeasures = "write it in MEASURES, and choose its name here";

} // namespace

RowMatchRewriter::RowMatchRewriter(RowMatch match, DiagnosticEngine &diagnostics)
    : match_(std::move(match)), diagnostics_(diagnostics) {}

QueryOperand RowMatchRewriter::rewrite(Select select) {
  refuseClauses(select);
  std::vector<RowSequence> sequences;
  if (!match_.isIncomplete)
    sequences = findSequences(match_, diagnostics_);
  if (sequences.empty() || !checkDefinitions() || !checkSize(sequences) || !checkSkip(sequences)) {
    select.lacksItems = true;
    select.list.clear();
    select.lacksColumns = true;
    select.pattern.emplace();
    select.pattern->range = match_.keyword;
    return {std::move(select)};
  }
  Select first = rewriteSequence(select, sequences.front());
  first.lacksColumns |= !checkMeasures();
  if (sequences.size() == 1 || first.lacksColumns)
    return {std::move(first)};
  auto chain = std::make_unique<Chain>();
  chain->first.node = std::move(first);
  chain->alternatives = alternativesOf(sequences);
  select.distinct.reset(); // it is refused once
  for (std::size_t i = 1; i < sequences.size(); ++i)
    chain->links.push_back({true, match_.keyword, {rewriteSequence(select, sequences[i])}});
  return {std::move(chain)};
}

void RowMatchRewriter::refuseClauses(Select &select) {
  if (select.where)
    diagnostics_.report(diag::rowMatchOuter, select.where->range, "WHERE")
        .notes.push_back({"a condition on rows goes into DEFINE", {}});
  select.where.reset();
  if (!select.groups.empty())
    diagnostics_.report(diag::rowMatchOuter, select.groupsRange, "GROUP BY")
        .notes.push_back({"FROM PATTERN has GROUP BY", {}});
  select.groups.clear();
}

Select RowMatchRewriter::rewriteSequence(const Select &outer, const RowSequence &sequence) {
  placeRows(sequence);
  nameRows(sequence);
  Select select;
  select.distinct = outer.distinct;
  select.lacksColumns = outer.lacksColumns;
  select.lacksItems = outer.lacksItems;
  select.lacksGroups = outer.lacksGroups;
  select.range = outer.range;
  select.pattern = makePattern();
  select.where = makeCondition();
  for (const RowMatch::Measure &measure : match_.measures)
    rewrite(*measure.value, {}); // for its errors, also when it is not chosen
  select.lacksColumns |= !makeList(outer, select.list);
  return select;
}

bool RowMatchRewriter::checkSize(const std::vector<RowSequence> &sequences) const {
  auto bytesOf = [](SourceRange range) { return std::size_t{range.end - range.begin}; };
  std::size_t bytes = 0;
  for (const RowSequence &sequence : sequences) {
    bytes += bytesOf(match_.measuresRange);
    for (const RowMatch::Element *element : sequence)
      if (const RowMatch::Definition *definition = definitionOf(element->variable))
        bytes += bytesOf(definition->condition->range);
  }
  if (bytes <= limits::rowMatchBytes)
    return true;
  diagnostics_.report(diag::tooMany, match_.patternRange,
                      "bytes of conditions and MEASURES in all sequences of a row pattern",
                      limits::rowMatchBytes);
  return false;
}

bool RowMatchRewriter::checkSkip(const std::vector<RowSequence> &sequences) {
  auto isGap = [](const RowMatch::Element *element) { return element->isGap; };
  if (sequences.size() == 1 || match_.skipsToNextRow ||
      std::none_of(sequences.front().begin(), sequences.front().end(), isGap))
    return true;
  diagnostics_
      .report(diag::rowAlternativesSkip,
              match_.skipRange.end > 0 ? match_.skipRange : match_.patternRange,
              fmt::format("'{}'", spell(sequences[0])), fmt::format("'{}'", spell(sequences[1])))
      .notes.push_back({"write AFTER MATCH SKIP TO NEXT ROW", {}});
  return false;
}

RowAlternatives RowMatchRewriter::alternativesOf(const std::vector<RowSequence> &sequences) const {
  RowAlternatives result;
  for (const RowSequence &sequence : sequences) {
    std::vector<RowAlternatives::Row> &rows = result.sequences.emplace_back();
    for (const RowMatch::Element *element : sequence) {
      if (element->isGap)
        break;
      rows.push_back(
          {element->variable, definitionOf(element->variable) != nullptr, element->range});
    }
  }
  result.skipsToNextRow = match_.skipsToNextRow;
  result.skipRange = match_.skipRange;
  result.keyword = match_.keyword;
  return result;
}

// --- rows ----------------------------------------------------------------------------------------

void RowMatchRewriter::placeRows(const RowSequence &sequence) {
  rows_.clear();
  hasGap_ = false;
  bool isBehindGap = false;
  for (const RowMatch::Element *element : sequence) {
    hasGap_ |= element->isGap;
    if (!element->isGap)
      rows_.push_back({element->variable, "", isBehindGap, !hasGap_, element->range});
    isBehindGap = element->isGap;
  }
}

/// A variable that occurs once gives its name to the element, others are numbered.
void RowMatchRewriter::nameRows(const RowSequence &sequence) {
  std::vector<std::string> taken;
  auto isTaken = [&](const std::string &name) {
    return std::any_of(taken.begin(), taken.end(),
                       [&](const std::string &other) { return equalIgnoringCase(name, other); });
  };
  for (const RowMatch::Element *element : sequence)
    taken.push_back(element->variable.name);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::size_t number = 1, occurrences = 0;
    for (std::size_t other = 0; other < rows_.size(); ++other) {
      if (!isSame(rows_[other].variable, rows_[i].variable))
        continue;
      ++occurrences;
      number += other < i ? 1 : 0;
    }
    rows_[i].alias = rows_[i].variable.name;
    if (occurrences == 1)
      continue;
    rows_[i].alias += fmt::format("_{}", number);
    while (isTaken(rows_[i].alias))
      rows_[i].alias += '_';
    taken.push_back(rows_[i].alias);
  }
}

Pattern RowMatchRewriter::makePattern() {
  Pattern pattern;
  auto add = [&](PatternElement::Kind kind, std::string alias, SourceRange range) {
    PatternElement &element = pattern.elements.emplace_back();
    element.kind = kind;
    FromItem item;
    item.stream = match_.input.stream;
    item.alias = Identifier{std::move(alias), range};
    item.range = range;
    element.items.push_back(std::move(item));
    element.range = range;
  };
  auto isAlias = [&](const std::string &name) {
    return std::any_of(rows_.begin(), rows_.end(),
                       [&](const Row &row) { return equalIgnoringCase(row.alias, name); });
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row &row = rows_[i];
    if (i > 0 && !row.isBehindGap) {
      // The very next row: none lies between.
      std::string alias = fmt::format("between_{}", i);
      while (isAlias(alias))
        alias += '_';
      add(PatternElement::Kind::Not, std::move(alias), join(rows_[i - 1].range, row.range));
    }
    add(PatternElement::Kind::Row, row.alias, row.range);
  }
  pattern.partition = match_.partition;
  pattern.isByArrival = true;
  pattern.timeColumn = match_.time;
  if (match_.within)
    pattern.within = copyExpression(*match_.within);
  pattern.isWithinEvents = match_.isWithinEvents;
  pattern.isNext = true;
  pattern.skipsPastLastRow = !match_.skipsToNextRow;
  // Without a gap all matches are of one length, so that a row completes one at most.
  pattern.isFirstOnly = pattern.skipsPastLastRow && hasGap_;
  pattern.range = match_.patternRange;
  pattern.partitionRange = match_.partitionRange;
  pattern.orderRange = match_.orderRange;
  pattern.withinRange = match_.withinRange;
  pattern.matchRange = match_.keyword;
  pattern.skipRange = match_.skipRange.end > 0 ? match_.skipRange : match_.keyword;
  return pattern;
}

// --- conditions and measures ---------------------------------------------------------------------

bool RowMatchRewriter::checkDefinitions() {
  bool isValid = true;
  for (const RowMatch::Definition &definition : match_.definitions) {
    const std::string name = spellName(definition.variable.name);
    if (const RowMatch::Definition *first = definitionOf(definition.variable);
        first != &definition) {
      diagnostics_.report(diag::rowVariableTwice, definition.variable.range, "condition of", name)
          .notes.push_back({"the first one is here", first->variable.range});
      isValid = false;
      continue;
    }
    auto element = std::find_if(match_.elements.begin(), match_.elements.end(),
                                [&](const RowMatch::Element &candidate) {
                                  return isSame(candidate.variable, definition.variable);
                                });
    if (element == match_.elements.end()) {
      Diagnostic &error =
          diagnostics_.report(diag::rowVariableUnused, definition.variable.range, name);
      error.notes.push_back({"the pattern is here", match_.patternRange});
      isValid = false;
      continue;
    }
    element = std::find_if(element, match_.elements.end(), [&](const RowMatch::Element &candidate) {
      return candidate.isGap && isSame(candidate.variable, definition.variable);
    });
    if (element == match_.elements.end())
      continue;
    diagnostics_
        .report(diag::notSupportedYet, element->range,
                fmt::format("a gap of '{}', which has a condition,", name))
        .notes.push_back(
            {"a gap is a variable that DEFINE does not have", definition.variable.range});
    isValid = false;
  }
  return isValid;
}

const RowMatch::Definition *RowMatchRewriter::definitionOf(const Identifier &variable) const {
  for (const RowMatch::Definition &definition : match_.definitions)
    if (isSame(definition.variable, variable))
      return &definition;
  return nullptr;
}

ExpressionPtr RowMatchRewriter::makeCondition() {
  Junction all{true, match_.defineRange, {}};
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (const RowMatch::Definition *definition = definitionOf(rows_[i].variable))
      all.operands.push_back(rewrite(*definition->condition, {i, definition->variable.range}));
  if (all.operands.empty())
    return nullptr;
  if (all.operands.size() == 1)
    return std::move(all.operands.front());
  return make(match_.defineRange, std::move(all));
}

bool RowMatchRewriter::checkMeasures() {
  bool isValid = true;
  auto report = [&](const Identifier &name, std::string_view what, SourceRange first) {
    diagnostics_.report(diag::rowVariableTwice, name.range, what, spellName(name.name))
        .notes.push_back({"the first one is here", first});
    isValid = false;
  };
  for (const RowMatch::Measure &measure : match_.measures) {
    if (const Identifier *column = findPartition(measure.name))
      report(measure.name, "column", column->range);
    else if (const RowMatch::Measure *first = findMeasure(measure.name); first != &measure)
      report(measure.name, "measure", first->range);
  }
  return isValid;
}

ExpressionPtr RowMatchRewriter::rewrite(const Expression &expression, const Place &place) {
  return copyExpression(expression,
                        [&](const Expression &leaf) { return rewriteLeaf(leaf, place); });
}

ExpressionPtr RowMatchRewriter::rewriteLeaf(const Expression &expression, const Place &place) {
  if (const auto *column = std::get_if<ColumnName>(&expression.node))
    return rewriteColumn(*column, false, expression.range, place);
  if (const auto *call = std::get_if<Call>(&expression.node))
    return rewriteCall(*call, expression.range, place);
  if (isNew(expression.range))
    diagnostics_.report(diag::notSupportedYet, std::get<Exists>(expression.node).keyword,
                        "EXISTS in MATCH_RECOGNIZE");
  return make(expression.range, Erroneous{});
}

ExpressionPtr RowMatchRewriter::rewriteCall(const Call &call, SourceRange range,
                                            const Place &place) {
  const std::string function = toUpper(call.name.name);
  if (function == "FIRST" || function == "LAST") {
    const auto *column = call.arguments.size() == 1
                             ? std::get_if<ColumnName>(&call.arguments.front()->node)
                             : nullptr;
    if (column != nullptr)
      return rewriteColumn(*column, function == "FIRST", range, place);
    if (isNew(range))
      diagnostics_.report(diag::rowFunctionArgument, range, function, function);
    return make(range, Erroneous{});
  }
  if (!isNew(range))
    return make(range, Erroneous{});
  constexpr std::array<std::string_view, 5> aggregates = {"AVG", "COUNT", "MAX", "MIN", "SUM"};
  const bool isAggregate =
      std::find(aggregates.begin(), aggregates.end(), function) != aggregates.end();
  Diagnostic &error =
      diagnostics_.report(diag::notSupportedYet, call.name.range,
                          fmt::format("{} {} in MATCH_RECOGNIZE",
                                      isAggregate ? "the aggregate" : "the function", function));
  if (function == "PREV" || function == "NEXT")
    error.notes.push_back(
        {"name the variable of the row that is meant: B AS B.price > A.price", {}});
  else if (function == "MATCH_NUMBER" || function == "CLASSIFIER")
    error.notes.push_back({"MEASURES are columns of the rows of variables", {}});
  return make(range, Erroneous{});
}

ExpressionPtr RowMatchRewriter::rewriteColumn(const ColumnName &column, bool wantsFirst,
                                              SourceRange range, const Place &place) {
  if (!column.qualifier) {
    // All rows of the match, up to the one at hand.
    const std::size_t row = wantsFirst ? 0 : place.row.value_or(rows_.size() - 1);
    if (place.row && row != *place.row && !mayRefer(*place.row, row, range))
      return make(range, Erroneous{});
    return columnOf(row, column.name, column.name.range, range);
  }
  std::optional<std::size_t> row = findRow(*column.qualifier, wantsFirst, place);
  if (!row || (place.row && *row != *place.row && !mayRefer(*place.row, *row, range)))
    return make(range, Erroneous{});
  return columnOf(*row, column.name, column.qualifier->range, range);
}

std::optional<std::size_t> RowMatchRewriter::findRow(const Identifier &variable, bool wantsFirst,
                                                     const Place &place) {
  const std::size_t end = place.row ? *place.row + 1 : rows_.size();
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < end; ++i)
    if (isSame(rows_[i].variable, variable) && !(wantsFirst && found))
      found = i;
  for (const RowMatch::Element &element : match_.elements) {
    if (!isSame(element.variable, variable) || (found && !element.isGap))
      continue;
    if (isNew(variable.range))
      reportMissing(variable, element, place);
    return std::nullopt;
  }
  if (!found && isNew(variable.range))
    reportUnknown(variable);
  return found;
}

void RowMatchRewriter::reportMissing(const Identifier &variable, const RowMatch::Element &element,
                                     const Place &place) {
  const std::string name = spellName(variable.name);
  const bool isInSequence = std::any_of(
      rows_.begin(), rows_.end(), [&](const Row &row) { return isSame(row.variable, variable); });
  Diagnostic &error =
      element.isGap   ? diagnostics_.report(diag::rowVariableGap, variable.range, name)
      : !isInSequence ? diagnostics_.report(diag::rowVariableAbsent, variable.range, name)
                      : diagnostics_.report(diag::rowVariableLater, variable.range, name,
                                            spellName(rows_[*place.row].variable.name));
  error.notes.push_back({"it stands here in the pattern", element.range});
  if (!element.isGap && isInSequence)
    error.notes.push_back(
        {fmt::format("the condition belongs to '{}', if that is the later one", name), {}});
}

void RowMatchRewriter::reportUnknown(const Identifier &variable) {
  Diagnostic &error =
      diagnostics_.report(diag::rowVariableUnknown, variable.range, spellName(variable.name));
  const FromItem &input = match_.input;
  if (isSame(variable, input.alias ? *input.alias : input.stream)) {
    error.notes.push_back(
        {"columns of the row at hand are written without a name before them", input.range});
    return;
  }
  std::vector<std::string_view> names;
  for (const Row &row : rows_)
    names.push_back(row.variable.name);
  if (std::string_view near = nearestName(variable.name, names); !near.empty())
    error.notes.push_back({fmt::format("did you mean '{}'?", spellName(near)), {}});
}

bool RowMatchRewriter::mayRefer(std::size_t row, std::size_t to, SourceRange range) {
  if (rows_[row].isFixed)
    return true;
  const bool isUnderSkip = !match_.skipsToNextRow;
  if (rows_[to].isFixed && !isUnderSkip)
    return true;
  if (!isNew(range))
    return false;
  const std::string name = spellName(rows_[row].variable.name),
                    other = spellName(rows_[to].variable.name);
  if (!rows_[to].isFixed) {
    diagnostics_.report(diag::rowRefersBehindGap, range, name, other)
        .notes.push_back({"it stands here in the pattern", rows_[to].range});
    return false;
  }
  Diagnostic &error = diagnostics_.report(diag::rowRefersUnderSkip, range, name, other);
  if (match_.skipRange.end == 0)
    error.notes.push_back({"SKIP PAST LAST ROW is what there is without the clause", {}});
  error.notes.push_back({"write AFTER MATCH SKIP TO NEXT ROW", match_.skipRange});
  return false;
}

ExpressionPtr RowMatchRewriter::columnOf(std::size_t row, const Identifier &column,
                                         SourceRange qualifier, SourceRange range) const {
  return make(range, ColumnName{Identifier{rows_[row].alias, qualifier}, column});
}

// --- the select list -----------------------------------------------------------------------------

const RowMatch::Measure *RowMatchRewriter::findMeasure(const Identifier &name) const {
  for (const RowMatch::Measure &measure : match_.measures)
    if (isSame(measure.name, name))
      return &measure;
  return nullptr;
}

const Identifier *RowMatchRewriter::findPartition(const Identifier &name) const {
  for (const Identifier &column : match_.partition)
    if (isSame(column, name))
      return &column;
  return nullptr;
}

void RowMatchRewriter::addColumns(std::vector<SelectItem> &list) {
  for (const Identifier &column : match_.partition)
    list.push_back(
        {columnOf(0, column, column.range, column.range), std::nullopt, false, column.range});
  for (const RowMatch::Measure &measure : match_.measures)
    list.push_back({rewrite(*measure.value, {}), measure.name, true, measure.range});
}

bool RowMatchRewriter::makeList(const Select &outer, std::vector<SelectItem> &list) {
  if (match_.partition.empty() && match_.measures.empty()) {
    diagnostics_.report(diag::rowMatchNoColumns, match_.keyword);
    return false;
  }
  bool isValid = true;
  for (const SelectItem &item : outer.list)
    isValid &= addItem(item, list);
  return isValid;
}

bool RowMatchRewriter::addItem(const SelectItem &item, std::vector<SelectItem> &list) {
  const Expression &expression = *item.expression;
  const auto *star = std::get_if<AllColumns>(&expression.node);
  const auto *column = std::get_if<ColumnName>(&expression.node);
  if (star == nullptr && column == nullptr) {
    if (!std::holds_alternative<Erroneous>(expression.node))
      diagnostics_.report(diag::rowMatchOuter, expression.range, "expression in its select list")
          .notes.push_back({std::string(intoMeasures), {}});
    return false;
  }
  const std::optional<Identifier> &qualifier =
      star != nullptr ? star->qualifier : column->qualifier;
  if (qualifier && !(match_.alias && isSame(*qualifier, *match_.alias))) {
    Diagnostic &error =
        diagnostics_.report(diag::unknownItem, qualifier->range, spellName(qualifier->name));
    if (std::any_of(rows_.begin(), rows_.end(),
                    [&](const Row &row) { return isSame(row.variable, *qualifier); }))
      error.notes.push_back({"a column of a pattern variable is chosen in MEASURES", {}});
    return false;
  }
  if (star != nullptr) {
    if (item.alias) {
      diagnostics_.report(diag::misplacedStar, item.range);
      return false;
    }
    addColumns(list);
    return true;
  }
  SelectItem result;
  if (const RowMatch::Measure *measure = findMeasure(column->name)) {
    result.expression = rewrite(*measure->value, {});
    result.alias = measure->name;
  } else if (const Identifier *found = findPartition(column->name)) {
    result.expression = columnOf(0, *found, column->name.range, expression.range);
  } else {
    Diagnostic &error =
        diagnostics_.report(diag::rowMatchColumn, column->name.range, spellName(column->name.name));
    std::vector<std::string_view> names;
    for (const Identifier &other : match_.partition)
      names.push_back(other.name);
    for (const RowMatch::Measure &other : match_.measures)
      names.push_back(other.name.name);
    if (std::string_view near = nearestName(column->name.name, names); !near.empty())
      error.notes.push_back({fmt::format("did you mean '{}'?", spellName(near)), {}});
    return false;
  }
  result.hasAs = item.alias ? item.hasAs : true;
  if (item.alias)
    result.alias = item.alias;
  result.range = item.range;
  list.push_back(std::move(result));
  return true;
}

} // namespace bough

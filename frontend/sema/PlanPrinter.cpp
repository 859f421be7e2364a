#include "frontend/sema/PlanPrinter.h"

#include "frontend/basic/TextWriter.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>

namespace bough {

namespace {

std::string printSide(const Plan &plan, const Branch &branch,
                      const std::optional<AttributeRef> &side) {
  return side ? printAttribute(plan, branch, *side) : "0";
}

std::string printScalar(const Plan &plan, const Branch &branch, const Scalar &scalar) {
  switch (scalar.kind) {
  case Scalar::Kind::Constant:
    return fmt::format("{}", scalar.constant);
  case Scalar::Kind::Attribute:
    return printAttribute(plan, branch, scalar.attribute);
  default:
    break;
  }
  constexpr std::string_view signs = "+-*/%";
  auto sign =
      signs[static_cast<std::size_t>(scalar.kind) - static_cast<std::size_t>(Scalar::Kind::Add)];
  return fmt::format("({} {} {})", printScalar(plan, branch, scalar.operands[0]), sign,
                     printScalar(plan, branch, scalar.operands[1]));
}

std::string printCondition(const Plan &plan, const Branch &branch, const Condition &condition) {
  auto scalar = [&](std::size_t i) { return printScalar(plan, branch, condition.scalars[i]); };
  auto comparison = [&](std::string_view sign) {
    return fmt::format("{} {} {}", scalar(0), sign, scalar(1));
  };
  auto operands = [&](std::string_view word) {
    std::string text = "(";
    for (const Condition &operand : condition.operands)
      text += fmt::format("{}{}", text.size() == 1 ? "" : fmt::format(" {} ", word),
                          printCondition(plan, branch, operand));
    return text + ")";
  };
  switch (condition.kind) {
  case Condition::Kind::True:
    return "true";
  case Condition::Kind::False:
    return "false";
  case Condition::Kind::Less:
    return comparison("<");
  case Condition::Kind::LessEqual:
    return comparison("<=");
  case Condition::Kind::Equal:
    return comparison("=");
  case Condition::Kind::NotEqual:
    return comparison("<>");
  case Condition::Kind::In:
    return fmt::format("{} in ({})", scalar(0), fmt::join(condition.values, ", "));
  case Condition::Kind::NotIn:
    return fmt::format("{} not in ({})", scalar(0), fmt::join(condition.values, ", "));
  case Condition::Kind::And:
    return operands("and");
  case Condition::Kind::Or:
    return operands("or");
  }
  return "";
}

std::string printOutput(const Plan &plan, const Branch &branch, const OutputExpression &output) {
  if (output.rowNumber) {
    unsigned item = output.rowNumber->item;
    bool isIndexed = false;
    for (const PatternElement &element : branch.pattern->elements)
      isIndexed |= element.distinct.has_value() && element.items.front() == item;
    return fmt::format("row number of {}{}", spellName(plan.item(branch, item).alias),
                       isIndexed ? fmt::format(" {}", output.rowNumber->index + 1) : "");
  }
  if (output.taken)
    return "taken " + spellName(plan.item(branch, *output.taken).alias);
  if (output.computed)
    return "computed " + printScalar(plan, branch, *output.computed);
  if (!output.attribute)
    return fmt::format("{}", output.offset);
  std::string text = printAttribute(plan, branch, *output.attribute);
  if (output.offset == 0)
    return text;
  // The magnitude of the least integer does not fit, so that the sign goes with the digits.
  std::string offset = fmt::format("{}", output.offset);
  return output.offset < 0 ? fmt::format("{} - {}", text, offset.substr(1))
                           : fmt::format("{} + {}", text, offset);
}

void printStream(const Stream &stream, TextWriter &writer) {
  writer.line("{} {}", stream.isTable ? "table" : "stream", spellName(stream.name));
  TextWriter::Indented indented(writer);
  for (const Column &column : stream.columns) {
    std::string text = fmt::format("column {} {} {}", spellName(column.name), toString(column.type),
                                   toString(column.inputRange));
    if (column.checkRange != Interval{})
      text += fmt::format(" check {}", toString(column.checkRange));
    if (column.domain)
      text += fmt::format(" domain {}", *column.domain + 1);
    writer.lineText(text);
  }
  auto option = [&](std::string_view name, const std::optional<std::int64_t> &value) {
    if (value)
      writer.line("{} {}", name, *value);
  };
  option("max_per_timestamp", stream.maxPerTimestamp);
  option("max_per_second", stream.maxPerSecond);
  option("max_rows", stream.maxRows);
  option("starts_at", stream.startsAt != 0 ? std::optional(stream.startsAt) : std::nullopt);
  option("ends_at", stream.endsAt);
  option("lateness", stream.lateness);
  if (!stream.cells.empty())
    writer.line("rows {}", stream.cells.size() / stream.columns.size());
}

void printDomain(const Domain &domain, std::size_t number, TextWriter &writer) {
  std::string values;
  for (std::size_t i = 0; i < std::max(domain.texts.size(), domain.integers.size()); ++i)
    values += domain.isText ? fmt::format(" '{}'", domain.texts[i])
                            : fmt::format(" {}", domain.integers[i]);
  writer.line("domain {} {} {}{}{}", number, domain.isText ? "strings" : "integers",
              domain.capacity, domain.isClosed ? " closed" : "",
              values.empty() ? "" : ":" + values);
}

void printQuery(const Query &query, TextWriter &writer) {
  writer.line("result{}{}", query.name.empty() ? "" : " " + spellName(query.name),
              query.weight == 1 ? "" : fmt::format(" weight {}", query.weight));
  TextWriter::Indented indented(writer);
  for (const ResultColumn &column : query.columns)
    writer.line("column {} {}{}", spellName(column.name), toString(column.type),
                column.domain ? fmt::format(" domain {}", *column.domain + 1) : "");
}

void printItem(const Plan &plan, const Branch &branch, const Item &item, TextWriter &writer) {
  writer.line("item {} of {}", spellName(item.alias),
              spellName(plan.catalog.streams[item.stream].name));
  TextWriter::Indented indented(writer);
  for (const DerivedAttribute &derived : item.derived) {
    std::string check = derived.column.checkRange == Interval{}
                            ? ""
                            : " check " + toString(derived.column.checkRange);
    writer.line("derived {} {}{}", printScalar(plan, branch, derived.value),
                toString(derived.column.inputRange), check);
  }
}

void printConditions(const Plan &plan, const Branch &branch,
                     const std::vector<DifferenceAtom> &atoms,
                     const std::vector<Predicate> &predicates, TextWriter &writer) {
  for (const DifferenceAtom &atom : atoms)
    writer.line("{} {}", atom.isTime ? "time" : "atom", printAtom(plan, branch, atom));
  for (const Predicate &predicate : predicates)
    writer.line("{} {}", predicate.filteredItem() ? "filter" : "opaque",
                printCondition(plan, branch, predicate.condition));
}

std::string printElement(const Plan &plan, const Branch &branch, const PatternElement &element) {
  std::string items;
  for (unsigned item : element.items)
    items += (items.empty() ? "" : ", ") + spellName(plan.item(branch, item).alias);
  switch (element.kind) {
  case PatternElement::Kind::Row:
    return items;
  case PatternElement::Kind::Not:
    return "not " + items;
  case PatternElement::Kind::Any:
    break;
  }
  std::string distinct;
  if (element.distinct)
    distinct = " distinct " +
               spellName(plan.column(branch, {element.items.front(), *element.distinct}).name);
  return fmt::format("any {} of {}{}", element.count, items, distinct);
}

void printPattern(const Plan &plan, const Branch &branch, TextWriter &writer) {
  const Pattern &pattern = *branch.pattern;
  writer.line("pattern {}{}", pattern.isNext ? "next" : "all",
              pattern.isByArrival ? " by arrival" : "");
  TextWriter::Indented indented(writer);
  for (const PatternElement &element : pattern.elements)
    writer.line("element {}", printElement(plan, branch, element));
  for (const std::vector<AttributeRef> &attributes : pattern.partition) {
    std::string text;
    for (AttributeRef attribute : attributes)
      text += (text.empty() ? "" : ", ") + printAttribute(plan, branch, attribute);
    writer.line("partition {}", text);
  }
  if (pattern.duration)
    writer.line("within {}", *pattern.duration);
  if (pattern.events)
    writer.line("within {} events", *pattern.events);
  if (pattern.skipsPastLastRow)
    writer.line("skip past last row{}", pattern.isFirstOnly ? ", oldest only" : "");
  if (pattern.consume != Pattern::Consume::None)
    writer.line("consume {}", pattern.consume == Pattern::Consume::Oldest ? "oldest" : "smallest");
}

void printBranch(const Plan &plan, const Branch &branch, TextWriter &writer) {
  TextWriter::Indented indented(writer);
  for (const Item &item : branch.items)
    printItem(plan, branch, item, writer);
  if (branch.pattern)
    printPattern(plan, branch, writer);
  printConditions(plan, branch, branch.atoms, branch.predicates, writer);
  for (const Exists &exists : branch.exists) {
    writer.line("{}exists", exists.isNegated ? "not " : "");
    TextWriter::Indented inside(writer);
    printItem(plan, branch, exists.item, writer);
    printConditions(plan, branch, exists.atoms, exists.predicates, writer);
  }
  for (const OutputExpression &output : branch.outputs)
    writer.line("output {}", printOutput(plan, branch, output));
}

void printAggregation(const Aggregation &aggregation, TextWriter &writer) {
  writer.line("groups by {} outputs", aggregation.keys);
  TextWriter::Indented indented(writer);
  if (const std::optional<Window> &window = aggregation.window)
    writer.line("window slide {} size {} phase {}", window->slide, window->size, window->phase);
  constexpr std::array<std::string_view, 8> kinds = {
      "key", "count", "sum", "minimum", "maximum", "average", "window start", "window end"};
  for (const Aggregate &column : aggregation.columns) {
    std::string text(kinds[static_cast<std::size_t>(column.kind)]);
    bool hasOutput = column.kind != Aggregate::Kind::Count &&
                     column.kind != Aggregate::Kind::WindowStart &&
                     column.kind != Aggregate::Kind::WindowEnd;
    if (hasOutput)
      text += fmt::format(" of output {}", column.output + 1);
    if (column.digits != 0)
      text += fmt::format(" digits {}", column.digits);
    writer.line("aggregate {}", text);
  }
}

} // namespace

std::string printAttribute(const Plan &plan, const Branch &branch, AttributeRef attribute) {
  return spellName(plan.item(branch, attribute.item).alias) + "." +
         spellName(plan.column(branch, attribute).name);
}

std::string printAtom(const Plan &plan, const Branch &branch, const DifferenceAtom &atom) {
  return fmt::format("{} - {} <= {}", printSide(plan, branch, atom.x),
                     printSide(plan, branch, atom.y), atom.c);
}

std::string printPlan(const Plan &plan) {
  TextWriter writer;
  for (const Stream &stream : plan.catalog.streams)
    printStream(stream, writer);
  for (std::size_t i = 0; i < plan.catalog.domains.size(); ++i)
    printDomain(plan.catalog.domains[i], i + 1, writer);
  writer.line("unit {}", name(plan.unit));
  if (plan.zero != Bound(0))
    writer.line("zero {}", plan.zero.toString());
  if (plan.scale != 0)
    writer.line("scale {}", plan.scale);
  for (const Query &query : plan.queries)
    printQuery(query, writer);
  for (std::size_t i = 0; i < plan.terms.size(); ++i)
    if (plan.terms[i].aggregation) {
      writer.line("term {}", i + 1);
      TextWriter::Indented indented(writer);
      printAggregation(*plan.terms[i].aggregation, writer);
    }
  for (std::size_t i = 0; i < plan.branches.size(); ++i) {
    const Branch &branch = plan.branches[i];
    const Term &term = plan.term(branch);
    writer.line("branch {}{}{}", i + 1,
                term.isDistinct ? fmt::format(" of distinct term {}", branch.term + 1) : "",
                plan.queries.size() > 1 ? " of " + spellName(plan.queries[term.query].name) : "");
    printBranch(plan, plan.branches[i], writer);
  }
  return writer.take();
}

} // namespace bough

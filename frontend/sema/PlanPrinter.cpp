#include "frontend/sema/PlanPrinter.h"

#include "frontend/basic/TextWriter.h"
#include "frontend/syntax/Names.h"

namespace bough {

namespace {

std::string printSide(const Plan &plan, const Branch &branch,
                      const std::optional<AttributeRef> &side) {
  return side ? printAttribute(plan, branch, *side) : "0";
}

std::string printDisequality(const Plan &plan, const Branch &branch,
                             const Disequality &disequality) {
  return fmt::format("{} - {} <> {}", printAttribute(plan, branch, disequality.x),
                     printSide(plan, branch, disequality.y), disequality.c);
}

std::string printOutput(const Plan &plan, const Branch &branch, const OutputExpression &output) {
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
  writer.line("stream {}", spellName(stream.name));
  TextWriter::Indented indented(writer);
  for (const Column &column : stream.columns) {
    std::string text = fmt::format("column {} {} {}", spellName(column.name), toString(column.type),
                                   toString(column.inputRange));
    if (column.checkRange != Interval{})
      text += fmt::format(" check {}", toString(column.checkRange));
    writer.lineText(text);
  }
  if (stream.maxPerTimestamp)
    writer.line("max_per_timestamp {}", *stream.maxPerTimestamp);
}

void printBranch(const Plan &plan, const Branch &branch, TextWriter &writer) {
  TextWriter::Indented indented(writer);
  for (const Item &item : branch.items)
    writer.line("item {} of {}", spellName(item.alias),
                spellName(plan.catalog.streams[item.stream].name));
  for (const DifferenceAtom &atom : branch.atoms)
    writer.line("{} {}", atom.isTime ? "time" : "atom", printAtom(plan, branch, atom));
  for (const Disequality &disequality : branch.disequalities)
    writer.line("filter {}", printDisequality(plan, branch, disequality));
  for (const OutputExpression &output : branch.outputs)
    writer.line("output {}", printOutput(plan, branch, output));
}

} // namespace

std::string printAttribute(const Plan &plan, const Branch &branch, AttributeRef attribute) {
  return spellName(branch.items[attribute.item].alias) + "." +
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
  writer.line("unit {}", name(plan.unit));
  writer.line("result");
  {
    TextWriter::Indented indented(writer);
    for (const ResultColumn &column : plan.columns)
      writer.line("column {} {}", spellName(column.name), toString(column.type));
  }
  for (std::size_t i = 0; i < plan.branches.size(); ++i) {
    writer.line("branch {}", i + 1);
    printBranch(plan, plan.branches[i], writer);
  }
  return writer.take();
}

} // namespace bough

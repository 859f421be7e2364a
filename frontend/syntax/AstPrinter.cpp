#include "frontend/syntax/AstPrinter.h"

#include "frontend/basic/TextWriter.h"
#include "frontend/syntax/Names.h"

#include <fmt/ranges.h>

namespace bough {

namespace {

using namespace ast;

std::string quoteString(std::string_view text) {
  std::string result = "'";
  for (char c : text) {
    if (c == '\'')
      result += '\'';
    result += c;
  }
  return result + '\'';
}

/// Prints one node; every overload gives the text of its node without outer parentheses unless it
/// is compound.
struct ExpressionPrinter {
  std::string print(const ExpressionPtr &expression) const {
    return std::visit(*this, expression->node);
  }
  std::string operator()(const IntegerLiteral &literal) const {
    return fmt::format("{}", literal.value);
  }
  std::string operator()(const OtherLiteral &literal) const {
    switch (literal.kind) {
    case OtherLiteral::Kind::Decimal:
    case OtherLiteral::Kind::Null:
      return literal.text;
    case OtherLiteral::Kind::String:
      return quoteString(literal.text);
    case OtherLiteral::Kind::Timestamp:
      return "TIMESTAMP " + quoteString(literal.text);
    case OtherLiteral::Kind::Date:
      return "DATE " + quoteString(literal.text);
    }
    return "";
  }
  std::string operator()(const BooleanLiteral &literal) const {
    return literal.value ? "TRUE" : "FALSE";
  }
  std::string operator()(const IntervalLiteral &literal) const {
    return fmt::format("INTERVAL {}{} {}", literal.isNegative ? "-" : "",
                       quoteString(literal.amount), toUpper(literal.unit.name));
  }
  std::string operator()(const ColumnName &column) const {
    std::string name = spellName(column.name.name);
    return column.qualifier ? spellName(column.qualifier->name) + "." + name : name;
  }
  std::string operator()(const AllColumns &columns) const {
    return columns.qualifier ? spellName(columns.qualifier->name) + ".*" : "*";
  }
  std::string operator()(const Sum &sum) const {
    std::string text = "(";
    bool isFirst = true;
    for (const Sum::Term &term : sum.terms) {
      if (!isFirst)
        text += term.isNegative ? " - " : " + ";
      else if (term.isNegative)
        text += "-";
      text += print(term.value);
      isFirst = false;
    }
    return text + ")";
  }
  std::string operator()(const Product &product) const {
    std::string text = "(" + print(product.first);
    for (const Product::Factor &factor : product.factors)
      text += fmt::format(" {} {}", factor.operation, print(factor.value));
    return text + ")";
  }
  std::string operator()(const Call &call) const {
    std::string arguments;
    for (const ExpressionPtr &argument : call.arguments)
      arguments += (arguments.empty() ? "" : ", ") + print(argument);
    return fmt::format("{}({}{})", spellName(call.name.name), call.distinct ? "DISTINCT " : "",
                       call.hasArguments ? arguments : "...");
  }
  std::string operator()(const Comparison &comparison) const {
    return fmt::format("({} {} {})", print(comparison.left), spelling(comparison.operation),
                       print(comparison.right));
  }
  std::string operator()(const Between &between) const {
    return fmt::format("({} {}BETWEEN {} AND {})", print(between.value),
                       between.isNegated ? "NOT " : "", print(between.low), print(between.high));
  }
  std::string operator()(const In &in) const {
    std::string list;
    for (const ExpressionPtr &value : in.list)
      list += (list.empty() ? "" : ", ") + print(value);
    return fmt::format("({} {}IN ({}))", print(in.value), in.isNegated ? "NOT " : "", list);
  }
  std::string operator()(const DistinctFrom &distinct) const {
    return fmt::format("({} IS {}DISTINCT FROM {})", print(distinct.left),
                       distinct.isNegated ? "NOT " : "", print(distinct.right));
  }
  std::string operator()(const Exists &exists) const {
    return fmt::format("EXISTS ({})", printInline(exists.query->chain));
  }
  std::string operator()(const Not &negation) const {
    return fmt::format("(NOT {})", print(negation.operand));
  }
  std::string operator()(const Junction &junction) const {
    std::string text;
    for (const ExpressionPtr &operand : junction.operands)
      text += (text.empty() ? "(" : junction.isAnd ? " AND " : " OR ") + print(operand);
    return text + ")";
  }
  std::string operator()(const Erroneous &) const { return "<error>"; }

  /// A query inside of an expression, on one line.
  static std::string printInline(const Chain &chain);
};

std::string printType(const TypeName &type) {
  std::string text = toUpper(type.name.name);
  if (!type.arguments.empty())
    text += fmt::format("({})", fmt::join(type.arguments, ", "));
  if (type.unit)
    text += " UNIT " + toUpper(type.unit->name);
  if (type.keys)
    text += fmt::format(" KEYS {}", *type.keys);
  return text;
}

void printStream(const CreateStream &stream, TextWriter &writer) {
  writer.line("CREATE {} {} (", stream.isTable ? "TABLE" : "STREAM", spellName(stream.name.name));
  {
    TextWriter::Indented indented(writer);
    for (std::size_t i = 0; i < stream.columns.size(); ++i) {
      const ColumnDefinition &column = stream.columns[i];
      std::string text = spellName(column.name.name) + " " + printType(column.type);
      for (const ExpressionPtr &check : column.checks)
        text += fmt::format(" CHECK ({})", printExpression(*check));
      const bool isLast = i + 1 == stream.columns.size() && stream.watermarks.empty();
      writer.line("{}{}", text, isLast ? "" : ",");
    }
    for (std::size_t i = 0; i < stream.watermarks.size(); ++i) {
      const Watermark &watermark = stream.watermarks[i];
      writer.line("WATERMARK FOR {} AS {} - {}{}", spellName(watermark.column.name),
                  spellName(watermark.base.name), printExpression(*watermark.lateness),
                  i + 1 < stream.watermarks.size() ? "," : "");
    }
  }
  std::string options;
  for (const StreamOption &option : stream.options)
    options += fmt::format("{}{} = {}", options.empty() ? "" : ", ", spellName(option.name.name),
                           printExpression(*option.value));
  if (options.empty())
    writer.line(");");
  else
    writer.line(") WITH ({});", options);
}

std::string printSelectItem(const SelectItem &item) {
  std::string text = printExpression(*item.expression);
  return item.alias ? text + " AS " + spellName(item.alias->name) : text;
}

std::string printStreamItem(const FromItem &item) {
  return spellName(item.stream.name) + (item.alias ? " AS " + spellName(item.alias->name) : "");
}

std::string printElement(const PatternElement &element) {
  std::string items;
  for (const FromItem &item : element.items)
    items += (items.empty() ? "" : ", ") + printStreamItem(item);
  switch (element.kind) {
  case PatternElement::Kind::Row:
    return items;
  case PatternElement::Kind::Not:
    return "NOT " + items;
  case PatternElement::Kind::Any:
    break;
  }
  return fmt::format("ANY {} OF ({}{})", element.count, items,
                     element.distinct ? " DISTINCT " + spellName(element.distinct->name) : "");
}

/// GROUP BY, or nothing.
std::string printGroups(const Select &select) {
  std::string text;
  for (const ExpressionPtr &group : select.groups)
    text += (text.empty() ? "GROUP BY " : ", ") + printExpression(*group);
  return text;
}

/// The clauses behind WHERE, in one order.
std::vector<std::string> printClauses(const Select &select) {
  const Pattern &pattern = *select.pattern;
  std::vector<std::string> clauses;
  std::string columns;
  for (const Identifier &column : pattern.partition)
    columns += (columns.empty() ? "PARTITION BY " : ", ") + spellName(column.name);
  if (!columns.empty())
    clauses.push_back(columns);
  if (pattern.isByArrival)
    clauses.push_back("ORDER BY ARRIVAL");
  if (pattern.within)
    clauses.push_back(fmt::format("WITHIN {}{}", printExpression(*pattern.within),
                                  pattern.isWithinEvents ? " EVENTS" : ""));
  clauses.push_back(pattern.isNext ? "MATCH NEXT" : "MATCH ALL");
  if (pattern.skipsPastLastRow)
    clauses.push_back(pattern.isFirstOnly ? "AFTER MATCH SKIP PAST LAST ROW OLDEST ONLY"
                                          : "AFTER MATCH SKIP PAST LAST ROW");
  if (pattern.consume != Pattern::Consume::None)
    clauses.push_back(pattern.consume == Pattern::Consume::Oldest ? "CONSUME ROWS OLDEST FIRST"
                                                                  : "CONSUME ROWS");
  if (!select.groups.empty())
    clauses.push_back(printGroups(select));
  return clauses;
}

void printPattern(const Select &select, std::string_view end, TextWriter &writer) {
  const Pattern &pattern = *select.pattern;
  writer.line("FROM PATTERN (");
  {
    TextWriter::Indented indented(writer);
    for (const PatternElement &element : pattern.elements)
      writer.line("{}{}", printElement(element), &element == &pattern.elements.back() ? "" : ";");
  }
  writer.line(")");
  if (select.where) {
    writer.line("WHERE");
    TextWriter::Indented indented(writer);
    writer.line("{}", printExpression(*select.where));
  }
  std::vector<std::string> clauses = printClauses(select);
  for (const std::string &clause : clauses)
    writer.line("{}{}", clause, &clause == &clauses.back() ? end : "");
}

void printSelect(const Select &select, std::string_view end, TextWriter &writer) {
  writer.line("SELECT{}", select.distinct ? " DISTINCT" : "");
  {
    TextWriter::Indented indented(writer);
    for (std::size_t i = 0; i < select.list.size(); ++i)
      writer.line("{}{}", printSelectItem(select.list[i]), i + 1 < select.list.size() ? "," : "");
  }
  if (select.pattern)
    return printPattern(select, end, writer);
  writer.line("FROM");
  {
    TextWriter::Indented indented(writer);
    for (std::size_t i = 0; i < select.from.size(); ++i) {
      const FromItem &item = select.from[i];
      bool followedByComma =
          i + 1 < select.from.size() && select.from[i + 1].join == JoinKind::Comma;
      std::string_view join = item.join == JoinKind::Comma   ? ""
                              : item.join == JoinKind::Cross ? "CROSS JOIN "
                                                             : "JOIN ";
      writer.line("{}{}{}{}{}", join, printStreamItem(item),
                  item.on ? " ON " + printExpression(*item.on) : "", followedByComma ? "," : "",
                  i + 1 == select.from.size() && !select.where && select.groups.empty() ? end : "");
    }
  }
  if (select.where) {
    writer.line("WHERE");
    TextWriter::Indented indented(writer);
    writer.line("{}{}", printExpression(*select.where), select.groups.empty() ? end : "");
  }
  if (!select.groups.empty())
    writer.line("{}{}", printGroups(select), end);
}

void printChain(const Chain &chain, std::string_view end, TextWriter &writer);

void printOperand(const QueryOperand &operand, std::string_view end, TextWriter &writer) {
  if (const auto *select = std::get_if<Select>(&operand.node))
    return printSelect(*select, end, writer);
  writer.line("(");
  {
    TextWriter::Indented indented(writer);
    printChain(*std::get<std::unique_ptr<Chain>>(operand.node), "", writer);
  }
  writer.line("){}", end);
}

void printChain(const Chain &chain, std::string_view end, TextWriter &writer) {
  printOperand(chain.first, chain.links.empty() ? end : "", writer);
  for (const Chain::Link &link : chain.links) {
    writer.line("UNION{}", link.isAll ? " ALL" : "");
    printOperand(link.operand, &link == &chain.links.back() ? end : "", writer);
  }
}

std::string ExpressionPrinter::printInline(const Chain &chain) {
  TextWriter writer;
  printChain(chain, "", writer);
  std::string text = writer.take(), result;
  for (std::size_t begin = 0; begin < text.size();) {
    begin = text.find_first_not_of(' ', begin);
    std::size_t end = std::min(text.find('\n', begin), text.size());
    result += (result.empty() ? "" : " ") + text.substr(begin, end - begin);
    begin = end + 1;
  }
  return result;
}

void printQuery(const Query &query, TextWriter &writer) {
  if (query.name)
    writer.line("CREATE QUERY {}{} AS", spellName(query.name->name),
                query.weight ? " WEIGHT " + printExpression(*query.weight) : "");
  printChain(query.chain, ";", writer);
}

} // namespace

std::string printExpression(const Expression &expression) {
  return std::visit(ExpressionPrinter{}, expression.node);
}

std::string printAst(const Script &script) {
  TextWriter writer;
  for (const Statement &statement : script.statements) {
    if (const auto *stream = std::get_if<CreateStream>(&statement))
      printStream(*stream, writer);
    else
      printQuery(std::get<Query>(statement), writer);
  }
  return writer.take();
}

std::string_view ast::spelling(ComparisonOperator operation) {
  switch (operation) {
  case ComparisonOperator::Equal:
    return "=";
  case ComparisonOperator::NotEqual:
    return "<>";
  case ComparisonOperator::Less:
    return "<";
  case ComparisonOperator::LessEqual:
    return "<=";
  case ComparisonOperator::Greater:
    return ">";
  case ComparisonOperator::GreaterEqual:
    return ">=";
  }
  return "";
}

} // namespace bough

#include "analysis/InsertionPlaces.h"

#include "frontend/basic/Diagnostics.h"
#include "frontend/syntax/Parser.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bough {

namespace {

/// Looks through the SELECTs of a query, those inside of EXISTS included.
class SelectFinder {
public:
  explicit SelectFinder(SourceRange range) : range_(range) {}

  const ast::Select *find(const ast::Chain &chain) {
    visit(chain.first);
    for (const ast::Chain::Link &link : chain.links)
      visit(link.operand);
    return found_;
  }

private:
  void visit(const ast::QueryOperand &operand) {
    if (const auto *chain = std::get_if<std::unique_ptr<ast::Chain>>(&operand.node)) {
      find(**chain);
      return;
    }
    const ast::Select &select = std::get<ast::Select>(operand.node);
    if (select.range == range_)
      found_ = &select;
    for (const ast::FromItem &item : select.from)
      visit(item.on.get());
    visit(select.where.get());
  }

  void visit(const ast::Expression *expression) {
    if (!expression || found_)
      return;
    if (const auto *junction = std::get_if<ast::Junction>(&expression->node)) {
      for (const ast::ExpressionPtr &operand : junction->operands)
        visit(operand.get());
    } else if (const auto *negation = std::get_if<ast::Not>(&expression->node)) {
      visit(negation->operand.get());
    } else if (const auto *exists = std::get_if<ast::Exists>(&expression->node)) {
      bool isInside = range_.begin <= exists->keyword.begin && exists->keyword.end <= range_.end;
      if (isInside)
        found_ = std::get_if<ast::Select>(&exists->query->chain.first.node);
    }
  }

  SourceRange range_;
  const ast::Select *found_ = nullptr;
};

} // namespace

std::string insertAll(std::string_view text, const std::vector<Insertion> &insertions) {
  std::string result;
  std::size_t done = 0;
  for (const Insertion &insertion : insertions) {
    result += text.substr(done, insertion.offset - done);
    result += insertion.text;
    done = insertion.offset;
  }
  return result + std::string(text.substr(done));
}

InsertionPlaces::InsertionPlaces(const Source &source) {
  DiagnosticEngine known; // the binder has parsed it before
  script_ = parseScript(source, known);
}

const ast::Select *InsertionPlaces::findSelect(SourceRange range) const {
  for (const ast::Statement &statement : script_.statements)
    if (const auto *query = std::get_if<ast::Query>(&statement))
      if (const ast::Select *select = SelectFinder(range).find(query->chain))
        return select;
  return nullptr;
}

std::vector<Insertion>
InsertionPlaces::conditions(SourceRange select, const std::vector<std::string> &conditions) const {
  const ast::Select *found = findSelect(select);
  if (!found || (found->from.empty() && !found->pattern))
    return {};
  std::string joined = fmt::format("{}", fmt::join(conditions, " AND "));
  if (!found->where && found->pattern)
    return {{found->pattern->range.end, " WHERE " + joined}};
  if (!found->where) {
    const ast::FromItem &last = found->from.back();
    return {{last.on ? last.on->range.end : last.range.end, " WHERE " + joined}};
  }
  const SourceRange where = found->where->range;
  const auto *junction = std::get_if<ast::Junction>(&found->where->node);
  if (!junction || junction->isAnd)
    return {{where.end, " AND " + joined}};
  return {{where.begin, "("}, {where.end, ") AND " + joined}};
}

std::vector<Insertion>
InsertionPlaces::resultColumns(SourceRange select, const std::vector<std::string> &columns) const {
  const ast::Select *found = findSelect(select);
  if (!found || found->list.empty())
    return {};
  return {{found->list.back().range.end, fmt::format(", {}", fmt::join(columns, ", "))}};
}

std::vector<Insertion> InsertionPlaces::clause(SourceRange select, const std::string &text) const {
  const ast::Select *found = findSelect(select);
  if (!found)
    return {};
  return {{found->range.end, " " + text}};
}

std::vector<Insertion> InsertionPlaces::afterType(SourceRange column,
                                                  const std::string &constraint) const {
  for (const ast::Statement &statement : script_.statements)
    if (const auto *stream = std::get_if<ast::CreateStream>(&statement))
      for (const ast::ColumnDefinition &definition : stream->columns)
        if (definition.name.range == column)
          return {{definition.type.range.end, " " + constraint}};
  return {};
}

std::vector<Insertion> InsertionPlaces::options(SourceRange stream,
                                                const std::vector<std::string> &options) const {
  for (const ast::Statement &statement : script_.statements) {
    const auto *declared = std::get_if<ast::CreateStream>(&statement);
    if (!declared || declared->name.range != stream)
      continue;
    std::string joined = fmt::format("{}", fmt::join(options, ", "));
    if (!declared->options.empty())
      return {{declared->options.back().value->range.end, ", " + joined}};
    return {{declared->range.end, fmt::format(" WITH ({})", joined)}};
  }
  return {};
}

} // namespace bough

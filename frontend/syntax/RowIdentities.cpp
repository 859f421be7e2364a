#include "frontend/syntax/RowIdentities.h"

#include <algorithm>

namespace bough {

using namespace ast;

namespace {

class RowIdentities {
public:
  explicit RowIdentities(DiagnosticEngine &diagnostics) : diagnostics_(diagnostics) {}

  bool replaceInAll(Chain &chain) {
    const bool isValid = replaceIn(chain);
    // Matches of different lengths are of one result.
    std::size_t widest = 0;
    for (const Select *select : selects_)
      widest = std::max(widest, select->list.size());
    for (Select *select : selects_)
      while (select->list.size() < widest) {
        SelectItem nothing;
        nothing.expression = make(select->range, IntegerLiteral{});
        nothing.range = select->range;
        select->list.push_back(std::move(nothing));
      }
    return isValid;
  }

private:
  bool replaceIn(Chain &chain) {
    bool isValid = replaceIn(chain.first);
    for (Chain::Link &link : chain.links) {
      // Without duplicates matches of different branches would be one.
      link.isAll = true;
      isValid = replaceIn(link.operand) && isValid;
    }
    return isValid;
  }

  bool replaceIn(QueryOperand &operand) {
    if (auto *chain = std::get_if<std::unique_ptr<Chain>>(&operand.node))
      return replaceIn(**chain);
    return replaceIn(std::get<Select>(operand.node));
  }

  bool replaceIn(Select &select) {
    if (!select.pattern) {
      diagnostics_.report(diag::rowsOfPatternsOnly, select.range);
      return false;
    }
    selects_.push_back(&select);
    select.distinct.reset();
    select.groups.clear();
    select.groupsRange = {};
    select.list.clear();
    for (const PatternElement &element : select.pattern->elements) {
      if (element.kind == PatternElement::Kind::Not)
        continue;
      for (const FromItem &item : element.items)
        for (std::uint64_t i = 1; i <= (element.distinct ? element.count : 1); ++i)
          select.list.push_back(number(item, element.distinct ? i : 0));
    }
    return true;
  }

  /// `index` is 0 for an element of which there is one row.
  static SelectItem number(const FromItem &item, std::uint64_t index) {
    Call call;
    call.name = {"ROWID", item.range};
    call.argumentsRange = item.range;
    call.hasArguments = true;
    const Identifier &alias = item.alias ? *item.alias : item.stream;
    call.arguments.push_back(make(item.range, ColumnName{std::nullopt, alias}));
    if (index != 0) {
      IntegerLiteral literal;
      literal.value = index;
      call.arguments.push_back(make(item.range, literal));
    }
    SelectItem chosen;
    chosen.expression = make(item.range, std::move(call));
    chosen.range = item.range;
    return chosen;
  }

  DiagnosticEngine &diagnostics_;
  std::vector<Select *> selects_;
};

} // namespace

bool selectRowNumbers(Script &script, DiagnosticEngine &diagnostics) {
  bool isValid = true;
  for (Statement &statement : script.statements)
    if (auto *query = std::get_if<Query>(&statement))
      isValid = RowIdentities(diagnostics).replaceInAll(query->chain) && isValid;
  return isValid;
}

} // namespace bough

#include "frontend/syntax/RowIdentities.h"

namespace bough {

using namespace ast;

namespace {

class RowIdentities {
public:
  explicit RowIdentities(DiagnosticEngine &diagnostics) : diagnostics_(diagnostics) {}

  bool replaceIn(Chain &chain) {
    bool isValid = replaceIn(chain.first);
    for (Chain::Link &link : chain.links) {
      // Without duplicates matches of different branches would be one.
      link.isAll = true;
      isValid = replaceIn(link.operand) && isValid;
    }
    return isValid;
  }

private:
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
};

} // namespace

bool selectRowNumbers(Script &script, DiagnosticEngine &diagnostics) {
  bool isValid = true;
  for (Statement &statement : script.statements)
    if (auto *query = std::get_if<Query>(&statement))
      isValid = RowIdentities(diagnostics).replaceIn(query->chain) && isValid;
  return isValid;
}

} // namespace bough

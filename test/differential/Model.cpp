#include "test/differential/Model.h"

#include <algorithm>
#include <set>

namespace bough::differential {
namespace {

template <typename T> void eraseAt(std::vector<T> &values, std::size_t index) {
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(index));
}

void renumberSelects(SetModel &set, unsigned above) {
  if (set.kind == SetModel::Kind::Select && set.branch > above)
    --set.branch;
  for (SetModel &operand : set.operands)
    renumberSelects(operand, above);
}

} // namespace

bool CaseModel::hasPatterns() const {
  return std::any_of(branches.begin(), branches.end(),
                     [](const BranchModel &branch) { return branch.pattern.has_value(); });
}

TimeUnit CaseModel::unit() const {
  TimeUnit finest = TimeUnit::Day;
  for (const StreamModel &stream : streams)
    if (!stream.isTable)
      finest = std::max(finest, stream.unit());
  return finest;
}

std::int64_t CaseModel::time(const RowModel &row) const {
  const StreamModel &stream = streams[row.stream];
  return row.cells[stream.timestampColumn] * ticksPer(stream.unit(), unit());
}

Family CaseModel::family(const BranchModel &branch, const Expression &expression) const {
  if (expression.kind == Expression::Kind::Constant)
    return expression.family;
  if (expression.kind == Expression::Kind::RowNumber)
    return Family::Integer;
  if (expression.kind == Expression::Kind::Attribute)
    return familyOf(column(branch, expression.attribute).type);
  Family left = family(branch, expression.operands[0]);
  Family right = family(branch, expression.operands[1]);
  if (left == Family::Time && right == Family::Time)
    return Family::Interval;
  return right == Family::Decimal ? right : left;
}

Family familyOf(const Type &type) {
  switch (type.kind) {
  case TypeKind::SmallInt:
  case TypeKind::Int:
  case TypeKind::BigInt:
    return type.keys ? Family::Key : Family::Integer;
  case TypeKind::Timestamp:
    return Family::Time;
  case TypeKind::Boolean:
    return Family::Boolean;
  case TypeKind::Decimal:
    return Family::Decimal;
  case TypeKind::Date:
    return Family::Date;
  case TypeKind::Enum:
    return Family::Label;
  case TypeKind::Varchar:
    return Family::Text;
  }
  return Family::Integer;
}

std::string textOf(std::int64_t number) { return "v" + std::to_string(number); }

void prune(CaseModel &model) {
  std::set<unsigned> selects, streams;
  for (const QueryModel &query : model.queries)
    forEachSelect(query.set, [&](unsigned branch) { selects.insert(branch); });
  for (auto b = static_cast<unsigned>(model.branches.size()); b-- > 0;) {
    if (selects.contains(b))
      continue;
    eraseAt(model.branches, b);
    for (QueryModel &query : model.queries)
      renumberSelects(query.set, b);
  }
  for (const BranchModel &branch : model.branches)
    for (unsigned item = 0; item < branch.items.size() + branch.exists.size(); ++item)
      streams.insert(branch.stream(item));
  for (auto s = static_cast<unsigned>(model.streams.size()); s-- > 0;) {
    if (streams.contains(s))
      continue;
    eraseAt(model.streams, s);
    for (BranchModel &branch : model.branches) {
      for (unsigned &stream : branch.items)
        stream -= stream > s ? 1 : 0;
      for (ExistsModel &exists : branch.exists)
        exists.stream -= exists.stream > s ? 1 : 0;
    }
    for (std::vector<RowModel> *rows : {&model.rows, &model.tableRows}) {
      std::erase_if(*rows, [&](const RowModel &row) { return row.stream == s; });
      for (RowModel &row : *rows)
        row.stream -= row.stream > s ? 1 : 0;
    }
  }
}

} // namespace bough::differential

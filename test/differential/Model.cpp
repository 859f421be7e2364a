#include "test/differential/Model.h"

#include <algorithm>

namespace bough::differential {

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
  case TypeKind::Varchar:
    return Family::Text;
  }
  return Family::Integer;
}

std::string textOf(std::int64_t number) { return "v" + std::to_string(number); }

} // namespace bough::differential

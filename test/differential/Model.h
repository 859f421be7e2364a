#pragma once

#include "frontend/sema/Plan.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the differential test draws: declarations, queries and rows, in a form from which both
/// dialects of SQL are printed and of which parts can be dropped to make a failing case smaller.
namespace bough::differential {

/// Cells of rows and constants are integers: timestamps in the declared unit as the input has them,
/// DECIMALs in units of their column's last digit, DATEs in days, BOOLEANs 0 or 1, texts of ENUM
/// and VARCHAR by number (textOf), other KEYS the integer itself.
struct ColumnModel {
  std::string name;
  Type type;
  std::optional<std::pair<std::int64_t, std::int64_t>> check; ///< CHECK (name BETWEEN ..)
};

struct StreamModel {
  std::string name;
  std::vector<ColumnModel> columns;
  unsigned timestampColumn = 0; ///< of a stream
  bool isTable = false;
  std::optional<std::int64_t> maxPerTimestamp, maxPerSecond, maxRows;
  std::optional<std::int64_t> startsAt, endsAt; ///< in the unit of the timestamp

  TimeUnit unit() const { return columns[timestampColumn].type.unit; }
  bool isTime(unsigned column) const { return !isTable && column == timestampColumn; }
};

/// What a value is compared with and printed as.
enum class Family {
  Integer,
  Decimal,
  Date,
  Boolean,
  Label,    ///< ENUM
  Text,     ///< VARCHAR
  Key,      ///< integers that are finite for equality only
  Time,     ///< a constant is a TIMESTAMP literal: ticks of CaseModel::unit() since 1970
  Interval, ///< constants only: in CaseModel::intervalUnit, next to timestamps
  Days      ///< constants only: an interval next to dates
};

/// A value. Of constants the family says what they stand for; else that of the columns does.
struct Expression {
  enum class Kind { Constant, Attribute, RowNumber, Add, Subtract, Multiply, Divide, Modulo };
  Kind kind = Kind::Constant;
  Family family = Family::Integer; ///< of Constant
  std::int64_t value = 0;          ///< of Constant; of Decimal in units of 10^-CaseModel::scale
  /// Items from the number of the SELECT's own on: its EXISTS. Of RowNumber, which is ROWID(item)
  /// or ROWID(item, i), `column` is 0 or i.
  AttributeRef attribute;
  std::vector<Expression> operands;

  static Expression constant(Family family, std::int64_t value) {
    Expression result;
    result.family = family;
    result.value = value;
    return result;
  }
  static Expression column(AttributeRef attribute) {
    Expression result;
    result.kind = Kind::Attribute;
    result.attribute = attribute;
    return result;
  }
  static Expression of(Kind kind, Expression left, Expression right) {
    Expression result;
    result.kind = kind;
    result.operands = {std::move(left), std::move(right)};
    return result;
  }
};

enum class Comparison { Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater };

struct Condition {
  enum class Kind {
    Compare,  ///< two values
    Between,  ///< three values; negated: NOT BETWEEN
    In,       ///< the value, then constants; negated: NOT IN
    Distinct, ///< IS DISTINCT FROM, two values; negated: IS NOT DISTINCT FROM
    Flag,     ///< a BOOLEAN column as a condition
    Exists,   ///< BranchModel::exists[index]; negated: NOT EXISTS
    And,
    Or,
    Not
  };
  Kind kind = Kind::Compare;
  Comparison comparison = Comparison::Equal;
  bool isNegated = false;
  unsigned index = 0;
  std::vector<Expression> values;
  std::vector<Condition> operands; ///< of And and Or two or more, of Not one
};

/// [NOT] EXISTS (SELECT 1 FROM stream WHERE conditions)
struct ExistsModel {
  unsigned stream = 0;
  std::vector<Condition> conditions;
};

/// FROM PATTERN (...) with its clauses; as bough::Pattern, but with names and units of the text.
struct PatternModel {
  std::vector<PatternElement> elements; ///< without ranges
  bool isNext = false;
  bool isByArrival = false;
  std::optional<std::int64_t> duration; ///< in CaseModel::intervalUnit
  std::optional<std::int64_t> events;
  bool skipsPastLastRow = false;
  Pattern::Consume consume = Pattern::Consume::None;
  std::vector<std::string> partition; ///< columns that all of its streams have
};

/// A SELECT. Its conditions are joined by AND. Of a pattern, `items` are those of Row and Any in
/// its order, `exists` those of its NOTs; the conditions of these stand in the same WHERE.
struct BranchModel {
  std::vector<unsigned> items; ///< indices of streams
  std::optional<PatternModel> pattern;
  std::vector<Condition> conditions;
  std::vector<ExistsModel> exists;
  std::vector<Expression> outputs;
  bool isDistinct = false;
  bool explicitJoins = false; ///< print JOIN ... ON instead of a comma

  /// The stream or table of an item, EXISTS included.
  unsigned stream(unsigned item) const {
    return item < items.size() ? items[item] : exists[item - items.size()].stream;
  }
};

/// SELECTs joined by UNION and UNION ALL.
struct SetModel {
  enum class Kind { Select, Union, UnionAll };
  Kind kind = Kind::Select;
  unsigned branch = 0;            ///< of Select: index into CaseModel::branches
  std::vector<SetModel> operands; ///< two, of the others
};

struct QueryModel {
  std::string name; ///< empty for the only query of a file
  SetModel set;
};

struct RowModel {
  unsigned stream = 0;
  std::vector<std::int64_t> cells; ///< in declared order and units
};

struct CaseModel {
  std::vector<StreamModel> streams;
  std::vector<BranchModel> branches; ///< each used by one query
  std::vector<QueryModel> queries;
  /// Of streams: by time, then by stream; with patterns as they arrive.
  std::vector<RowModel> rows;
  std::vector<RowModel> tableRows; ///< of tables
  TimeUnit intervalUnit = TimeUnit::Second;
  unsigned scale = 0;         ///< most digits after the point of DECIMAL columns and constants
  unsigned labels = 0;        ///< ENUM(textOf(0), ..., textOf(labels - 1)) everywhere
  std::uint64_t feedSeed = 0; ///< decides how the rows are cut into calls, and sink sizes

  bool hasPatterns() const;
  /// Whether matches that wait for the end of their window are given out at the end of the rows.
  bool endsWindows() const { return hasPatterns() && feedSeed % 3 == 0; }
  /// The finest unit of all streams.
  TimeUnit unit() const;
  /// The row's timestamp in ticks of unit(), as the input has it.
  std::int64_t time(const RowModel &row) const;
  const ColumnModel &column(const BranchModel &branch, AttributeRef attribute) const {
    return streams[branch.stream(attribute.item)].columns[attribute.column];
  }
  Family family(const BranchModel &branch, const Expression &expression) const;
};

/// Drops the SELECTs and streams that nothing uses: they would have a say in the unit of time.
void prune(CaseModel &model);

Family familyOf(const Type &type);
/// The text with that number, as ENUM and VARCHAR cells have it.
std::string textOf(std::int64_t number);

/// All conditions inside a condition, itself first.
template <typename Visitor> void forEachCondition(const Condition &condition, Visitor visit) {
  visit(condition);
  for (const Condition &operand : condition.operands)
    forEachCondition(operand, visit);
}
template <typename Visitor> void forEachAttribute(const Expression &expression, Visitor visit) {
  if (expression.kind == Expression::Kind::Attribute)
    visit(expression.attribute);
  for (const Expression &operand : expression.operands)
    forEachAttribute(operand, visit);
}
/// Those of an EXISTS inside are left out.
template <typename Visitor> void forEachAttribute(const Condition &condition, Visitor visit) {
  forEachCondition(condition, [&](const Condition &part) {
    for (const Expression &value : part.values)
      forEachAttribute(value, visit);
  });
}
template <typename Visitor> void forEachSelect(const SetModel &set, Visitor visit) {
  if (set.kind == SetModel::Kind::Select)
    visit(set.branch);
  for (const SetModel &operand : set.operands)
    forEachSelect(operand, visit);
}

/// Result rows with their multiplicities: the number of the query, the time in ticks of
/// CaseModel::unit(), then the cells as in rows, but DECIMALs in units of 10^-CaseModel::scale and
/// timestamps in ticks of CaseModel::unit().
using Bag = std::map<std::vector<std::int64_t>, std::uint64_t>;

/// What one evaluation of a case gave. After an error only results before its batch count.
struct Outcome {
  Bag results;
  std::uint64_t status = 0;              ///< a bough_status
  std::optional<std::int64_t> errorTime; ///< as in results
  std::string fault; ///< a broken promise of the machine, e.g. a write outside its state

  /// Drops what does not count after an error.
  void dropFrom(std::int64_t time) {
    std::erase_if(results, [&](const auto &entry) { return entry.first[1] >= time; });
  }
};

} // namespace bough::differential

#include "test/differential/Sql.h"

#include "test/differential/PatternSql.h"
#include "test/differential/SqlExpression.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace bough::differential {
namespace {

// --- declarations --------------------------------------------------------------------------------

std::string typeName(const CaseModel &model, const Type &type) {
  std::string text;
  switch (type.kind) {
  case TypeKind::SmallInt:
    text = "SMALLINT";
    break;
  case TypeKind::Int:
    text = "INT";
    break;
  case TypeKind::BigInt:
    text = "BIGINT";
    break;
  case TypeKind::Boolean:
    return "BOOLEAN";
  case TypeKind::Date:
    return "DATE";
  case TypeKind::Timestamp:
    return type.unit == TimeUnit::Second ? "TIMESTAMP" : toString(type.unit);
  case TypeKind::Decimal:
    return fmt::format("DECIMAL({}, {})", type.precision, type.scale);
  case TypeKind::Enum: {
    std::vector<std::string> labels;
    for (unsigned i = 0; i < model.labels; ++i)
      labels.push_back(boughConstant(model, Family::Text, i));
    return fmt::format("ENUM({})", fmt::join(labels, ", "));
  }
  case TypeKind::Varchar:
    text = type.length == 0 ? "VARCHAR" : fmt::format("VARCHAR({})", type.length);
    break;
  }
  return type.keys ? fmt::format("{} KEYS {}", text, *type.keys) : text;
}

/// A cell as Bough's SQL spells it.
std::string checkBound(const CaseModel &model, const Type &type, std::int64_t cell) {
  return type.kind == TypeKind::Decimal ? decimalText(cell, type.scale)
                                        : boughConstant(model, familyOf(type), cell);
}

std::string declaration(const CaseModel &model, const StreamModel &stream) {
  std::vector<std::string> columns;
  for (const ColumnModel &column : stream.columns) {
    columns.push_back(fmt::format("{} {}", column.name, typeName(model, column.type)));
    if (column.check)
      columns.back() += fmt::format(" CHECK ({} BETWEEN {} AND {})", column.name,
                                    checkBound(model, column.type, column.check->first),
                                    checkBound(model, column.type, column.check->second));
  }
  std::vector<std::string> options;
  auto option = [&](std::string_view name, const std::optional<std::int64_t> &value) {
    if (value)
      options.push_back(fmt::format("{} = {}", name, *value));
  };
  option("max_per_timestamp", stream.maxPerTimestamp);
  option("max_per_second", stream.maxPerSecond);
  option("max_rows", stream.maxRows);
  option("starts_at", stream.startsAt);
  option("ends_at", stream.endsAt);
  std::string text = fmt::format("CREATE {} {} ({})", stream.isTable ? "TABLE" : "STREAM",
                                 stream.name, fmt::join(columns, ", "));
  return options.empty() ? text + ";\n"
                         : fmt::format("{} WITH ({});\n", text, fmt::join(options, ", "));
}

// --- queries -------------------------------------------------------------------------------------

class SelectPrinter {
public:
  SelectPrinter(const CaseModel &model, const BranchModel &branch, Dialect dialect)
      : model_(model), branch_(branch), expressions_(model, branch, dialect) {}

  /// SELECT, with `first` in front of its list.
  std::string select(const std::string &first) const {
    std::vector<std::string> list;
    if (!first.empty())
      list.push_back(first);
    for (std::size_t i = 0; i < branch_.outputs.size(); ++i)
      list.push_back(fmt::format("{} AS c{}", expressions_.value(branch_.outputs[i]), i));
    return fmt::format("{}\nFROM {}", fmt::join(list, ", "), from());
  }

  /// The largest timestamp of the combination.
  std::string time() const {
    std::vector<std::string> times;
    for (unsigned i = 0; i < branch_.items.size(); ++i)
      if (const StreamModel &stream = model_.streams[branch_.items[i]]; !stream.isTable)
        times.push_back(expressions_.attribute({i, stream.timestampColumn}));
    // With a single argument max() is an aggregate.
    return times.size() == 1 ? times[0] : fmt::format("max({})", fmt::join(times, ", "));
  }

private:
  std::string from() const {
    std::string text = item(0);
    for (unsigned i = 1; i < branch_.items.size(); ++i) {
      std::string on = conditions(i);
      if (!branch_.explicitJoins)
        text += ", " + item(i);
      else if (on.empty())
        text += " CROSS JOIN " + item(i);
      else
        text += " JOIN " + item(i) + " ON " + on;
    }
    std::string where = conditions(0);
    return where.empty() ? text : text + "\nWHERE " + where;
  }

  std::string item(unsigned index) const {
    return fmt::format("{} {}", model_.streams[branch_.items[index]].name,
                       expressions_.alias(index));
  }

  /// The ON clause of an item, or for 0 the WHERE clause: with explicit joins, conditions over one
  /// item and EXISTS stay in WHERE.
  std::string conditions(unsigned index) const {
    std::vector<std::string> texts;
    for (const Condition &condition : branch_.conditions) {
      std::set<unsigned> items;
      forEachAttribute(condition, [&](AttributeRef attribute) { items.insert(attribute.item); });
      bool hasExists = false;
      forEachCondition(condition, [&](const Condition &part) {
        hasExists |= part.kind == Condition::Kind::Exists;
      });
      unsigned last = branch_.explicitJoins && items.size() > 1 && !hasExists ? *items.rbegin() : 0;
      if (last == index)
        texts.push_back(condition.kind == Condition::Kind::Or
                            ? "(" + expressions_.condition(condition) + ")"
                            : expressions_.condition(condition));
    }
    return fmt::format("{}", fmt::join(texts, " AND "));
  }

  const CaseModel &model_;
  const BranchModel &branch_;
  ExpressionPrinter expressions_;
};

std::string_view spelling(SetModel::Kind kind) {
  return kind == SetModel::Kind::Union ? "UNION" : "UNION ALL";
}

/// Set operators associate to the left, so that only a right operand needs parentheses.
std::string boughSet(const CaseModel &model, const SetModel &set) {
  if (set.kind == SetModel::Kind::Select) {
    const BranchModel &branch = model.branches[set.branch];
    if (branch.pattern)
      return boughPattern(model, branch);
    SelectPrinter printer(model, branch, Dialect::Bough);
    return fmt::format("SELECT {}{}", branch.isDistinct ? "DISTINCT " : "", printer.select(""));
  }
  std::string right = boughSet(model, set.operands[1]);
  bool isSelect = set.operands[1].kind == SetModel::Kind::Select;
  return fmt::format("{}\n{}\n{}", boughSet(model, set.operands[0]), spelling(set.kind),
                     isSelect ? right : "(" + right + ")");
}

/// "c0, c1, ...".
std::string columnsOf(const CaseModel &model, const SetModel &set) {
  std::size_t count = 0;
  forEachSelect(set, [&](unsigned branch) { count = model.branches[branch].outputs.size(); });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i)
    names.push_back(fmt::format("c{}", i));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The rows of a set with their times: of one without duplicates the first time at which a row
/// occurs.
std::string sqliteSet(const CaseModel &model, const SetModel &set) {
  bool isDistinct = set.kind == SetModel::Kind::Union;
  std::string text;
  if (set.kind == SetModel::Kind::Select) {
    const BranchModel &branch = model.branches[set.branch];
    if (branch.pattern)
      return sqlitePattern(model, branch);
    isDistinct = branch.isDistinct;
    SelectPrinter printer(model, branch, Dialect::Sqlite);
    text = "SELECT " + printer.select(printer.time() + " AS t");
  } else {
    text = fmt::format("SELECT * FROM ({})\nUNION ALL\nSELECT * FROM ({})",
                       sqliteSet(model, set.operands[0]), sqliteSet(model, set.operands[1]));
  }
  if (!isDistinct)
    return text;
  std::string columns = columnsOf(model, set);
  return fmt::format("SELECT min(t) AS t, {0} FROM (\n{1}\n) GROUP BY {0}", columns, text);
}

std::string csvField(const Type &type, std::int64_t cell) {
  switch (type.kind) {
  case TypeKind::Decimal:
    return decimalText(cell, type.scale);
  case TypeKind::Date:
    return dateText(cell);
  case TypeKind::Boolean:
    return cell != 0 ? "true" : "false";
  case TypeKind::Enum:
  case TypeKind::Varchar:
    return textOf(cell);
  default:
    return std::to_string(cell);
  }
}

} // namespace

std::string boughSql(const CaseModel &model) {
  std::string text;
  for (const StreamModel &stream : model.streams)
    text += declaration(model, stream);
  for (const QueryModel &query : model.queries) {
    if (!query.name.empty())
      text += fmt::format("CREATE QUERY {} AS\n", query.name);
    text += boughSet(model, query.set) + ";\n";
  }
  return text;
}

std::string sqliteSql(const CaseModel &model, const QueryModel &query) {
  std::string keys = "t, " + columnsOf(model, query.set);
  return fmt::format("SELECT {}, count(*) AS count FROM (\n{}\n) GROUP BY {}", keys,
                     sqliteSet(model, query.set), keys);
}

std::string csv(const CaseModel &model, unsigned stream) {
  const std::vector<ColumnModel> &columns = model.streams[stream].columns;
  std::vector<std::string> fields;
  for (const ColumnModel &column : columns)
    fields.push_back(column.name);
  std::string text = fmt::format("{}\n", fmt::join(fields, ","));
  for (const RowModel &row : model.streams[stream].isTable ? model.tableRows : model.rows) {
    if (row.stream != stream)
      continue;
    for (std::size_t i = 0; i < columns.size(); ++i)
      fields[i] = csvField(columns[i].type, row.cells[i]);
    text += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return text;
}

std::string arrivalCsv(const CaseModel &model) {
  std::vector<std::string> names;
  for (const StreamModel &stream : model.streams)
    for (const ColumnModel &column : stream.columns)
      if (!stream.isTable && std::find(names.begin(), names.end(), column.name) == names.end())
        names.push_back(column.name);
  std::string text = fmt::format("kind,{}\n", fmt::join(names, ","));
  for (const RowModel &row : model.rows) {
    const StreamModel &stream = model.streams[row.stream];
    std::vector<std::string> fields(names.size());
    for (std::size_t i = 0; i < stream.columns.size(); ++i) {
      auto place = std::find(names.begin(), names.end(), stream.columns[i].name) - names.begin();
      fields[static_cast<std::size_t>(place)] = csvField(stream.columns[i].type, row.cells[i]);
    }
    text += fmt::format("{},{}\n", stream.name, fmt::join(fields, ","));
  }
  return text;
}

} // namespace bough::differential

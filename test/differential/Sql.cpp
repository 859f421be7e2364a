#include "test/differential/Sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bough::differential {
namespace {

enum class Dialect { Bough, Sqlite };

std::string_view spelling(Comparison comparison) {
  switch (comparison) {
  case Comparison::Less:
    return "<";
  case Comparison::LessEqual:
    return "<=";
  case Comparison::Equal:
    return "=";
  case Comparison::NotEqual:
    return "<>";
  case Comparison::GreaterEqual:
    return ">=";
  case Comparison::Greater:
    return ">";
  }
  return "";
}

std::string_view spelling(TypeKind kind) {
  switch (kind) {
  case TypeKind::SmallInt:
    return "SMALLINT";
  case TypeKind::Int:
    return "INT";
  case TypeKind::BigInt:
    return "BIGINT";
  case TypeKind::Boolean:
    return "BOOLEAN";
  case TypeKind::Decimal:
    return "DECIMAL";
  case TypeKind::Date:
    return "DATE";
  case TypeKind::Enum:
    return "ENUM";
  case TypeKind::Varchar:
    return "VARCHAR";
  case TypeKind::Timestamp:
    break;
  }
  return "TIMESTAMP";
}

std::string_view intervalField(TimeUnit unit) {
  switch (unit) {
  case TimeUnit::Day:
    return "DAY";
  case TimeUnit::Hour:
    return "HOUR";
  case TimeUnit::Minute:
    return "MINUTE";
  default:
    return "SECOND";
  }
}

class BranchPrinter {
public:
  BranchPrinter(const CaseModel &model, const BranchModel &branch, Dialect dialect)
      : model_(model), branch_(branch), dialect_(dialect) {}

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

  std::string term(const Term &term, bool isTime) const {
    if (!term.attribute)
      return std::to_string(term.offset);
    std::string text = attribute(*term.attribute);
    if (term.offset == 0)
      return text;
    std::int64_t size = term.offset < 0 ? -term.offset : term.offset;
    std::string offset = std::to_string(size);
    if (isTime && dialect_ == Dialect::Bough)
      offset = fmt::format("INTERVAL '{}' {}", size, intervalField(model_.intervalUnit));
    else if (isTime)
      offset = std::to_string(size * ticksPer(model_.intervalUnit, model_.unit()));
    return fmt::format("{} {} {}", text, term.offset < 0 ? '-' : '+', offset);
  }

  bool isTime(const Term &term) const {
    return term.attribute && term.attribute->column == stream(term.attribute->item).timestampColumn;
  }

  std::string attribute(AttributeRef reference) const {
    const StreamModel &declaration = stream(reference.item);
    std::string text =
        fmt::format("i{}.{}", reference.item, declaration.columns[reference.column].name);
    if (dialect_ == Dialect::Sqlite && reference.column == declaration.timestampColumn &&
        declaration.unit != model_.unit())
      text = fmt::format("({} * {})", text, ticksPer(declaration.unit, model_.unit()));
    return text;
  }

  const StreamModel &stream(unsigned index) const { return model_.streams[branch_.items[index]]; }

private:
  std::string item(unsigned index) const {
    return fmt::format("{} i{}", stream(index).name, index);
  }

  std::string predicate(const Predicate &predicate) const {
    std::string left = term(predicate.left, predicate.isTime);
    std::string right = term(predicate.right, predicate.isTime);
    if (predicate.upper)
      return fmt::format("{} BETWEEN {} AND {}", left, right,
                         term(*predicate.upper, predicate.isTime));
    return fmt::format("{} {} {}", left, spelling(predicate.comparison), right);
  }

  /// The ON clause of an item, or for 0 the WHERE clause: with explicit joins, predicates over one
  /// item stay in WHERE.
  std::string conditions(unsigned index) const {
    std::vector<std::string> texts;
    for (const Predicate &candidate : branch_.predicates) {
      unsigned last = 0;
      bool several = candidate.left.attribute && candidate.right.attribute &&
                     candidate.left.attribute->item != candidate.right.attribute->item;
      if (branch_.explicitJoins && several)
        last = std::max(candidate.left.attribute->item, candidate.right.attribute->item);
      if (last == index)
        texts.push_back(predicate(candidate));
    }
    return fmt::format("{}", fmt::join(texts, " AND "));
  }

  const CaseModel &model_;
  const BranchModel &branch_;
  Dialect dialect_;
};

std::string typeName(const StreamModel &stream, const ColumnModel &column) {
  if (column.kind == TypeKind::Timestamp)
    return stream.unit == TimeUnit::Second ? "TIMESTAMP" : toString(stream.unit);
  return std::string(spelling(column.kind));
}

} // namespace

std::string boughSql(const CaseModel &model) {
  std::string text;
  for (const StreamModel &stream : model.streams) {
    std::vector<std::string> columns;
    for (const ColumnModel &column : stream.columns) {
      columns.push_back(fmt::format("{} {}", column.name, typeName(stream, column)));
      if (column.check)
        columns.back() += fmt::format(" CHECK ({} BETWEEN {} AND {})", column.name,
                                      column.check->first, column.check->second);
    }
    text += fmt::format("CREATE STREAM {} ({})", stream.name, fmt::join(columns, ", "));
    if (stream.maxPerTimestamp)
      text += fmt::format(" WITH (max_per_timestamp = {})", *stream.maxPerTimestamp);
    text += ";\n";
  }
  for (const BranchModel &branch : model.branches) {
    BranchPrinter printer(model, branch, Dialect::Bough);
    std::vector<std::string> outputs;
    for (const Term &term : branch.outputs)
      outputs.push_back(
          fmt::format("{} AS c{}", printer.term(term, printer.isTime(term)), outputs.size()));
    text +=
        fmt::format("{}SELECT {}\nFROM {}", &branch == model.branches.data() ? "" : "\nUNION ALL\n",
                    fmt::join(outputs, ", "), printer.from());
  }
  return text + ";\n";
}

std::string sqliteSql(const CaseModel &model) {
  std::string branches;
  for (const BranchModel &branch : model.branches) {
    BranchPrinter printer(model, branch, Dialect::Sqlite);
    std::vector<std::string> times;
    for (unsigned i = 0; i < branch.items.size(); ++i)
      times.push_back(printer.attribute({i, printer.stream(i).timestampColumn}));
    // With a single argument max() is an aggregate.
    std::string time =
        times.size() == 1 ? times[0] : fmt::format("max({})", fmt::join(times, ", "));
    if (!branches.empty())
      branches += "\nUNION ALL\n";
    branches += fmt::format("SELECT {} AS t", time);
    std::size_t column = 0;
    for (const Term &term : branch.outputs)
      branches += fmt::format(", {} AS c{}", printer.term(term, printer.isTime(term)), column++);
    branches += "\nFROM " + printer.from();
  }
  std::string keys = "t";
  for (std::size_t i = 0; i < model.branches[0].outputs.size(); ++i)
    keys += fmt::format(", c{}", i);
  return fmt::format("SELECT {}, count(*) AS count FROM (\n{}\n) GROUP BY {}", keys, branches,
                     keys);
}

std::string csv(const CaseModel &model, unsigned stream) {
  std::vector<std::string> names;
  for (const ColumnModel &column : model.streams[stream].columns)
    names.push_back(column.name);
  std::string text = fmt::format("{}\n", fmt::join(names, ","));
  for (const RowModel &row : model.rows)
    if (row.stream == stream)
      text += fmt::format("{}\n", fmt::join(row.cells, ","));
  return text;
}

} // namespace bough::differential

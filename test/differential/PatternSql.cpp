#include "test/differential/PatternSql.h"

#include "test/differential/SqlExpression.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <set>

namespace bough::differential {
namespace {

using Kind = PatternElement::Kind;

std::set<unsigned> itemsOf(const Condition &condition) {
  std::set<unsigned> items;
  forEachAttribute(condition, [&](AttributeRef attribute) { items.insert(attribute.item); });
  return items;
}

std::string operand(const ExpressionPrinter &expressions, const Condition &condition) {
  std::string text = expressions.condition(condition);
  return condition.kind == Condition::Kind::Or ? "(" + text + ")" : text;
}

// --- Bough ---------------------------------------------------------------------------------------

class PatternPrinter {
public:
  PatternPrinter(const CaseModel &model, const BranchModel &branch)
      : model_(model), branch_(branch), pattern_(*branch.pattern),
        expressions_(model, branch, Dialect::Bough) {}

  std::string print() const {
    std::vector<std::string> list, elements, conditions;
    for (std::size_t i = 0; i < branch_.outputs.size(); ++i)
      list.push_back(fmt::format("{} AS c{}", expressions_.value(branch_.outputs[i]), i));
    for (const PatternElement &part : pattern_.elements)
      elements.push_back(element(part));
    for (const Condition &condition : branch_.conditions)
      conditions.push_back(operand(expressions_, condition));
    for (const ExistsModel &exists : branch_.exists)
      for (const Condition &condition : exists.conditions)
        conditions.push_back(operand(expressions_, condition));
    return fmt::format("SELECT {}\nFROM PATTERN ({}){}{}{}", fmt::join(list, ", "),
                       fmt::join(elements, "; "), conditions.empty() ? "" : "\nWHERE ",
                       fmt::join(conditions, " AND "), clauses());
  }

private:
  std::string item(unsigned index) const {
    return fmt::format("{} {}", model_.streams[branch_.stream(index)].name,
                       expressions_.alias(index));
  }

  std::string element(const PatternElement &element) const {
    std::vector<std::string> items;
    for (unsigned index : element.items)
      items.push_back(item(index));
    switch (element.kind) {
    case Kind::Row:
      return items.front();
    case Kind::Not:
      return "NOT " + items.front();
    case Kind::Any:
      break;
    }
    std::string column;
    if (element.distinct)
      column =
          " DISTINCT " + model_.column(branch_, {element.items.front(), *element.distinct}).name;
    return fmt::format("ANY {} OF ({}{})", element.count, fmt::join(items, ", "), column);
  }

  std::string clauses() const {
    std::string text;
    if (!pattern_.partition.empty())
      text += fmt::format("\nPARTITION BY {}", fmt::join(pattern_.partition, ", "));
    if (pattern_.isByArrival)
      text += "\nORDER BY ARRIVAL";
    if (pattern_.duration)
      text += "\nWITHIN " + boughConstant(model_, Family::Interval, *pattern_.duration);
    if (pattern_.events)
      text += fmt::format("\nWITHIN {} EVENTS", *pattern_.events);
    text += pattern_.isNext ? "\nMATCH NEXT" : "\nMATCH ALL";
    if (pattern_.skipsPastLastRow)
      text += " AFTER MATCH SKIP PAST LAST ROW";
    if (pattern_.consume != Pattern::Consume::None)
      text += " CONSUME ROWS";
    if (pattern_.consume == Pattern::Consume::Oldest)
      text += " OLDEST FIRST";
    return text;
  }

  const CaseModel &model_;
  const BranchModel &branch_;
  const PatternModel &pattern_;
  ExpressionPrinter expressions_;
};

// --- SQLite --------------------------------------------------------------------------------------

/// A row of a match: an item under a name of its own.
struct Taken {
  unsigned item = 0;
  std::string alias;
};

/// The matches of a pattern: for each choice of elements from the lists of ANY a join.
class PatternJoins {
public:
  PatternJoins(const CaseModel &model, const BranchModel &branch)
      : model_(model), branch_(branch), pattern_(*branch.pattern),
        number_(numberColumn(static_cast<std::size_t>(&branch - model.branches.data()))) {}

  std::string print() {
    chooseFrom(0);
    const std::string matches = fmt::format("{}", fmt::join(selects_, "\nUNION ALL\n"));
    std::vector<std::string> columns{"t"};
    for (std::size_t i = 0; i < branch_.outputs.size(); ++i)
      columns.push_back(fmt::format("c{}", i));
    const std::string list = fmt::format("{}", fmt::join(columns, ", "));
    if (!pattern_.skipsPastLastRow || !isSaidInSql(pattern_))
      return fmt::format("SELECT {} FROM (\n{}\n)", list, matches);
    // Of each partition, the rows that complete matches of rows behind the one before of these.
    return fmt::format(
        "SELECT {0} FROM (\nWITH RECURSIVE matches AS (\n{1}\n), completed(previous, number, part) "
        "AS (\nSELECT NULL, 0, part FROM matches GROUP BY part\nUNION ALL\n"
        "SELECT number, (SELECT min(last) FROM matches WHERE matches.part = completed.part AND "
        "first > number), part\nFROM completed WHERE number IS NOT NULL)\n"
        "SELECT matches.* FROM matches, completed WHERE matches.part = completed.part AND "
        "last = number AND first > previous)",
        list, matches);
  }

private:
  using Rows = std::vector<Taken>;

  ExpressionPrinter printer() const { return {model_, branch_, Dialect::Sqlite}; }
  std::string time(const Taken &row) const {
    ExpressionPrinter expressions = printer();
    expressions.rename(row.item, row.alias);
    return expressions.attribute(
        {row.item, model_.streams[branch_.stream(row.item)].timestampColumn});
  }
  std::string number(const Taken &row) const { return row.alias + "." + number_; }
  /// "b is later than a".
  std::string later(const Taken &a, const Taken &b) const {
    return pattern_.isByArrival ? number(a) + " < " + number(b) : time(a) + " < " + time(b);
  }
  std::int64_t duration() const {
    return *pattern_.duration * ticksPer(model_.intervalUnit, model_.unit());
  }
  /// max() and min() of a single value are aggregates.
  static std::string extreme(std::string_view function, const std::vector<std::string> &values) {
    return values.size() == 1 ? values[0]
                              : fmt::format("{}({})", function, fmt::join(values, ", "));
  }
  std::string extremeTime(std::string_view function, const Rows &rows) const {
    std::vector<std::string> times;
    for (const Taken &row : rows)
      times.push_back(time(row));
    return extreme(function, times);
  }
  std::string extremeNumber(std::string_view function, const Rows &rows) const {
    std::vector<std::string> numbers;
    for (const Taken &row : rows)
      numbers.push_back(number(row));
    return extreme(function, numbers);
  }
  /// The values of PARTITION BY as a text.
  std::string partition(const Taken &row) const {
    std::string text = "''";
    for (const std::string &column : pattern_.partition)
      text += fmt::format(" || {}.{} || ','", row.alias, column);
    return text;
  }

  /// Chooses the rows of the elements from `index` on.
  void chooseFrom(std::size_t index) {
    if (index == pattern_.elements.size()) {
      selects_.push_back(select());
      return;
    }
    const PatternElement &element = pattern_.elements[index];
    if (element.kind == Kind::Not)
      return chooseFrom(index + 1);
    rows_.emplace_back();
    ExpressionPrinter expressions = printer();
    if (element.distinct) {
      const unsigned item = element.items.front();
      for (unsigned i = 1; i <= element.count; ++i)
        rows_.back().push_back({item, fmt::format("{}_{}", expressions.alias(item), i)});
      chooseFrom(index + 1);
    } else {
      chooseElements(index, 0);
    }
    rows_.pop_back();
  }
  void chooseElements(std::size_t index, std::size_t place) {
    const PatternElement &element = pattern_.elements[index];
    if (rows_.back().size() == element.count)
      return chooseFrom(index + 1);
    if (place == element.items.size())
      return;
    const unsigned item = element.items[place];
    rows_.back().push_back({item, printer().alias(item)});
    chooseElements(index, place + 1);
    rows_.back().pop_back();
    chooseElements(index, place + 1);
  }

  /// The rows that stand for an item.
  Rows rowsOf(unsigned item) const {
    Rows rows;
    for (const Rows &element : rows_)
      for (const Taken &row : element)
        if (row.item == item)
          rows.push_back(row);
    return rows;
  }

  std::string select() const {
    std::vector<std::string> list, from, where;
    const bool endsWithNot = pattern_.elements.back().kind == Kind::Not;
    const std::string end =
        endsWithNot ? fmt::format("{} + {}", extremeTime("min", rows_.front()), duration())
                    : extremeTime("max", rows_.back());
    list.push_back(end + " AS t");
    list.push_back(extremeNumber("min", rows_.front()) + " AS first");
    list.push_back(extremeNumber("max", rows_.back()) + " AS last");
    list.push_back(partition(rows_.front().front()) + " AS part");
    for (std::size_t i = 0; i < branch_.outputs.size(); ++i)
      list.push_back(fmt::format("{} AS c{}", output(branch_.outputs[i]), i));
    for (const Rows &element : rows_)
      for (const Taken &row : element)
        from.push_back(
            fmt::format("{} {}", model_.streams[branch_.stream(row.item)].name, row.alias));
    addOrder(where);
    addConditions(branch_.conditions, std::nullopt, where);
    addNots(where);
    if (pattern_.isNext && isSaidInSql(pattern_))
      addEarliest(where);
    if (endsWithNot && !model_.endsWindows())
      where.push_back(fmt::format("{} < {}", end, lastTime()));
    return fmt::format("SELECT {}\nFROM {}{}{}", fmt::join(list, ", "), fmt::join(from, ", "),
                       where.empty() ? "" : "\nWHERE ", fmt::join(where, " AND "));
  }

  std::string output(const Expression &expression) const {
    if (expression.kind != Expression::Kind::RowNumber)
      return printer().value(expression);
    const Rows rows = rowsOf(expression.attribute.item);
    const unsigned index = std::max(expression.attribute.column, 1u) - 1;
    return rows.empty() ? "0" : number(rows[index]);
  }

  /// Order, WITHIN, PARTITION BY, and what ANY demands.
  void addOrder(std::vector<std::string> &where) const {
    for (std::size_t e = 0; e + 1 < rows_.size(); ++e)
      for (const Taken &a : rows_[e])
        for (const Taken &b : rows_[e + 1])
          where.push_back(later(a, b));
    for (const Rows &element : rows_)
      for (std::size_t i = 0; i < element.size(); ++i)
        for (std::size_t j = i + 1; j < element.size(); ++j)
          addDifference(element[i], element[j], where);
    for (const Taken &a : rows_.front())
      for (const Taken &b : rows_.back()) {
        if (pattern_.duration)
          where.push_back(fmt::format("{} - {} <= {}", time(b), time(a), duration()));
        if (pattern_.events)
          where.push_back(fmt::format("{} - {} < {}", number(b), number(a), *pattern_.events));
      }
    const Taken &first = rows_.front().front();
    for (const Rows &element : rows_)
      for (const Taken &row : element)
        addPartition(first, row, where);
  }
  void addDifference(const Taken &a, const Taken &b, std::vector<std::string> &where) const {
    if (a.item != b.item) { // of a list
      where.push_back(number(a) + " <> " + number(b));
      return;
    }
    where.push_back(number(a) + " < " + number(b)); // sets: in one order only
    for (const PatternElement &element : pattern_.elements)
      if (element.distinct && element.items.front() == a.item) {
        const std::string &column = model_.column(branch_, {a.item, *element.distinct}).name;
        where.push_back(fmt::format("{}.{} <> {}.{}", a.alias, column, b.alias, column));
      }
  }
  void addPartition(const Taken &a, const Taken &b, std::vector<std::string> &where) const {
    for (const std::string &column : pattern_.partition)
      if (a.alias != b.alias)
        where.push_back(fmt::format("{}.{} = {}.{}", a.alias, column, b.alias, column));
  }

  /// Those that mention an item of ANY hold for each of its rows. `negation` is the NOT at hand.
  void addConditions(const std::vector<Condition> &conditions, std::optional<unsigned> negation,
                     std::vector<std::string> &where) const {
    for (const Condition &condition : conditions) {
      Rows many;
      bool isAsked = true;
      for (unsigned item : itemsOf(condition)) {
        if (item == negation)
          continue;
        const Rows rows = rowsOf(item);
        isAsked &= !rows.empty();
        if (rows.size() > 1 || (rows.size() == 1 && rows[0].alias != printer().alias(item)))
          many = rows;
      }
      if (!isAsked)
        continue;
      if (many.empty())
        where.push_back(operand(printer(), condition));
      for (const Taken &row : many) {
        ExpressionPrinter expressions = printer();
        expressions.rename(row.item, row.alias);
        where.push_back(operand(expressions, condition));
      }
    }
  }

  void addNots(std::vector<std::string> &where) const {
    std::size_t next = 0; // element of rows_ behind
    for (const PatternElement &element : pattern_.elements) {
      if (element.kind != Kind::Not) {
        ++next;
        continue;
      }
      const unsigned item = element.items.front();
      const Taken row{item, printer().alias(item)};
      std::vector<std::string> inside;
      if (next > 0)
        for (const Taken &before : rows_[next - 1])
          inside.push_back(later(before, row));
      else
        inside.push_back(
            fmt::format("{} >= {} - {}", time(row), extremeTime("max", rows_.back()), duration()));
      if (next < rows_.size())
        for (const Taken &after : rows_[next])
          inside.push_back(later(row, after));
      else
        inside.push_back(
            fmt::format("{} <= {} + {}", time(row), extremeTime("min", rows_.front()), duration()));
      addPartition(rows_.front().front(), row, inside);
      addConditions(branch_.exists[item - branch_.items.size()].conditions, item, inside);
      where.push_back(fmt::format("NOT EXISTS (SELECT 1 FROM {} {} WHERE {})",
                                  model_.streams[branch_.stream(item)].name, row.alias,
                                  fmt::join(inside, " AND ")));
    }
  }

  /// MATCH NEXT: no row that came before would have been taken instead.
  void addEarliest(std::vector<std::string> &where) const {
    for (std::size_t e = 1; e < rows_.size(); ++e) {
      const Taken &row = rows_[e].front();
      const Taken other{row.item, "earlier_" + row.alias};
      std::vector<std::string> inside{number(other) + " < " + number(row),
                                      later(rows_[e - 1].front(), other)};
      addPartition(rows_.front().front(), other, inside);
      ExpressionPrinter expressions = printer();
      expressions.rename(other.item, other.alias);
      for (const Condition &condition : branch_.conditions)
        if (const std::set<unsigned> items = itemsOf(condition);
            !items.empty() && *items.rbegin() == row.item)
          inside.push_back(operand(expressions, condition));
      where.push_back(fmt::format("NOT EXISTS (SELECT 1 FROM {} {} WHERE {})",
                                  model_.streams[branch_.stream(row.item)].name, other.alias,
                                  fmt::join(inside, " AND ")));
    }
  }

  std::int64_t lastTime() const {
    return model_.rows.empty() ? 0 : model_.time(model_.rows.back());
  }

  const CaseModel &model_;
  const BranchModel &branch_;
  const PatternModel &pattern_;
  const std::string number_;
  std::vector<Rows> rows_; ///< by element, without the NOTs
  std::vector<std::string> selects_;
};

} // namespace

std::string boughPattern(const CaseModel &model, const BranchModel &branch) {
  return PatternPrinter(model, branch).print();
}

std::string sqlitePattern(const CaseModel &model, const BranchModel &branch) {
  return PatternJoins(model, branch).print();
}

bool isSaidInSql(const PatternModel &pattern) {
  return !pattern.isNext ||
         (pattern.consume == Pattern::Consume::None &&
          std::none_of(pattern.elements.begin(), pattern.elements.end(),
                       [](const PatternElement &element) { return element.kind == Kind::Any; }));
}

std::string numberColumn(std::size_t branch) { return "n" + std::to_string(branch); }

bool reads(const BranchModel &branch, unsigned stream) {
  for (unsigned item = 0; item < branch.items.size() + branch.exists.size(); ++item)
    if (branch.stream(item) == stream)
      return true;
  return false;
}

} // namespace bough::differential

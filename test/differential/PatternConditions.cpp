#include "test/differential/PatternGenerator.h"

#include <algorithm>

namespace bough::differential {
namespace {

using Kind = PatternElement::Kind;

/// Draws the conditions of one SELECT, element by element.
class PatternConditions {
public:
  PatternConditions(Draft &draft, BranchModel &branch)
      : draft_(draft), random_(draft.random), branch_(branch), pattern_(*branch.pattern) {}

  void draw() {
    std::vector<unsigned> rows; // the elements before that are one row
    for (std::size_t i = 0; i < pattern_.elements.size(); ++i) {
      const PatternElement &element = pattern_.elements[i];
      if (element.kind == Kind::Not) {
        drawNot(element, i == 0 ? firstRow() : rows);
        continue;
      }
      for (unsigned item : element.items)
        drawItem(item, rows, branch_.conditions);
      if (element.kind == Kind::Row) {
        rows.push_back(element.items.front());
        if (rows.size() > 1 && random_.chance(12))
          addOpaque(rows, branch_.conditions);
      }
    }
  }

private:
  /// What a NOT at the beginning can be compared with.
  std::vector<unsigned> firstRow() const {
    auto first =
        std::find_if(pattern_.elements.begin(), pattern_.elements.end(),
                     [](const PatternElement &element) { return element.kind != Kind::Not; });
    return first->kind == Kind::Row ? first->items : std::vector<unsigned>();
  }

  void drawNot(const PatternElement &element, const std::vector<unsigned> &rows) {
    const unsigned item = element.items.front();
    std::vector<Condition> &conditions = branch_.exists[item - branch_.items.size()].conditions;
    if (random_.chance(50))
      addFilter(item, conditions);
    if (!rows.empty() && random_.chance(55))
      addRelation(item, rows, conditions);
    if (!rows.empty() && random_.chance(8))
      addTimeBound(item, rows, conditions);
  }

  void drawItem(unsigned item, const std::vector<unsigned> &rows,
                std::vector<Condition> &conditions) {
    if (random_.chance(rows.empty() ? 40 : 20))
      addFilter(item, conditions);
    if (rows.empty())
      return;
    for (unsigned n = random_.pick({0U, 1U, 1U, 1U, 2U}); n > 0; --n)
      addRelation(item, rows, conditions);
    if (random_.chance(10))
      addTimeBound(item, rows, conditions);
  }

  unsigned pickRow(const std::vector<unsigned> &rows) {
    return random_.chance(60) ? rows.back() : random_.pick(rows);
  }

  // --- over one item -----------------------------------------------------------------------------

  Condition filter(unsigned item) {
    const AttributeRef attribute = draft_.attributeOf(branch_, item);
    const Family family = draft_.family(branch_, attribute);
    const Expression column = Expression::column(attribute);
    if (family == Family::Integer && random_.chance(15))
      return Draft::compare(Expression::of(Expression::Kind::Modulo, column,
                                           Expression::constant(family, random_.between(2, 3))),
                            random_.pick({Comparison::Equal, Comparison::NotEqual}),
                            Expression::constant(family, random_.between(0, 1)));
    if (random_.chance(15)) {
      Condition in;
      in.kind = Condition::Kind::In;
      in.isNegated = random_.chance(40);
      in.values = {column};
      for (unsigned n = random_.pick({1U, 2U, 2U}); n > 0; --n)
        in.values.push_back(draft_.drawConstant(branch_, attribute));
      return in;
    }
    const Comparison comparison =
        isOrdered(family) ? random_.chance(30) ? Comparison::NotEqual : draft_.drawInequality()
                          : random_.pick({Comparison::Equal, Comparison::NotEqual});
    return Draft::compare(column, comparison, draft_.drawConstant(branch_, attribute));
  }
  void addFilter(unsigned item, std::vector<Condition> &conditions) {
    if (random_.chance(12))
      conditions.push_back(Draft::junction(Condition::Kind::Or, filter(item), filter(item)));
    else
      conditions.push_back(filter(item));
  }

  // --- over several ------------------------------------------------------------------------------

  std::optional<Condition> relation(unsigned item, unsigned row) {
    const AttributeRef x = draft_.attributeOf(branch_, item);
    const Family family = draft_.family(branch_, x);
    const std::optional<AttributeRef> y = draft_.partnerOf(branch_, row, family);
    if (!y)
      return std::nullopt;
    const bool hasOrder = isOrdered(family);
    const Comparison comparison = random_.chance(hasOrder ? 30 : 65) ? Comparison::Equal
                                  : !hasOrder || random_.chance(20)  ? Comparison::NotEqual
                                                                     : draft_.drawInequality();
    const std::int64_t steps = hasOrder && random_.chance(25) ? random_.between(-2, 2) : 0;
    return draft_.relation(family, x, comparison, *y, steps);
  }

  void addRelation(unsigned item, const std::vector<unsigned> &rows,
                   std::vector<Condition> &conditions) {
    const unsigned row = pickRow(rows);
    if (random_.chance(15)) {
      addOpaque({row, item}, conditions);
      return;
    }
    std::optional<Condition> condition = relation(item, row);
    if (!condition)
      return;
    if (random_.chance(12)) {
      std::optional<Condition> other = random_.chance(50) ? relation(item, pickRow(rows))
                                                          : std::optional<Condition>(filter(item));
      if (other)
        condition = Draft::junction(random_.chance(80) ? Condition::Kind::Or : Condition::Kind::And,
                                    std::move(*condition), std::move(*other));
    }
    if (random_.chance(6))
      condition = Draft::negation(std::move(*condition));
    conditions.push_back(std::move(*condition));
  }

  std::optional<Expression> integerOf(unsigned item) {
    std::optional<AttributeRef> column = draft_.partnerOf(branch_, item, Family::Integer);
    if (!column || draft_.family(branch_, *column) != Family::Integer)
      return std::nullopt;
    return Expression::column(*column);
  }

  /// Over the last two or three of the items.
  void addOpaque(const std::vector<unsigned> &items, std::vector<Condition> &conditions) {
    const std::size_t count = std::min<std::size_t>(items.size(), random_.pick({2U, 2U, 3U}));
    std::optional<Expression> sum;
    bool isSmall = true; // % takes 64 bits
    for (std::size_t i = items.size() - count; i < items.size(); ++i) {
      std::optional<Expression> column = integerOf(items[i]);
      if (!column)
        return;
      isSmall &= draft_.isChecked(branch_, column->attribute);
      sum = sum ? Expression::of(random_.pick({Expression::Kind::Add, Expression::Kind::Add,
                                               Expression::Kind::Multiply}),
                                 std::move(*sum), std::move(*column))
                : std::move(*column);
    }
    if (isSmall && random_.chance(40)) {
      conditions.push_back(Draft::compare(
          Expression::of(Expression::Kind::Modulo, std::move(*sum),
                         Expression::constant(Family::Integer, 2)),
          Comparison::Equal, Expression::constant(Family::Integer, random_.between(0, 1))));
      return;
    }
    conditions.push_back(
        Draft::compare(std::move(*sum), draft_.drawInequality(),
                       Expression::constant(Family::Integer, random_.between(-1, 6))));
  }

  /// At most, or at least, so much later than a row before; seldom of both kinds.
  void addTimeBound(unsigned item, const std::vector<unsigned> &rows,
                    std::vector<Condition> &conditions) {
    const unsigned row = pickRow(rows);
    const Comparison comparison =
        random_.pick({Comparison::LessEqual, Comparison::LessEqual, Comparison::Less,
                      Comparison::GreaterEqual, Comparison::Greater});
    conditions.push_back(draft_.relation(Family::Time, draft_.timeOf(branch_, item), comparison,
                                         draft_.timeOf(branch_, row), random_.between(0, 6)));
  }

  Draft &draft_;
  Random &random_;
  BranchModel &branch_;
  const PatternModel &pattern_;
};

} // namespace

void drawPatternConditions(Draft &draft, BranchModel &branch) {
  PatternConditions(draft, branch).draw();
}

} // namespace bough::differential

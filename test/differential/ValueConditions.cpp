#include "test/differential/Conditions.h"

#include <algorithm>

namespace bough::differential {
namespace {

class ValueConditions {
public:
  ValueConditions(Draft &draft, BranchModel &branch, unsigned root)
      : draft_(draft), random_(draft.random), branch_(branch), root_(root),
        items_(static_cast<unsigned>(branch.items.size())) {}

  void draw() {
    std::vector<Condition> conditions;
    drawJoins(conditions);
    for (unsigned item = 0; item < items_; ++item)
      drawFilters(item, 55, conditions);
    if (draft_.has(Theme::Opaque) && random_.chance(85))
      drawOpaque(conditions);
    if (draft_.has(Theme::Derived) && random_.chance(70))
      drawDerived(conditions);
    if (draft_.has(Theme::Filters))
      drawOddFilters(conditions);
    if (draft_.has(Theme::Exists))
      for (std::int64_t n = random_.pick({1, 1, 1, 2}); n > 0; --n)
        drawExists(conditions);
    if (draft_.has(Theme::Negation))
      negateSome(conditions);
    if (draft_.has(Theme::Disjunction))
      joinByOr(conditions);
    branch_.conditions.insert(branch_.conditions.end(), conditions.begin(), conditions.end());
    random_.shuffle(branch_.conditions);
  }

private:
  // --- joins and filters -------------------------------------------------------------------------

  unsigned otherThan(unsigned item) {
    return static_cast<unsigned>((item + 1 + random_.below(items_ - 1)) % items_);
  }

  /// A join of two items, or of an EXISTS and an item; nothing where no columns can be compared.
  std::optional<Condition> drawJoin(unsigned first, unsigned second, unsigned equalPercent) {
    AttributeRef x = draft_.attributeOf(branch_, first);
    Family family = draft_.family(branch_, x);
    std::optional<AttributeRef> y = draft_.partnerOf(branch_, second, family);
    if (!y)
      return std::nullopt;
    bool isMixed = draft_.family(branch_, *y) != family;
    std::size_t kind = random_.below(100);
    Comparison comparison =
        kind < equalPercent || (!isOrdered(family) && kind < 85) ? Comparison::Equal
        : kind < equalPercent + 12 || !isOrdered(family)         ? Comparison::NotEqual
                                                                 : draft_.drawInequality();
    if (draft_.has(Theme::DistinctFrom) && random_.chance(60)) {
      Condition condition =
          Draft::compare(Expression::column(x), Comparison::Equal, Expression::column(*y));
      condition.kind = Condition::Kind::Distinct;
      condition.isNegated = random_.chance(60);
      return condition;
    }
    std::int64_t steps =
        isOrdered(family) && !isMixed && random_.chance(35) ? random_.between(-2, 2) : 0;
    return draft_.relation(family, x, comparison, *y, steps);
  }

  void drawJoins(std::vector<Condition> &conditions) {
    auto add = [&](std::optional<Condition> condition) {
      if (condition)
        conditions.push_back(std::move(*condition));
    };
    // Many equalities, so that some follow from others by way of rows that come later.
    if (items_ > 1 && random_.chance(12))
      for (std::int64_t n = random_.between(2, items_ + 1); n > 0; --n) {
        auto item = static_cast<unsigned>(random_.below(items_));
        add(drawJoin(item, otherThan(item), 100));
      }
    for (unsigned i = 1; i < items_; ++i)
      if (random_.chance(draft_.model.streams[branch_.items[i]].isTable ? 95 : 65))
        add(drawJoin(i, static_cast<unsigned>(random_.below(i)),
                     draft_.has(Theme::Rates) || draft_.has(Theme::Table) ? 70 : 40));
  }

  /// Conditions over one column and constants; a column without a CHECK mostly gets a range.
  void drawFilters(unsigned item, unsigned percent, std::vector<Condition> &conditions) {
    const StreamModel &stream = draft_.model.streams[branch_.stream(item)];
    std::vector<AttributeRef> ordered;
    for (unsigned c = 0; c < stream.columns.size(); ++c) {
      if (stream.isTime(c))
        continue;
      AttributeRef attribute{item, c};
      if (isOrdered(draft_.family(branch_, attribute)))
        ordered.push_back(attribute);
      bool needsNone = draft_.isChecked(branch_, attribute) || stream.isTable ||
                       !isOrdered(draft_.family(branch_, attribute));
      if (random_.chance(needsNone                                                      ? 12
                         : draft_.has(Theme::ExtremeValues) || draft_.has(Theme::Rates) ? 20
                                                                                        : percent))
        conditions.push_back(drawFilter(attribute, 65));
    }
    if (ordered.size() > 1 && random_.chance(8)) {
      AttributeRef x = random_.pick(ordered);
      Family family = draft_.family(branch_, x);
      AttributeRef y = random_.pick(ordered);
      if (draft_.family(branch_, y) == family)
        conditions.push_back(draft_.relation(
            family, x,
            random_.pick({Comparison::Less, Comparison::NotEqual, Comparison::GreaterEqual}), y,
            random_.between(-2, 2)));
    }
  }

  Condition drawFilter(AttributeRef attribute, unsigned betweenPercent) {
    Family family = draft_.family(branch_, attribute);
    Expression value = Expression::column(attribute);
    Expression constant = draft_.drawConstant(branch_, attribute);
    if (family == Family::Boolean && random_.chance(70)) {
      Condition flag;
      flag.kind = Condition::Kind::Flag;
      flag.values = {value};
      return random_.chance(40) ? Draft::negation(flag) : flag;
    }
    if (!isOrdered(family))
      return Draft::compare(value, random_.chance(75) ? Comparison::Equal : Comparison::NotEqual,
                            constant);
    if (random_.chance(betweenPercent)) {
      Condition between;
      between.kind = Condition::Kind::Between;
      Expression high = constant;
      std::int64_t step = draft_.stepOf(branch_, attribute, constant.family);
      constant.value -= step * random_.between(0, 1);
      high.value += step * random_.between(1, 5);
      between.values = {value, constant, high};
      return between;
    }
    return Draft::compare(value,
                          random_.chance(30)   ? Comparison::NotEqual
                          : random_.chance(20) ? Comparison::Equal
                                               : draft_.drawInequality(),
                          constant);
  }

  /// IN, OR of two comparisons, remainders.
  void drawOddFilters(std::vector<Condition> &conditions) {
    for (std::int64_t n = random_.between(1, 2); n > 0; --n) {
      AttributeRef attribute =
          draft_.attributeOf(branch_, static_cast<unsigned>(random_.below(items_)));
      std::size_t kind = random_.below(100);
      if (kind < 50) {
        Condition in;
        in.kind = Condition::Kind::In;
        in.isNegated = random_.chance(25);
        in.values = {Expression::column(attribute)};
        for (std::int64_t i = random_.between(1, 4); i > 0; --i)
          in.values.push_back(draft_.drawConstant(branch_, attribute));
        conditions.push_back(std::move(in));
      } else if (kind < 80) {
        conditions.push_back(Draft::junction(Condition::Kind::Or, drawFilter(attribute, 30),
                                             drawFilter(attribute, 30)));
      } else if (draft_.family(branch_, attribute) == Family::Integer) {
        std::int64_t divisor = random_.pick({2, 3, -2});
        conditions.push_back(
            Draft::compare(Expression::of(Expression::Kind::Modulo, Expression::column(attribute),
                                          Expression::constant(Family::Integer, divisor)),
                           random_.chance(70) ? Comparison::Equal : Comparison::NotEqual,
                           Expression::constant(Family::Integer, random_.between(-1, 1))));
      }
    }
  }

  // --- arithmetic --------------------------------------------------------------------------------

  void drawOpaque(std::vector<Condition> &conditions) {
    if (std::optional<Expression> value = drawArithmetic(draft_, branch_, false))
      conditions.push_back(
          Draft::compare(*value,
                         random_.chance(25)   ? Comparison::Equal
                         : random_.chance(20) ? Comparison::NotEqual
                                              : draft_.drawInequality(),
                         Expression::constant(Family::Integer, random_.between(-2, 8))));
  }

  /// Arithmetic over one item compared with another one's attribute or with a constant.
  void drawDerived(std::vector<Condition> &conditions) {
    std::optional<Expression> left = drawArithmetic(draft_, branch_, true);
    if (!left)
      return;
    std::optional<Expression> right = drawArithmetic(draft_, branch_, true);
    if (random_.chance(50)) {
      std::vector<AttributeRef> integers = draft_.integers(branch_);
      right = Expression::column(random_.pick(integers));
    } else if (random_.chance(40)) {
      right = Expression::constant(Family::Integer, random_.between(-3, 9));
    }
    conditions.push_back(Draft::compare(
        *left, random_.chance(40) ? Comparison::Equal : draft_.drawInequality(), *right));
  }

  // --- EXISTS ------------------------------------------------------------------------------------

  /// Over a stream whose rows come before the root, or between another item and the root; or over a
  /// table.
  void drawExists(std::vector<Condition> &conditions) {
    if (draft_.model.streams.empty())
      return;
    ExistsModel exists;
    exists.stream =
        static_cast<unsigned>(random_.chance(60) ? draft_.model.streams.size() - 1
                                                 : random_.below(draft_.model.streams.size()));
    auto index = static_cast<unsigned>(branch_.exists.size());
    unsigned item = items_ + index;
    branch_.exists.push_back(exists);
    std::vector<Condition> inner;
    if (!draft_.model.streams[exists.stream].isTable)
      drawExistsTimes(item, inner);
    for (std::int64_t n = random_.pick({0, 1, 1, 1, 2}); n > 0; --n) {
      unsigned outer = random_.chance(50) ? root_ : static_cast<unsigned>(random_.below(items_));
      if (std::optional<Condition> join = drawJoin(item, outer, 60))
        inner.push_back(std::move(*join));
    }
    drawFilters(item, 40, inner);
    random_.shuffle(inner);
    branch_.exists[index].conditions = std::move(inner);
    Condition condition;
    condition.kind = Condition::Kind::Exists;
    condition.index = index;
    condition.isNegated = random_.chance(55);
    conditions.push_back(std::move(condition));
  }

  void drawExistsTimes(unsigned item, std::vector<Condition> &inner) {
    auto relate = [&](unsigned first, Comparison comparison, unsigned second, std::int64_t steps) {
      inner.push_back(draft_.relation(Family::Time, draft_.timeOf(branch_, first), comparison,
                                      draft_.timeOf(branch_, second), steps));
    };
    std::vector<unsigned> streams = draft_.streamItems(branch_);
    unsigned last = random_.chance(85) ? root_ : random_.pick(streams);
    relate(item, random_.chance(75) ? Comparison::Less : Comparison::LessEqual, last, 0);
    if (random_.chance(15))
      relate(last, Comparison::LessEqual, item, draft_.window());
    if (streams.size() > 1 && random_.chance(50)) {
      unsigned first = random_.pick(streams);
      if (first != last)
        relate(first, random_.chance(75) ? Comparison::Less : Comparison::LessEqual, item, 0);
    }
  }

  // --- NOT and OR --------------------------------------------------------------------------------

  void negateSome(std::vector<Condition> &conditions) {
    if (conditions.empty() && branch_.conditions.empty())
      return;
    std::vector<Condition> &from =
        conditions.empty() || (random_.chance(10) && !branch_.conditions.empty())
            ? branch_.conditions
            : conditions;
    Condition &condition = from[random_.below(from.size())];
    if (condition.kind == Condition::Kind::Between || condition.kind == Condition::Kind::In)
      condition.isNegated = !condition.isNegated;
    else if (condition.kind == Condition::Kind::Compare && random_.chance(60))
      condition = Draft::negation(Draft::negation(condition));
    else
      condition = Draft::negation(condition);
    if (conditions.size() > 1 && random_.chance(40)) {
      Condition last = std::move(conditions.back());
      conditions.pop_back();
      Condition::Kind kind = random_.chance(60) ? Condition::Kind::Or : Condition::Kind::And;
      conditions.back() = Draft::negation(
          Draft::junction(kind, Draft::negation(conditions.back()), std::move(last)));
    }
  }

  /// Joins two conditions by OR; a new one where there is but one.
  void joinByOr(std::vector<Condition> &conditions) {
    auto draw = [&]() -> Condition {
      if (items_ > 1 && random_.chance(70)) {
        auto item = static_cast<unsigned>(random_.below(items_));
        if (std::optional<Condition> join = drawJoin(item, otherThan(item), 50))
          return *join;
      }
      return drawFilter(draft_.attributeOf(branch_, static_cast<unsigned>(random_.below(items_))),
                        40);
    };
    Condition first = draw();
    if (!conditions.empty() && random_.chance(60)) {
      first = std::move(conditions.back());
      conditions.pop_back();
    }
    Condition second = draw();
    if (random_.chance(25))
      second = Draft::junction(Condition::Kind::And, std::move(second), draw());
    else if (!branch_.conditions.empty() && random_.chance(8)) {
      second = std::move(branch_.conditions.back());
      branch_.conditions.pop_back();
    }
    conditions.push_back(Draft::junction(Condition::Kind::Or, std::move(first), std::move(second)));
  }

  Draft &draft_;
  Random &random_;
  BranchModel &branch_;
  unsigned root_;
  unsigned items_;
};

} // namespace

void drawValueConditions(Draft &draft, BranchModel &branch, unsigned root) {
  ValueConditions(draft, branch, root).draw();
}

std::optional<Expression> drawArithmetic(Draft &draft, const BranchModel &branch, bool isDerived) {
  Random &random = draft.random;
  std::vector<AttributeRef> candidates = draft.integers(branch);
  if (candidates.empty())
    return std::nullopt;
  AttributeRef x = random.pick(candidates);
  std::erase_if(candidates,
                [&](AttributeRef other) { return (other.item == x.item) != isDerived; });
  if (candidates.empty())
    return std::nullopt;
  using Kind = Expression::Kind;
  Expression left = Expression::column(x), right = Expression::column(random.pick(candidates));
  auto number = [](std::int64_t value) { return Expression::constant(Family::Integer, value); };
  if (draft.has(Theme::ExtremeValues))
    return Expression::of(random.chance(50) ? Kind::Add : Kind::Subtract, left, right);
  switch (random.below(isDerived ? 7 : 6)) {
  case 0:
    return Expression::of(Kind::Add, left, right);
  case 1:
    return Expression::of(Kind::Subtract, Expression::of(Kind::Multiply, left, number(2)), right);
  case 2:
    return Expression::of(Kind::Multiply, left, right);
  case 3:
    return Expression::of(Kind::Modulo, Expression::of(Kind::Add, left, right), number(3));
  case 4:
    return Expression::of(Kind::Subtract,
                          Expression::of(Kind::Divide, left, number(random.pick({2, -3}))), right);
  case 5:
    return Expression::of(Kind::Add, left, Expression::of(Kind::Multiply, number(3), right));
  default:
    return Expression::of(random.chance(50) ? Kind::Divide : Kind::Modulo, left,
                          number(random.pick({2, 3})));
  }
}

} // namespace bough::differential

#include "test/differential/Conditions.h"

namespace bough::differential {
namespace {

class TimeConditions {
public:
  TimeConditions(Draft &draft, BranchModel &branch)
      : draft_(draft), random_(draft.random), branch_(branch) {}

  unsigned draw() {
    std::vector<unsigned> order = draft_.streamItems(branch_);
    random_.shuffle(order);
    if (draft_.has(Theme::SeveralRoots) ? random_.chance(40) : random_.chance(85))
      drawTree(order);
    else
      drawGraph(order);
    if (draft_.has(Theme::Absolute))
      drawAbsolute(order);
    return order.front();
  }

private:
  void add(unsigned first, Comparison comparison, unsigned second, std::int64_t steps) {
    branch_.conditions.push_back(draft_.relation(Family::Time, draft_.timeOf(branch_, first),
                                                 comparison, draft_.timeOf(branch_, second),
                                                 steps));
  }

  /// order[0] is the root and comes last in time.
  void drawTree(const std::vector<unsigned> &order) {
    bool isChain = random_.chance(40);
    for (unsigned i = 1; i < order.size(); ++i)
      if (random_.chance(draft_.has(Theme::SeveralRoots) ? 50 : 93))
        relate(order[i], order[isChain ? i - 1 : random_.below(i)]);
    if (order.size() > 2 && random_.chance(15))
      relate(order.back(), order.front());
  }

  void drawGraph(const std::vector<unsigned> &order) {
    for (unsigned i = 0; i < order.size(); ++i)
      for (unsigned j = i + 1; j < order.size(); ++j)
        if (random_.chance(draft_.has(Theme::SeveralRoots) ? 30 : 50))
          relate(order[j], order[i]);
  }

  /// Mostly so that `first` comes before `second`.
  void relate(unsigned first, unsigned second) {
    std::int64_t length = draft_.window();
    std::size_t kind = random_.below(100);
    if (draft_.has(Theme::Rates) && random_.chance(85))
      kind = 70;
    if (draft_.has(Theme::EqualTimes) && random_.chance(50))
      kind = 60;
    if (kind < 50) {
      add(first, Comparison::Less, second, 0);
    } else if (kind < 60) {
      add(first, Comparison::LessEqual, second, 0);
    } else if (kind < 66) {
      add(first, Comparison::Equal, second, random_.chance(80) ? 0 : length);
    } else if (kind < 84) {
      add(first, random_.chance(80) ? Comparison::Less : Comparison::LessEqual, second, 0);
      add(second, random_.chance(50) ? Comparison::Less : Comparison::LessEqual, first, length + 1);
    } else if (kind < 91) {
      add(second, random_.chance(50) ? Comparison::Greater : Comparison::GreaterEqual, first,
          length);
    } else if (kind < 97) {
      add(second, Comparison::LessEqual, first, length);
      add(first, Comparison::LessEqual, second, draft_.window());
    } else {
      add(first, Comparison::NotEqual, second, random_.chance(70) ? 0 : length);
    }
  }

  /// Comparisons with TIMESTAMP literals near the times of the rows.
  void drawAbsolute(const std::vector<unsigned> &order) {
    auto literal = [&](std::int64_t time) {
      return Expression::constant(Family::Time, draft_.ticks(time));
    };
    for (unsigned item : order) {
      if (!random_.chance(60))
        continue;
      std::int64_t time = random_.pick(draft_.times) + random_.between(0, 1);
      Condition condition = Draft::compare(
          draft_.time(branch_, item),
          random_.chance(60)
              ? random_.pick({Comparison::Less, Comparison::LessEqual})
              : random_.pick({Comparison::Greater, Comparison::GreaterEqual, Comparison::Equal}),
          literal(time));
      if (random_.chance(25)) {
        condition.kind = Condition::Kind::Between;
        condition.values = {draft_.time(branch_, item), literal(time),
                            literal(time + random_.between(0, 6))};
      }
      branch_.conditions.push_back(std::move(condition));
    }
  }

  Draft &draft_;
  Random &random_;
  BranchModel &branch_;
};

} // namespace

unsigned drawTimeConditions(Draft &draft, BranchModel &branch) {
  return TimeConditions(draft, branch).draw();
}

} // namespace bough::differential

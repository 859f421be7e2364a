#include "frontend/sema/BranchSplitter.h"

#include "frontend/sema/Contradiction.h"

#include <algorithm>

namespace bough {

namespace {

bool isOverOneItem(const Formula &formula) {
  return formula.items.size() <= 1 && !formula.hasExists;
}

/// x <= c with the literal's terms; -x <= c if it is negated.
FormulaPtr atMost(const Literal &literal, bool isNegated, std::int64_t c) {
  Literal result = literal;
  result.relation = Literal::Relation::AtMost;
  if (isNegated)
    result.terms = negate(literal.terms);
  result.values = {c};
  return makeLiteral(std::move(result));
}

/// x >= low and x <= high
FormulaPtr between(const Literal &literal, std::int64_t low, std::int64_t high) {
  if (low < high)
    return makeAnd({atMost(literal, true, -low), atMost(literal, false, high)}, literal.range);
  Literal result = literal;
  result.relation = Literal::Relation::Equal;
  result.values = {low};
  return makeLiteral(std::move(result));
}

struct Disjunction {
  std::vector<FormulaPtr> operands; ///< two or more
  bool isDisjoint = false;          ///< no two operands hold at once, or that does not matter
};

/// NotEqual, In and NotIn as ranges, from below to above.
std::vector<FormulaPtr> ranges(const Literal &literal) {
  std::vector<FormulaPtr> result;
  const std::vector<std::int64_t> &values = literal.values;
  bool isIn = literal.relation == Literal::Relation::In;
  if (!isIn)
    result.push_back(atMost(literal, false, values.front() - 1));
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1; // of a run without gaps
    while (end < values.size() && values[end] - 1 == values[end - 1])
      ++end;
    if (isIn)
      result.push_back(between(literal, values[begin], values[end - 1]));
    else if (end < values.size())
      result.push_back(between(literal, values[end - 1] + 1, values[end] - 1));
    begin = end;
  }
  if (!isIn) // x > v is -x <= -v - 1
    result.push_back(atMost(literal, true, ~values.back()));
  return result;
}

/// The operands of an Or in the order in which they are best negated: filters, of which there is
/// one per item, then literals, then what splits itself when it is negated, then EXISTS.
std::vector<FormulaPtr> arrange(const Formula &disjunction) {
  std::map<unsigned, std::vector<FormulaPtr>> filters;
  std::vector<FormulaPtr> literals, others, exists, result;
  for (const FormulaPtr &operand : disjunction.operands)
    if (operand->hasExists)
      exists.push_back(operand);
    else if (isOverOneItem(*operand))
      filters[operand->items.front()].push_back(operand);
    else
      (operand->kind == Formula::Kind::Literal ? literals : others).push_back(operand);
  for (auto &[item, operands] : filters)
    result.push_back(makeOr(std::move(operands), disjunction.range));
  result.insert(result.end(), literals.begin(), literals.end());
  result.insert(result.end(), others.begin(), others.end());
  result.insert(result.end(), exists.begin(), exists.end());
  return result;
}

class Splitter {
public:
  Splitter(const RangeOf &range, std::size_t limit, std::optional<unsigned> existsItem)
      : range_(range), limit_(limit), existsItem_(existsItem) {}

  std::optional<std::vector<Conjuncts>> run(const FormulaPtr &condition) {
    State whole;
    assume(condition, whole);
    stack_.push_back(std::move(whole));
    // Most splits give a branch or are soon found contradictory; a condition for which that is not
    // so is refused like one with too many branches.
    const std::size_t maximumSteps = 16 * limit_ + 16;
    for (std::size_t steps = 0; !stack_.empty(); ++steps) {
      State state = std::move(stack_.back());
      stack_.pop_back();
      if (steps == maximumSteps || (state.disjunctions.empty() && results_.size() == limit_))
        return std::nullopt;
      if (state.disjunctions.empty())
        results_.push_back(std::move(state.conjuncts));
      else
        split(std::move(state));
    }
    if (results_.empty())
      results_.push_back(std::move(*impossible_));
    return std::move(results_);
  }

  /// Looks for a part that is possible, with filters split as well.
  bool provesImpossible(const FormulaPtr &condition, std::size_t &steps) {
    splitsAll_ = true;
    State whole;
    assume(condition, whole);
    if (!isPossible(whole))
      return true;
    for (stack_.push_back(std::move(whole)); !stack_.empty(); --steps) {
      State state = std::move(stack_.back());
      stack_.pop_back();
      if (steps == 0 || state.disjunctions.empty())
        return false;
      split(std::move(state));
    }
    return true;
  }

private:
  struct State {
    Conjuncts conjuncts;
    std::vector<Disjunction> disjunctions; ///< still to be split; the last one is the next
  };

  void assume(const FormulaPtr &formula, State &state) const {
    switch (formula->kind) {
    case Formula::Kind::True:
      return;
    case Formula::Kind::False:
      break;
    case Formula::Kind::Literal: {
      const Literal &literal = formula->literal;
      auto isSame = [&](const FormulaPtr &other) {
        return other->kind == Formula::Kind::Literal && other->literal == literal;
      };
      if (isSplit(*formula))
        return defer({ranges(literal), true}, state);
      if (std::any_of(state.conjuncts.begin(), state.conjuncts.end(), isSame))
        return;
      break;
    }
    case Formula::Kind::And:
      for (const FormulaPtr &operand : formula->operands)
        assume(operand, state);
      return;
    case Formula::Kind::Or:
      // Inside of an EXISTS the parts may overlap.
      if (splitsAll_)
        return defer({formula->operands, true}, state);
      if (mayBeSplit(*formula))
        return defer({arrange(*formula), existsItem_.has_value()}, state);
      break;
    case Formula::Kind::Exists:
    case Formula::Kind::NotExists:
      break;
    }
    state.conjuncts.push_back(formula);
  }

  /// First come, first split.
  void defer(Disjunction disjunction, State &state) const {
    if (disjunction.operands.size() == 1)
      assume(disjunction.operands.front(), state);
    else
      state.disjunctions.insert(state.disjunctions.begin(), std::move(disjunction));
  }

  bool mayBeSplit(const Formula &formula) const {
    return splitsAll_ || (!isOverOneItem(formula) &&
                          (!existsItem_ || std::binary_search(formula.items.begin(),
                                                              formula.items.end(), *existsItem_)));
  }
  bool isSplit(const Formula &formula) const {
    return mayBeSplit(formula) && formula.literal.relation != Literal::Relation::AtMost &&
           formula.literal.relation != Literal::Relation::Equal &&
           // There is nothing below, and no negation.
           formula.literal.values.front() > std::numeric_limits<std::int64_t>::min() &&
           sidesOf(formula.literal, range_).has_value();
  }

  /// p OR rest: p, and NOT p AND rest.
  void split(State state) {
    Disjunction disjunction = std::move(state.disjunctions.back());
    state.disjunctions.pop_back();
    std::vector<FormulaPtr> &operands = disjunction.operands;
    FormulaPtr alternative = std::move(operands.front());
    operands.erase(operands.begin());
    State first = state, second = std::move(state);
    assume(alternative, first);
    if (!disjunction.isDisjoint)
      assume(negate(alternative), second);
    if (operands.size() == 1)
      assume(operands.front(), second);
    else
      second.disjunctions.push_back(std::move(disjunction));
    bool isFirstPossible = isPossible(first);
    if (isPossible(second))
      stack_.push_back(std::move(second));
    if (isFirstPossible)
      stack_.push_back(std::move(first));
  }

  bool isPossible(const State &state) {
    if (!isContradictory(state.conjuncts, range_))
      return true;
    if (!impossible_)
      impossible_ = state.conjuncts;
    return false;
  }

  const RangeOf &range_;
  std::size_t limit_;
  std::optional<unsigned> existsItem_;
  bool splitsAll_ = false;
  std::vector<State> stack_; ///< the last one is the next
  std::vector<Conjuncts> results_;
  std::optional<Conjuncts> impossible_; ///< the first one that was left out
};

} // namespace

std::optional<std::vector<Conjuncts>> splitDisjoint(const FormulaPtr &condition,
                                                    const RangeOf &range, std::size_t limit) {
  return Splitter(range, limit, std::nullopt).run(condition);
}

std::optional<std::vector<Conjuncts>> splitExists(const FormulaPtr &condition, unsigned item,
                                                  const RangeOf &range, std::size_t limit) {
  return Splitter(range, limit, item).run(condition);
}

bool isImpossible(const FormulaPtr &condition, const RangeOf &range, std::size_t &steps) {
  return Splitter(range, 0, std::nullopt).provesImpossible(condition, steps);
}

} // namespace bough

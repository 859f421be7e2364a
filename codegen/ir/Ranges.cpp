#include "codegen/ir/Ranges.h"

#include "codegen/ir/OpInfo.h"

#include <algorithm>
#include <limits>

namespace bough::ir {

namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr Interval all64{Bound(smallest), Bound(largest)};
constexpr Interval timestamps{Bound(0), Bound(largest)};

/// How many conditions are looked at behind one: `and`, `or` and `not` can make very many of few.
constexpr unsigned mostConditions = 64;

/// What a saturating op makes of an exact result.
Interval saturated(Interval exact) {
  return {Bound(exact.lo.clampToInt64()), Bound(exact.hi.clampToInt64())};
}
Interval sum(Interval x, Interval y) { return {x.lo + y.lo, x.hi + y.hi}; }
Interval difference(Interval x, Interval y) { return {x.lo - y.hi, x.hi - y.lo}; }
Interval product(Interval x, Interval y) {
  if (x.isEmpty() || y.isEmpty())
    return {Bound(1), Bound(0)};
  auto [lo, hi] = std::minmax({x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi});
  return {lo, hi};
}

__int128 wideOf(Bound bound) { return bound.clampToInt64(); }
Bound boundOf(__int128 value) {
  constexpr __int128 lowest = smallest, highest = largest;
  return Bound(static_cast<std::int64_t>(std::clamp(value, lowest, highest)));
}

/// Quotients by a constant rise with x, or fall with it when the constant is negative.
Interval quotient(Interval x, std::int64_t divisor) {
  if (x.isEmpty() || divisor == 0)
    return x;
  Bound first = boundOf(wideOf(x.lo) / divisor);
  Bound last = boundOf(wideOf(x.hi) / divisor);
  return {std::min(first, last), std::max(first, last)};
}

/// A remainder has the sign of x, is no longer than x and shorter than the divisor.
Interval remainder(Interval x, std::int64_t divisor) {
  if (x.isEmpty() || divisor == 0)
    return x;
  __int128 longest = divisor < 0 ? -static_cast<__int128>(divisor) : divisor;
  Bound limit = boundOf(longest - 1);
  if (-limit <= x.lo && x.hi <= limit)
    return x;
  return {std::max(-limit, std::min(x.lo, Bound(0))), std::min(limit, std::max(x.hi, Bound(0)))};
}

} // namespace

Ranges::Ranges(const Program &program, const Handler &handler)
    : program_(&program), intervals_(handler.values.size(), all64),
      conditions_(handler.values.size()) {
  if (!takesRow(handler.trigger) || handler.stream >= program.streams.size())
    return;
  unsigned column = program.streams[handler.stream].timestampColumn;
  if (column < handler.parameters.size() && handler.parameters[column] < intervals_.size())
    intervals_[handler.parameters[column]] = timestamps;
}

void Ranges::grow(const Handler &handler) {
  intervals_.resize(handler.values.size(), all64);
  conditions_.resize(handler.values.size());
}

Interval Ranges::of(const Operand &operand) const {
  if (!operand.isValue())
    return {Bound(operand.number()), Bound(operand.number())};
  return intervals_[operand.id()];
}

std::optional<bool> Ranges::truth(const Operand &condition) const {
  unsigned budget = mostConditions;
  return truth(condition, budget);
}

std::optional<bool> Ranges::truth(const Operand &operand, unsigned &budget) const {
  if (!operand.isValue())
    return operand.number() != 0;
  if (budget == 0)
    return std::nullopt;
  --budget;
  const Condition &condition = conditions_[operand.id()];
  auto opposite = [&](std::optional<bool> known) -> std::optional<bool> {
    return known ? std::optional(*known != condition.isNegated) : std::nullopt;
  };
  switch (condition.kind) {
  case Condition::Kind::Unknown:
    return std::nullopt;
  case Condition::Kind::Same:
    return opposite(truth(condition.x, budget));
  case Condition::Kind::And:
  case Condition::Kind::Or: {
    bool decides = condition.kind == Condition::Kind::Or; // one such side is enough
    std::optional<bool> x = truth(condition.x, budget);
    if (x == decides)
      return opposite(x);
    std::optional<bool> y = truth(condition.y, budget);
    if (y == decides || (x && y))
      return opposite(y);
    return std::nullopt;
  }
  case Condition::Kind::LessEqual:
  case Condition::Kind::Equal:
  case Condition::Kind::In:
    break;
  }
  // A condition that would leave one of its operands without any value cannot hold.
  for (bool holds : {true, false})
    for (const auto &[about, interval] : consequences(operand, holds))
      if (intersect(of(about), interval).isEmpty())
        return !holds;
  return std::nullopt;
}

void Ranges::define(const Op &op) {
  auto integer = [&](ValueId id, Interval interval) { intervals_[id] = interval; };
  auto comparison = [&](const auto &o, Condition::Kind kind, bool isNegated) {
    conditions_[o.result] = {kind, isNegated, o.x, o.y, o.offset, 0, 0};
  };
  std::visit(
      Overloaded{
          [&](const Now &o) { integer(o.result, timestamps); },
          [&](const Add &o) { integer(o.result, saturated(sum(of(o.x), of(o.y)))); },
          [&](const Sub &o) { integer(o.result, saturated(difference(of(o.x), of(o.y)))); },
          [&](const AddChecked &o) { integer(o.result, intersect(sum(of(o.x), of(o.y)), all64)); },
          [&](const SubChecked &o) {
            integer(o.result, intersect(difference(of(o.x), of(o.y)), all64));
          },
          [&](const Prod &o) { integer(o.result, saturated(product(of(o.x), of(o.y)))); },
          [&](const ProdChecked &o) {
            integer(o.result, intersect(product(of(o.x), of(o.y)), all64));
          },
          [&](const Div &o) { integer(o.result, quotient(of(o.x), o.divisor)); },
          [&](const Mod &o) { integer(o.result, remainder(of(o.x), o.divisor)); },
          [&](const Min &o) {
            Interval x = of(o.x), y = of(o.y);
            integer(o.result, {std::min(x.lo, y.lo), std::min(x.hi, y.hi)});
          },
          [&](const Max &o) {
            Interval x = of(o.x), y = of(o.y);
            integer(o.result, {std::max(x.lo, y.lo), std::max(x.hi, y.hi)});
          },
          [&](const Clamp &o) {
            auto nearest = [&](Bound v) { return std::max(Bound(o.lo), std::min(Bound(o.hi), v)); };
            integer(o.result, {nearest(of(o.x).lo), nearest(of(o.x).hi)});
          },
          [&](const Xor &o) {
            Bound zero(0);
            bool isNatural = of(o.x).lo >= zero && of(o.y).lo >= zero; // then so is the result
            integer(o.result, isNatural ? Interval{zero, Bound(largest)} : all64);
          },
          [&](const Zobrist &o) { integer(o.result, all64); },
          [&](const LessEqual &o) { comparison(o, Condition::Kind::LessEqual, false); },
          [&](const Equal &o) { comparison(o, Condition::Kind::Equal, false); },
          [&](const NotEqual &o) { comparison(o, Condition::Kind::Equal, true); },
          [&](const In &o) {
            conditions_[o.result] = {
                Condition::Kind::In, false, o.x, Operand::immediate(0), 0, o.lo, o.hi};
          },
          [&](const And &o) {
            conditions_[o.result] = {Condition::Kind::And, false, o.x, o.y, 0, 0, 0};
          },
          [&](const Or &o) {
            conditions_[o.result] = {Condition::Kind::Or, false, o.x, o.y, 0, 0, 0};
          },
          [&](const Not &o) {
            conditions_[o.result] = {
                Condition::Kind::Same, true, o.x, Operand::immediate(0), 0, 0, 0};
          },
          [](const Widen &) {},
          [&](const Narrow &o) { integer(o.result, all64); },
          [](const WideAdd &) {},
          [](const WideSub &) {},
          [](const WideMul &) {},
          [](const WideDiv &) {},
          [](const WideCount &) {},
          [](const WideLessEqual &) {},
          [](const WideEqual &) {},
          [&](const Find &o) {
            std::size_t size = program_->dictionaries[o.dictionary].values.size();
            integer(o.result, {Bound(-1), Bound(static_cast<std::int64_t>(size) - 1)});
          },
          [&](const Select &o) {
            const std::vector<std::int64_t> &values = program_->dictionaries[o.dictionary].values;
            Bound last(static_cast<std::int64_t>(values.size()) - 1);
            Interval index = intersect(of(o.index), {Bound(0), last});
            if (index.isEmpty()) // cannot be reached, or is refused by the verifier
              integer(o.result, {Bound(1), Bound(0)});
            else
              integer(o.result, {Bound(values[static_cast<std::size_t>(*index.lo.toInt64())]),
                                 Bound(values[static_cast<std::size_t>(*index.hi.toInt64())])});
          },
          [](const Load &) {},
          [](const Total &) {},
          [&](const Extreme &o) { integer(o.result, all64); },
          [](const Amount &) {},
          [](const Nonzero &) {},
          [](const Multiply &) {},
          [](const Sum &) {},
          [&](const Least &o) { integer(o.result, all64); },
          [](const Asks &) {},
          [](const Yield &) {},
          [](const Bump &) {},
          [](const Put &) {},
          [](const Accumulate &) {},
          [](const Clear &) {},
          [](const Take &) {},
          [](const Push &) {},
          [](const Emit &) {},
          [](const Reset &) {},
          [](const Age &) {},
          [&](const Utility &o) { integer(o.result, {Bound(0), Bound(largest)}); },
          [](const Shed &) {},
          [](const When &) {},
          [&](const For &o) { integer(o.variable, {of(o.lo).lo, of(o.hi).hi}); },
          [&](const Each &o) {
            for (ValueId column : o.columns)
              integer(column, all64);
          },
          [&](const Scan &o) { defineColumns(o); },
          [&](const Match &o) { defineColumns(o); },
          [&](const Expire &o) { defineColumns(o); },
      },
      op.node);
}

void Ranges::defineColumns(const Scan &scan) {
  const Table &table = program_->tables[scan.table];
  auto [known, isNew] = tableColumns_.try_emplace(scan.table);
  if (isNew)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      Interval cells{Bound(1), Bound(0)};
      for (const std::vector<std::int64_t> &row : table.rows)
        if (c < row.size())
          cells = hull(cells, {Bound(row[c]), Bound(row[c])});
      known->second.push_back(cells);
    }
  for (std::size_t i = 0; i < scan.columns.size(); ++i) {
    std::size_t column = scan.keys.size() + i;
    intervals_[scan.columns[i]] = column < known->second.size() ? known->second[column] : all64;
  }
}

void Ranges::defineColumns(const Match &match) {
  const Synopsis &synopsis = program_->synopses[match.synopsis];
  std::vector<unsigned> bound = synopsis.boundKeys();
  for (std::size_t i = 0; i < match.columns.size(); ++i) {
    bool isKnown = i < bound.size() && synopsis.keys[bound[i]].kind != KeyKind::Any;
    intervals_[match.columns[i]] =
        isKnown ? Interval{Bound(synopsis.keys[bound[i]].lo), Bound(synopsis.keys[bound[i]].hi)}
                : all64;
  }
  intervals_[match.value] = all64;
}

/// Ages are those at which entries have expired. Which of several has passed its range is not
/// known.
void Ranges::defineColumns(const Expire &expire) {
  const Synopsis &synopsis = program_->synopses[expire.synopsis];
  auto times = std::ranges::count_if(synopsis.keys, [](auto &key) { return key.isTime(); });
  for (std::size_t i = 0; i < expire.columns.size(); ++i) {
    Interval &known = intervals_[expire.columns[i]];
    known = all64;
    if (i >= synopsis.keys.size() || synopsis.keys[i].kind == KeyKind::Any)
      continue;
    const SynopsisKey &key = synopsis.keys[i];
    if (!key.isTime())
      known = {Bound(key.lo), Bound(key.hi)};
    else
      known = {times == 1 ? std::min(Bound(key.hi) + Bound(1), Bound(largest)) : Bound(0),
               Bound(largest)};
  }
  intervals_[expire.value] = all64;
}

Ranges::Facts Ranges::consequences(const Operand &condition, bool holds) const {
  Facts facts;
  unsigned budget = mostConditions;
  addConsequences(condition, holds, budget, facts);
  return facts;
}

void Ranges::addConsequences(const Operand &operand, bool holds, unsigned &budget,
                             Facts &facts) const {
  if (!operand.isValue() || budget == 0)
    return;
  --budget;
  const Condition &condition = conditions_[operand.id()];
  bool isTrue = holds != condition.isNegated;
  switch (condition.kind) {
  case Condition::Kind::Unknown:
    return;
  case Condition::Kind::Same:
    addConsequences(condition.x, isTrue, budget, facts);
    return;
  case Condition::Kind::And:
  case Condition::Kind::Or:
    // Of a conjunction that does not hold nothing is known about one side alone; likewise `or`.
    if (isTrue == (condition.kind == Condition::Kind::And)) {
      addConsequences(condition.x, isTrue, budget, facts);
      addConsequences(condition.y, isTrue, budget, facts);
    }
    return;
  case Condition::Kind::LessEqual:
  case Condition::Kind::Equal:
  case Condition::Kind::In:
    addFacts(condition, isTrue, facts);
  }
}

void Ranges::addFacts(const Condition &condition, bool isTrue, Facts &facts) const {
  Interval x = of(condition.x), y = of(condition.y);
  Bound offset(condition.offset);
  Bound one(1);
  Bound never = Bound::infinity();
  switch (condition.kind) {
  case Condition::Kind::Unknown:
  case Condition::Kind::Same:
  case Condition::Kind::And:
  case Condition::Kind::Or:
    return;
  case Condition::Kind::LessEqual: // x <= y + offset, or x >= y + offset + 1
    if (isTrue) {
      facts.push_back({condition.x, {-never, y.hi + offset}});
      facts.push_back({condition.y, {x.lo - offset, never}});
    } else {
      facts.push_back({condition.x, {y.lo + offset + one, never}});
      facts.push_back({condition.y, {-never, x.hi - offset - one}});
    }
    return;
  case Condition::Kind::Equal:
    if (isTrue) {
      facts.push_back({condition.x, {y.lo + offset, y.hi + offset}});
      facts.push_back({condition.y, {x.lo - offset, x.hi - offset}});
    } else if (y.lo == y.hi && x.lo == y.lo + offset) {
      // x <> c cuts off an end of x's interval, nothing else.
      facts.push_back({condition.x, {x.lo + one, never}});
    } else if (y.lo == y.hi && x.hi == y.hi + offset) {
      facts.push_back({condition.x, {-never, x.hi - one}});
    }
    return;
  case Condition::Kind::In: {
    Bound lo(condition.lo), hi(condition.hi);
    if (isTrue) {
      facts.push_back({condition.x, {lo, hi}});
      return;
    }
    if (x.lo >= lo && lo <= hi)
      facts.push_back({condition.x, {hi + one, never}});
    if (x.hi <= hi && lo <= hi)
      facts.push_back({condition.x, {-never, lo - one}});
  }
  }
}

Ranges::Guard::Guard(Ranges &ranges, const Operand &condition, bool holds) : ranges_(ranges) {
  if (!condition.isValue())
    return;
  for (const auto &[about, interval] : ranges.consequences(condition, holds)) {
    if (!about.isValue())
      continue;
    Interval &known = ranges.intervals_[about.id()];
    before_.emplace_back(about.id(), known);
    known = intersect(known, interval);
  }
}

Ranges::Guard::~Guard() {
  for (auto known = before_.rbegin(); known != before_.rend(); ++known)
    ranges_.intervals_[known->first] = known->second;
}

} // namespace bough::ir

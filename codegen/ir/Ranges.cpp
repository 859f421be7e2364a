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

/// What a saturating op makes of an exact result.
Interval saturated(Interval exact) {
  return {Bound(exact.lo.clampToInt64()), Bound(exact.hi.clampToInt64())};
}
Interval sum(Interval x, Interval y) { return {x.lo + y.lo, x.hi + y.hi}; }
Interval difference(Interval x, Interval y) { return {x.lo - y.hi, x.hi - y.lo}; }

} // namespace

Ranges::Ranges(const Program &program, const Handler &handler)
    : intervals_(handler.values.size(), all64), conditions_(handler.values.size()) {
  if (handler.trigger != Trigger::Row || handler.stream >= program.streams.size())
    return;
  unsigned column = program.streams[handler.stream].timestampColumn;
  if (column < handler.parameters.size() && handler.parameters[column] < intervals_.size())
    intervals_[handler.parameters[column]] = timestamps;
}

Interval Ranges::of(const Operand &operand) const {
  if (!operand.isValue())
    return {Bound(operand.number()), Bound(operand.number())};
  return intervals_[operand.id()];
}

std::optional<bool> Ranges::truth(const Operand &operand) const {
  if (!operand.isValue())
    return operand.number() != 0;
  const Condition &condition = conditions_[operand.id()];
  // A condition that would leave one of its operands without any value cannot hold.
  for (bool holds : {true, false})
    for (const auto &[about, interval] : consequences(condition, holds))
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
          [&](const LessEqual &o) { comparison(o, Condition::Kind::LessEqual, false); },
          [&](const Equal &o) { comparison(o, Condition::Kind::Equal, false); },
          [&](const NotEqual &o) { comparison(o, Condition::Kind::Equal, true); },
          [&](const In &o) {
            conditions_[o.result] = {
                Condition::Kind::In, false, o.x, Operand::immediate(0), 0, o.lo, o.hi};
          },
          [](const Load &) {},
          [](const Nonzero &) {},
          [](const Multiply &) {},
          [](const Sum &) {},
          [](const Yield &) {},
          [](const Bump &) {},
          [](const Push &) {},
          [](const Emit &) {},
          [](const Reset &) {},
          [](const Age &) {},
          [](const When &) {},
          [&](const For &o) { integer(o.variable, {of(o.lo).lo, of(o.hi).hi}); },
          [&](const Each &o) {
            for (ValueId column : o.columns)
              integer(column, all64);
          },
      },
      op.node);
}

Ranges::Facts Ranges::consequences(const Condition &condition, bool holds) const {
  bool isTrue = holds != condition.isNegated;
  Interval x = of(condition.x), y = of(condition.y);
  Bound offset(condition.offset);
  Bound one(1);
  Bound never = Bound::infinity();
  switch (condition.kind) {
  case Condition::Kind::Unknown:
    return {};
  case Condition::Kind::LessEqual: // x <= y + offset, or x >= y + offset + 1
    if (isTrue)
      return {{condition.x, {-never, y.hi + offset}}, {condition.y, {x.lo - offset, never}}};
    return {{condition.x, {y.lo + offset + one, never}},
            {condition.y, {-never, x.hi - offset - one}}};
  case Condition::Kind::Equal:
    if (isTrue)
      return {{condition.x, {y.lo + offset, y.hi + offset}},
              {condition.y, {x.lo - offset, x.hi - offset}}};
    // x <> c cuts off an end of x's interval, nothing else.
    if (y.lo == y.hi && x.lo == y.lo + offset)
      return {{condition.x, {x.lo + one, never}}};
    if (y.lo == y.hi && x.hi == y.hi + offset)
      return {{condition.x, {-never, x.hi - one}}};
    return {};
  case Condition::Kind::In: {
    Bound lo(condition.lo), hi(condition.hi);
    if (isTrue)
      return {{condition.x, {lo, hi}}};
    Facts facts;
    if (x.lo >= lo && lo <= hi)
      facts.push_back({condition.x, {hi + one, never}});
    if (x.hi <= hi && lo <= hi)
      facts.push_back({condition.x, {-never, lo - one}});
    return facts;
  }
  }
  return {};
}

Ranges::Guard::Guard(Ranges &ranges, const Operand &condition, bool holds) : ranges_(ranges) {
  if (!condition.isValue())
    return;
  for (const auto &[about, interval] :
       ranges.consequences(ranges.conditions_[condition.id()], holds)) {
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

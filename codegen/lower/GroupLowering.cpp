#include "codegen/lower/GroupLowering.h"

#include <fmt/format.h>

namespace bough {

using Kind = Aggregate::Kind;
using ir::Operand;

namespace {

std::int64_t powerOfTen(int exponent) {
  std::int64_t power = 1;
  for (; exponent > 0; --exponent)
    power *= 10;
  return power;
}

} // namespace

// --- synopses ------------------------------------------------------------------------------------

GroupLowering::GroupLowering(const Plan &plan, unsigned term, const GroupShape &shape, Names &names,
                             ir::Program &program)
    : query_(plan.queries[plan.terms[term].query]), aggregation_(*plan.terms[term].aggregation),
      shape_(shape), program_(program), result_(term) {
  Names keyNames;
  keyNames.unique("age");
  keyNames.unique("start");
  keyNames.unique("window");
  for (unsigned key = 0; key < aggregation_.keys; ++key) {
    std::string name = fmt::format("key{}", key + 1);
    for (std::size_t i = 0; i < aggregation_.columns.size(); ++i)
      if (aggregation_.columns[i].kind == Kind::Key && aggregation_.columns[i].output == key) {
        name = query_.columns[i].name;
        break;
      }
    keys_.push_back({keyNames.unique(name), ir::KeyKind::Dense, shape.keys[key].lo.clampToInt64(),
                     shape.keys[key].hi.clampToInt64()});
  }
  ir::Synopsis table;
  table.name = names.unique("GROUPS");
  table.current = true;
  table.comment = hasWindow() ? "groups of the open windows" : "groups of the batch";
  table.capacity = shape.groups;
  table.index.emplace();
  std::int64_t oldest = hasWindow() ? aggregation_.window->size - 1 : 0;
  table.keys.push_back({"age", ir::KeyKind::Expiring, 0, oldest});
  if (hasWindow())
    table.keys.push_back({"start", ir::KeyKind::Any, 0, 0});
  table.keys.insert(table.keys.end(), keys_.begin(), keys_.end());
  table_ = static_cast<ir::SynopsisId>(program.synopses.size());
  program.synopses.push_back(std::move(table));

  for (const Aggregate &column : aggregation_.columns) {
    const unsigned number = column.output + 1;
    switch (column.kind) {
    case Kind::Average:
    case Kind::Count:
      if (!counts_)
        counts_ = addTotals(names, "COUNTS", ir::ValueKind::Sum, "rows of each group");
      if (column.kind == Kind::Count)
        break;
      [[fallthrough]];
    case Kind::Sum:
      if (!parts_.count({Kind::Sum, column.output}))
        parts_[{Kind::Sum, column.output}] =
            addTotals(names, "SUMS", ir::ValueKind::Sum, fmt::format("sums of output {}", number));
      break;
    case Kind::Minimum:
    case Kind::Maximum: {
      const bool isMinimum = column.kind == Kind::Minimum;
      if (!parts_.count({column.kind, column.output}))
        parts_[{column.kind, column.output}] =
            addTotals(names, isMinimum ? "SMALLEST" : "LARGEST",
                      isMinimum ? ir::ValueKind::Min : ir::ValueKind::Max,
                      fmt::format("{} of output {}", isMinimum ? "minima" : "maxima", number));
      break;
    }
    case Kind::Key:
    case Kind::WindowStart:
    case Kind::WindowEnd:
      break;
    }
  }
}

ir::SynopsisId GroupLowering::addTotals(Names &names, std::string_view hint, ir::ValueKind value,
                                        std::string comment) {
  ir::Synopsis synopsis;
  synopsis.name = names.unique(hint);
  synopsis.value = value;
  synopsis.current = true;
  synopsis.comment = std::move(comment);
  if (shape_.windows > 1)
    synopsis.keys.push_back({"window", ir::KeyKind::Dense, 0, shape_.windows - 1});
  synopsis.keys.insert(synopsis.keys.end(), keys_.begin(), keys_.end());
  program_.synopses.push_back(std::move(synopsis));
  return static_cast<ir::SynopsisId>(program_.synopses.size() - 1);
}

// --- rows ----------------------------------------------------------------------------------------

Operand GroupLowering::wideOf(ir::Builder &builder, Operand value) const {
  return value.isValue() ? builder.widen("value", value) : value;
}

Operand GroupLowering::integerOf(ir::Builder &builder, Operand value) const {
  if (builder.typeOf(value) != ir::ValueType::Time)
    return value;
  return builder.narrowChecked("ticks", builder.widen("time", value));
}

Operand GroupLowering::timeOf(ir::Builder &builder, Operand value) const {
  Operand now = builder.now();
  return builder.add("time", builder.sub("zero", now, now), value);
}

void GroupLowering::add(ir::Builder &builder, const std::vector<Operand> &outputs,
                        Operand count) const {
  builder.at(aggregation_.range);
  Keys keys;
  for (std::size_t i = 0; i < keys_.size(); ++i)
    keys.push_back(
        builder.clamp(keys_[i].name, integerOf(builder, outputs[i]), keys_[i].lo, keys_[i].hi));
  auto with = [&](Keys front) {
    front.insert(front.end(), keys.begin(), keys.end());
    return front;
  };
  if (!hasWindow()) {
    builder.bump(table_, with({Operand::immediate(0)}), Operand::immediate(1));
    return accumulate(builder, keys, outputs, count);
  }
  const Window &window = *aggregation_.window;
  Operand now = integerOf(builder, builder.now());
  Operand since = builder.mod("since", now, window.slide);
  if (window.phase != 0)
    since = builder.mod(
        "since", builder.add("since", since, Operand::immediate(window.slide - window.phase)),
        window.slide);
  auto addToWindow = [&](Operand age) {
    age = builder.clamp("age", age, 0, window.size - 1);
    Operand start = builder.sub("start", now, age);
    builder.bump(table_, with({age, start}), Operand::immediate(1));
    accumulate(builder, shape_.windows == 1 ? keys : with({windowSlot(builder, start)}), outputs,
               count);
  };
  if (shape_.windows == 1)
    return addToWindow(since);
  builder.forRange(
      "earlier", Operand::immediate(0), Operand::immediate(shape_.windows - 1),
      [&](Operand earlier) {
        addToWindow(builder.add(
            "age", since, builder.prod("earlier", earlier, Operand::immediate(window.slide))));
      });
}

Operand GroupLowering::windowSlot(ir::Builder &builder, Operand start) const {
  const Window &window = *aggregation_.window;
  Operand distance = builder.sub("distance", start, Operand::immediate(window.phase));
  Operand number =
      builder.mod("window", builder.div("window", distance, window.slide), shape_.windows);
  // Windows may start before time 0.
  Operand slot = builder.mod(
      "window", builder.add("window", number, Operand::immediate(shape_.windows)), shape_.windows);
  return builder.clamp("window", slot, 0, shape_.windows - 1);
}

void GroupLowering::accumulate(ir::Builder &builder, const Keys &keys,
                               const std::vector<Operand> &outputs, Operand count) const {
  bool hasSums = counts_.has_value();
  for (const auto &[part, synopsis] : parts_)
    hasSums |= part.first == Kind::Sum;
  std::optional<Operand> rows;
  if (hasSums)
    rows = builder.wideCount("rows", count);
  if (counts_)
    builder.accumulate(*counts_, keys, *rows);
  for (const auto &[part, synopsis] : parts_) {
    Operand value = outputs[part.second];
    if (part.first == Kind::Sum)
      builder.accumulate(synopsis, keys,
                         builder.wideMultiply("share", wideOf(builder, value), *rows));
    else
      builder.put(synopsis, keys, integerOf(builder, value));
  }
}

// --- results -------------------------------------------------------------------------------------

ir::Handler GroupLowering::batchPass() const {
  ir::Handler handler;
  handler.trigger = ir::Trigger::Batch;
  ir::Builder builder(handler);
  builder.at(aggregation_.range);
  builder.match("n", program_.synopses[table_], table_, {},
                [&](const std::vector<Operand> &entry, Operand) {
                  const Keys groups(entry.begin() + 1, entry.end());
                  builder.emit(result_, rowOf(builder, groups, groups, Operand::immediate(0)),
                               Operand::immediate(1));
                });
  return handler;
}

void GroupLowering::expire(ir::Builder &builder) const {
  builder.at(aggregation_.range);
  builder.expire(
      "n", program_.synopses[table_], table_, [&](const std::vector<Operand> &entry, Operand) {
        const Keys groups(entry.begin() + 2, entry.end());
        Operand start = entry[1];
        Keys totals = groups;
        if (shape_.windows > 1)
          totals.insert(totals.begin(), windowSlot(builder, start));
        std::vector<Operand> row = rowOf(builder, groups, totals, start);
        builder.at(aggregation_.range);
        Operand last =
            builder.add("last", start, Operand::immediate(aggregation_.window->size - 1));
        builder.emitAt(timeOf(builder, last), result_, std::move(row), Operand::immediate(1));
        if (counts_)
          builder.clear(*counts_, totals);
        for (const auto &[part, synopsis] : parts_)
          builder.clear(synopsis, totals);
      });
}

std::vector<Operand> GroupLowering::rowOf(ir::Builder &builder, const Keys &groups,
                                          const Keys &totals, Operand start) const {
  std::vector<Operand> row;
  for (std::size_t i = 0; i < aggregation_.columns.size(); ++i) {
    const Aggregate &column = aggregation_.columns[i];
    builder.at(column.range);
    std::optional<Operand> cell;
    switch (column.kind) {
    case Kind::Key:
      cell = groups[column.output];
      break;
    case Kind::Count:
      cell = builder.narrowChecked("count", builder.amount("rows", *counts_, totals));
      break;
    case Kind::Sum:
      cell = builder.narrowChecked(
          "sum", builder.amount("total", parts_.at({Kind::Sum, column.output}), totals));
      break;
    case Kind::Minimum:
    case Kind::Maximum:
      cell = builder.extreme("extreme", parts_.at({column.kind, column.output}), totals);
      break;
    case Kind::Average:
      cell = averageOf(builder, column, totals);
      break;
    case Kind::WindowStart:
      cell = start;
      break;
    case Kind::WindowEnd:
      cell = builder.addChecked("end", start, Operand::immediate(aggregation_.window->size));
      break;
    }
    const bool isTime = query_.columns[i].type.isTimestamp();
    row.push_back(isTime ? timeOf(builder, *cell) : *cell);
  }
  return row;
}

/// The exact quotient times 10^digits, halves away from zero. A trunc(2x / n) that is twice the
/// quotient, or one less than that, is rounded by taking away half of it, truncated.
Operand GroupLowering::averageOf(ir::Builder &builder, const Aggregate &column,
                                 const Keys &totals) const {
  Operand sum = builder.amount("total", parts_.at({Kind::Sum, column.output}), totals);
  Operand rows = builder.amount("rows", *counts_, totals);
  // Only with 64 bits are products of it exact; a count beyond them has no average.
  rows = builder.widen("rows", builder.narrowChecked("rows", rows));
  if (column.digits < 0)
    rows = builder.wideMultiply("rows", rows, Operand::immediate(powerOfTen(-column.digits)));
  const Operand factor = Operand::immediate(powerOfTen(column.digits));
  Operand whole = builder.widen(
      "whole", builder.narrowChecked("whole", builder.wideDivide("whole", sum, rows)));
  Operand rest = builder.wideSub("rest", sum, builder.wideMultiply("part", whole, rows));
  Operand twice = builder.wideMultiply("twice", builder.wideAdd("twice", rest, rest), factor);
  Operand halves = builder.wideDivide("halves", twice, rows);
  Operand rounded =
      builder.wideSub("rounded", halves, builder.wideDivide("half", halves, Operand::immediate(2)));
  return builder.narrowChecked(
      "average", builder.wideAdd("average", builder.wideMultiply("whole", whole, factor), rounded));
}

} // namespace bough

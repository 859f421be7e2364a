#include "codegen/lower/PatternRuns.h"

#include "codegen/lower/RunLowering.h"

#include <algorithm>

namespace bough {

RunLowering::RunLowering(const PatternContext &context)
    : RowLowering(context.plan, context.branch, context.constants), context_(context),
      pattern_(*context.branch.pattern), shape_(context.shape), steps_(context.shape.steps) {}

// --- passes --------------------------------------------------------------------------------------

ir::Handler RunLowering::step(unsigned stage) {
  const unsigned item = steps_.steps[stage].items.front();
  parameters_ = bindRow(item);
  takeFrom(stage, {item});
  return std::move(handler_);
}

ir::Handler RunLowering::exclude(unsigned exists) {
  parameters_ = bindRow(static_cast<unsigned>(branch_.items.size()) + exists);
  if (steps_.stageOfNot[exists] == 0)
    enterBefore(exists);
  else
    excludeRuns(exists);
  return std::move(handler_);
}

// --- rows in the order of their arrival ----------------------------------------------------------

std::vector<unsigned> RunLowering::itemsAt(unsigned stage, unsigned stream) const {
  std::vector<unsigned> items = steps_.steps[stage].items;
  std::erase_if(items, [&](unsigned item) { return branch_.items[item].stream != stream; });
  return items;
}

ir::Handler RunLowering::arrival(unsigned stream) {
  const auto numbers = branch_.items.size() + branch_.exists.size();
  for (unsigned number = 0; number < numbers; ++number)
    if (plan_.item(branch_, number).stream == stream) {
      parameters_ = bindRow(number);
      break;
    }
  handler_.trigger = ir::Trigger::Arrival;
  if (context_.rowCounter)
    countRow();
  takeAll(stream);
  if (pattern_.isByArrival)
    for (unsigned exists : steps_.nots[0])
      if (branch_.exists[exists].item.stream == stream)
        enterBefore(exists);
  return std::move(handler_);
}

/// The row's number, to which the clocks that count rows move on.
void RunLowering::countRow() {
  builder_.at(pattern_.range);
  Operand last = builder_.extreme("last", *context_.rowCounter, {});
  rowNumber_ = builder_.add("number", last, Operand::immediate(1));
  builder_.put(*context_.rowCounter, {}, *rowNumber_);
  for (unsigned stage = 1; stage < steps_.stages(); ++stage)
    if (shape_.stages[stage] && shape_.stages[stage]->countsRows()) {
      builder_.ageTo(context_.stages[stage], *rowNumber_);
      if (context_.arrivals[stage])
        builder_.ageTo(*context_.arrivals[stage], *rowNumber_);
    }
}

/// All that the row at hand does to runs, those that have come further first. Of each stage, runs
/// that it does not advance may be excluded by it, and then others may come to it.
void RunLowering::takeAll(unsigned stream) {
  const unsigned last = steps_.stages();
  const bool isConsuming = pattern_.consume != Pattern::Consume::None;
  auto countRuns = [&](unsigned stage, const std::vector<unsigned> &items) {
    return builder_.sum("runs",
                        [&] { yieldRuns(stage, items, [](Operand count) { return count; }); });
  };
  // Under CONSUME ROWS, whether the row advances a run at the stage, and none further on.
  std::vector<std::optional<Operand>> chosen(last);
  if (isConsuming) {
    std::optional<Operand> isTaken;
    for (unsigned stage = last; stage-- > 0;) {
      const std::vector<unsigned> items = itemsAt(stage, stream);
      if (items.empty())
        continue;
      std::optional<Operand> waits;
      if (stage > 0)
        waits = builder_.nonzero("waits", countRuns(stage, items));
      if (!isTaken)
        chosen[stage] = waits.value_or(Operand::immediate(1));
      else if (waits)
        chosen[stage] = builder_.both("chosen", *waits, builder_.negation("isFree", *isTaken));
      else
        chosen[stage] = builder_.negation("isFree", *isTaken);
      if (waits)
        isTaken = isTaken ? builder_.either("isTaken", *isTaken, *waits) : *waits;
    }
  }
  std::function<void(unsigned)> goOn = [&](unsigned stages) {
    for (unsigned stage = stages; stage-- > 0;) {
      const std::vector<unsigned> items = itemsAt(stage, stream);
      if (isConsuming && !items.empty())
        builder_.when(*chosen[stage], [&] {
          if (stage == 0)
            openRun(items, 0);
          else
            takeOne(stage, items);
        });
      else if (!items.empty())
        takeFrom(stage, items);
      excludeAt(stage, stream);
    }
  };
  excludeAt(last, stream);
  const std::vector<unsigned> items = itemsAt(last - 1, stream);
  if (!pattern_.skipsPastLastRow || isConsuming || items.empty() || last == 1) {
    goOn(last);
    return;
  }
  // Runs that the row completes are matches, or the oldest is; then all open ones are dropped.
  Operand runs = countRuns(last - 1, items);
  builder_.when(
      builder_.nonzero("completes", runs),
      [&] {
        std::optional<Operand> oldest;
        if (pattern_.isFirstOnly)
          oldest = builder_.least("oldest", [&] {
            yieldRuns(last - 1, items, [&](Operand) { return openingNumber(); });
          });
        takeFrom(last - 1, items, oldest);
        dropAll(items.front());
      },
      [&] { goOn(last); });
}

/// The NOTs of the stream that concern runs at a stage, where they act row by row.
void RunLowering::excludeAt(unsigned stage, unsigned stream) {
  if (!pattern_.isByArrival || stage == 0)
    return;
  for (unsigned exists : steps_.nots[stage])
    if (branch_.exists[exists].item.stream == stream)
      excludeRuns(exists);
}

/// The number of the row that opened the run at hand.
ir::Operand RunLowering::openingNumber() {
  return run_.number ? *run_.number : builder_.sub("opening", *rowNumber_, *run_.position);
}

/// Yields a value of each entry at the stage, which has a count, whose runs can take the row at
/// hand; at the last stage, that are then complete.
void RunLowering::yieldRuns(unsigned stage, const std::vector<unsigned> &items,
                            const std::function<Operand(Operand count)> &value) {
  for (unsigned item : items) {
    bindAs(item);
    nest(filters(item), 0, [&] {
      forEachEntry(stageTable(stage), item, [&](const std::vector<Operand> &, Operand count) {
        std::vector<std::function<Operand()>> all = conditions(item, stage);
        if (pattern_.skipsPastLastRow && pattern_.consume == Pattern::Consume::None &&
            !shape_.before.empty() && stage + 1 == steps_.stages())
          all.push_back([&] { return *isComplete(stage); });
        nest(all, 0, [&] { builder_.yield(value(count)); });
      });
    });
  }
}

/// The row at hand advances all runs at the stage that wait for it as one of the items, or only the
/// one that row number `opening` has opened; or it opens its own.
void RunLowering::takeFrom(unsigned stage, const std::vector<unsigned> &items,
                           std::optional<Operand> opening) {
  if (stage == 0)
    return openRun(items, 0);
  for (unsigned item : items) {
    bindAs(item);
    builder_.at(branch_.items[item].range);
    nest(filters(item), 0, [&] {
      const Table table = stageTable(stage);
      forEachEntry(table, item, [&](const std::vector<Operand> &keys, Operand count) {
        std::vector<std::function<Operand()>> all = conditions(item, stage);
        if (opening)
          all.push_back([&] { return builder_.equal("isOldest", openingNumber(), *opening, 0); });
        nest(all, 0, [&] {
          // Of an ANY, the first element of the list that is free counts.
          if (pattern_.isNext)
            builder_.clear(table.synopsis, keys);
          advance(stage, item, count);
        });
      });
    });
  }
}

/// Opens a run with the row at hand: under MATCH NEXT as the first of the items that it satisfies,
/// else as each.
void RunLowering::openRun(const std::vector<unsigned> &items, std::size_t index) {
  if (index == items.size())
    return;
  const unsigned item = items[index];
  bindAs(item);
  builder_.at(branch_.items[item].range);
  auto open = [&] {
    for (std::size_t i = 0; i < shape_.before.size(); ++i)
      run_.gaps.insert_or_assign(shape_.before[i].index,
                                 gapTo(shape_.before[i], context_.before[i], item));
    advance(0, item, Operand::immediate(1));
    run_ = {};
  };
  if (pattern_.isNext && index + 1 < items.size()) {
    builder_.when(all(filters(item)), open, [&] { openRun(items, index + 1); });
    return;
  }
  nest(filters(item), 0, open);
  openRun(items, index + 1);
}

// --- CONSUME ROWS --------------------------------------------------------------------------------

/// The keys by which runs at a stage are ordered, first things first: by element, and within an
/// element by column, where the first row's time or number stands for its timestamp.
std::vector<std::size_t> RunLowering::orderOfKeys(unsigned stage) const {
  const std::vector<RunKey> &keys = shape_.stages[stage]->keys;
  const unsigned first = steps_.steps.front().items.front();
  auto timestamp = [&](unsigned item) {
    return std::pair(item, plan_.stream(branch_, item).timestampColumn);
  };
  constexpr unsigned last = ~0u;
  auto placeOf = [&](const RunKey &key) -> std::pair<unsigned, unsigned> {
    switch (key.kind) {
    case RunKey::Kind::Number:
      return {0, 0};
    case RunKey::Kind::Position:
      return pattern_.consume == Pattern::Consume::Oldest ? std::pair(0u, 0u) : timestamp(first);
    case RunKey::Kind::Opened:
      return timestamp(first);
    case RunKey::Kind::Age:
    case RunKey::Kind::Time:
      return timestamp(key.index);
    case RunKey::Kind::Attribute: {
      const auto member =
          std::min_element(key.members.begin(), key.members.end(),
                           [](const auto &a, const auto &b) { return a.attribute < b.attribute; });
      return {member->attribute.item, member->attribute.column};
    }
    case RunKey::Kind::RowNumber: // behind the element's columns
      return {key.index, last - 1 - 64 + key.place};
    case RunKey::Kind::Distinct: // the largest value first
      return {last, last - 1 - key.index};
    case RunKey::Kind::WasTaken: // not together with CONSUME ROWS
    case RunKey::Kind::Taken:
    case RunKey::Kind::Partition: // all runs agree in it
    case RunKey::Kind::Gap:
      break;
    }
    return {last, 0};
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i].kind != RunKey::Kind::Partition)
      order.push_back(i);
  const bool hasNumber = std::any_of(
      keys.begin(), keys.end(), [](const RunKey &key) { return key.kind == RunKey::Kind::Number; });
  if (hasNumber || (pattern_.consume == Pattern::Consume::Oldest && pattern_.events))
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      auto isNumber = [&](std::size_t i) {
        return keys[i].kind == RunKey::Kind::Number || keys[i].kind == RunKey::Kind::Position;
      };
      return isNumber(a) && !isNumber(b);
    });
  else
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return placeOf(keys[a]) < placeOf(keys[b]);
    });
  return order;
}

/// Advances one of the runs at the stage that wait for the row at hand: there is one.
void RunLowering::takeOne(unsigned stage, const std::vector<unsigned> &items) {
  const Table table = stageTable(stage);
  const std::vector<RunKey> &keys = *table.keys;
  const ir::Synopsis &synopsis = context_.program.synopses[table.synopsis];
  std::vector<std::optional<Operand>> chosen(keys.size());
  // The older, the smaller: ages count the other way.
  auto ranked = [&](std::size_t i, Operand value) {
    return keys[i].isClock() ? builder_.sub("rank", Operand::immediate(0), value) : value;
  };
  for (std::size_t next : orderOfKeys(stage)) {
    Operand least = builder_.least("least", [&] {
      for (unsigned item : items) {
        bindAs(item);
        nest(filters(item), 0, [&] {
          forEachEntry(table, item, [&](const std::vector<Operand> &entry, Operand) {
            std::vector<std::function<Operand()>> all = conditions(item, stage);
            for (std::size_t i = 0; i < keys.size(); ++i)
              if (chosen[i])
                all.push_back([&, i] {
                  return builder_.equal("isChosen", ranked(i, entry[i]), *chosen[i], 0);
                });
            nest(all, 0, [&] { builder_.yield(ranked(next, entry[next])); });
          });
        });
      }
    });
    chosen[next] = least;
  }
  std::vector<Operand> entry;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Operand value = !chosen[i]          ? valueOf(pattern_.partition[keys[i].index][items.front()])
                    : keys[i].isClock() ? builder_.sub("age", Operand::immediate(0), *chosen[i])
                                        : *chosen[i];
    const ir::SynopsisKey &layout = synopsis.keys[i];
    if (layout.kind != ir::KeyKind::Any)
      value = builder_.clamp("key", value, layout.lo, layout.hi);
    entry.push_back(value);
  }
  const std::map<AttributeRef, ScopedValue> scope = scope_;
  const Run run = run_;
  bindEntry(table, entry);
  takeAs(table, items, 0, entry);
  scope_ = scope;
  run_ = run;
}

/// The run whose entry is at hand takes the row as the first of the items that fits.
void RunLowering::takeAs(const Table &table, const std::vector<unsigned> &items, std::size_t index,
                         const std::vector<Operand> &entry) {
  const unsigned item = items[index];
  bindAs(item);
  auto take = [&] {
    builder_.take(table.synopsis, entry, Operand::immediate(1));
    if (!pattern_.skipsPastLastRow || table.stage + 1 < steps_.stages())
      return advance(table.stage, item, Operand::immediate(1));
    std::optional<Operand> complete = isComplete(table.stage);
    advance(table.stage, item, Operand::immediate(1));
    if (complete)
      builder_.when(*complete, [&] { dropAll(item); });
    else
      dropAll(item);
  };
  if (index + 1 == items.size())
    return take();
  std::vector<std::function<Operand()>> fits = filters(item);
  for (auto &condition : conditions(item, table.stage))
    fits.push_back(std::move(condition));
  builder_.when(all(fits), take, [&] { takeAs(table, items, index + 1, entry); });
}

/// Drops all runs that are open, of the partition of the row at hand as one of `reader`.
void RunLowering::dropAll(unsigned reader) {
  builder_.at(pattern_.range);
  bindAs(reader);
  for (unsigned stage = 1; stage < steps_.stages(); ++stage) {
    Table table = stageTable(stage);
    auto clear = [&](const std::vector<Operand> &keys, Operand) {
      builder_.clear(table.synopsis, keys);
    };
    forEachEntry(table, reader, clear);
    if (!context_.arrivals[stage])
      continue;
    table.synopsis = *context_.arrivals[stage];
    forEachEntry(table, reader, clear);
  }
}

// --- the marker ----------------------------------------------------------------------------------

std::optional<ir::Handler> RunLowering::tick() {
  handler_.trigger = ir::Trigger::Tick;
  const unsigned last = steps_.stages();
  builder_.at(pattern_.range);
  auto moveOn = [&](unsigned stage) {
    const ir::SynopsisId arrived = *context_.arrivals[stage];
    const ir::Synopsis &layout = context_.program.synopses[arrived];
    builder_.match("n_" + layout.name, layout, arrived, {},
                   [&](const std::vector<Operand> &keys, Operand count) {
                     builder_.bump(context_.stages[stage], keys, count);
                     builder_.clear(arrived, keys);
                   });
  };
  for (unsigned stage = 1; stage < last; ++stage)
    if (context_.arrivals[stage])
      moveOn(stage);
  if (pattern_.endsWithNot()) {
    // Those of the last batch move before they age, so that all come out in the order of time.
    if (context_.arrivals[last]) {
      moveOn(last);
      builder_.age(*context_.arrivals[last]);
    }
    const ir::Synopsis &layout = context_.program.synopses[context_.stages[last]];
    builder_.expire("n_" + layout.name, layout, context_.stages[last],
                    [&](const std::vector<Operand> &keys, Operand count) {
                      bindEntry(stageTable(last), keys);
                      Operand first = builder_.sub("first", builder_.now(), *run_.opened);
                      Operand time =
                          builder_.add("end", first, Operand::immediate(*pattern_.duration));
                      emit(std::nullopt, count, time);
                    });
  }
  if (handler_.body.ops.empty())
    return std::nullopt;
  return std::move(handler_);
}

ir::Handler lowerStep(const PatternContext &context, unsigned stage) {
  return RunLowering(context).step(stage);
}
ir::Handler lowerNot(const PatternContext &context, unsigned exists) {
  return RunLowering(context).exclude(exists);
}
ir::Handler lowerArrival(const PatternContext &context, unsigned stream) {
  return RunLowering(context).arrival(stream);
}
std::optional<ir::Handler> lowerRunTick(const PatternContext &context) {
  return RunLowering(context).tick();
}

} // namespace bough

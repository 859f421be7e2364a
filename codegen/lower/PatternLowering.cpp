#include "codegen/lower/PatternLowering.h"

#include "codegen/lower/PatternRuns.h"
#include "frontend/sema/ArrivalOrder.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

class PatternLowering {
public:
  PatternLowering(PatternContext &context, Names &names, std::vector<OrderedHandler> &passes,
                  PatternHandlers &others)
      : context_(context), branch_(context.branch), pattern_(*context.branch.pattern),
        steps_(context.shape.steps), names_(names), passes_(passes), others_(others) {}

  void run() {
    addSynopses();
    if (steps_.isByRow)
      lowerByRow();
    else
      lowerByStep();
    if (std::optional<ir::Handler> tick = lowerRunTick(context_))
      others_.ticks.push_back(std::move(*tick));
  }

private:
  // --- synopses ----------------------------------------------------------------------------------

  void addSynopses() {
    if (context_.shape.countsRows) {
      ir::Synopsis counter;
      counter.name = names_.unique("ROWS");
      counter.value = ir::ValueKind::Max;
      counter.current = true;
      counter.comment = "the number of the last row";
      context_.rowCounter = add(std::move(counter));
      const std::set<unsigned> streams = streamsInOrder(branch_);
      others_.counters.push_back(
          {*context_.rowCounter, std::vector<unsigned>(streams.begin(), streams.end())});
    }
    context_.stages.resize(steps_.stages() + 1);
    context_.arrivals.resize(steps_.stages() + 1);
    for (unsigned stage = 1; stage <= steps_.stages(); ++stage) {
      if (!context_.shape.stages[stage])
        continue;
      ir::Synopsis waiting = lowerStage(stage);
      waiting.name = names_.unique(hintOf(stage));
      ir::Synopsis arriving = waiting;
      const bool isLast = stage == steps_.stages();
      context_.stages[stage] = add(std::move(waiting));
      if (context_.shape.stages[stage]->countsRows() || isLast)
        others_.ownClocks.insert(context_.stages[stage]);
      if (!steps_.isDelayed(pattern_, stage))
        continue;
      arriving.name = names_.unique(hintOf(stage) + "_next");
      arriving.comment += ", in this batch";
      if (!arriving.capacity)
        arriving.capacity = slotsOf(arriving);
      arriving.index.emplace();
      context_.arrivals[stage] = add(std::move(arriving));
      if (context_.shape.stages[stage]->countsRows() || isLast)
        others_.ownClocks.insert(*context_.arrivals[stage]);
    }
    for (const NotBefore &before : context_.shape.before)
      context_.before.push_back(addBefore(before));
  }

  ir::SynopsisId add(ir::Synopsis synopsis) {
    context_.program.synopses.push_back(std::move(synopsis));
    return static_cast<ir::SynopsisId>(context_.program.synopses.size() - 1);
  }

  std::string hintOf(unsigned stage) const {
    std::string hint;
    for (unsigned item : steps_.steps[stage - 1].items)
      hint += (hint.empty() ? "" : "_") + capitals(branch_.items[item].alias);
    return hint;
  }

  /// "a, then b, then 1 of x, y"
  std::string describe(unsigned stage) const {
    std::string text;
    for (unsigned s = 0; s < stage; ++s) {
      if (s + 1 < stage && !steps_.steps[s].endsElement)
        continue; // the element's later rows say how many
      std::string names;
      for (unsigned item : steps_.steps[s].items)
        names += (names.empty() ? "" : ", ") + branch_.items[item].alias;
      const bool isRow = steps_.steps[s].endsElement && steps_.steps[s].taken == 0 &&
                         steps_.steps[s].items.size() == 1;
      text += (text.empty() ? "" : ", then ") +
              (isRow ? names : fmt::format("{} of {}", steps_.steps[s].taken + 1, names));
    }
    return text;
  }

  static std::int64_t slotsOf(const ir::Synopsis &synopsis) {
    Bound slots = 1;
    for (const ir::SynopsisKey &key : synopsis.keys)
      slots = slots * (Bound(key.hi) - Bound(key.lo) + Bound(1));
    return std::min(slots, Bound(ir::maximumCapacity)).clampToInt64();
  }

  ir::Synopsis lowerStage(unsigned stage) const {
    const RunStage &shape = *context_.shape.stages[stage];
    ir::Synopsis synopsis = lowerKeys(shape.keys, shape.capacity);
    synopsis.current = steps_.isByRow;
    synopsis.comment = describe(stage);
    return synopsis;
  }

  ir::Synopsis lowerKeys(const std::vector<RunKey> &keys,
                         std::optional<std::int64_t> capacity) const {
    ir::Synopsis synopsis;
    Names keyNames;
    synopsis.capacity = capacity;
    if (capacity)
      synopsis.index.emplace();
    for (const RunKey &key : keys) {
      if (capacity && key.isLookedUp)
        synopsis.index->push_back(static_cast<unsigned>(synopsis.keys.size()));
      synopsis.keys.push_back(
          lowerKey(key, keyNames.unique(identifier(keyName(context_.plan, branch_, key)))));
    }
    return synopsis;
  }

  static ir::SynopsisKey lowerKey(const RunKey &key, std::string name) {
    if (key.isClock())
      return {std::move(name), key.isSaturating ? ir::KeyKind::Saturating : ir::KeyKind::Expiring,
              0, key.limit};
    if (!key.values.empty())
      return {std::move(name), ir::KeyKind::Dense, 0,
              static_cast<std::int64_t>(key.values.size()) - 1};
    if (key.isAny())
      return {std::move(name), ir::KeyKind::Any, 0, 0};
    return {std::move(name), ir::KeyKind::Dense, key.range.lo.clampToInt64(),
            key.range.hi.clampToInt64()};
  }

  ir::SynopsisId addBefore(const NotBefore &before) {
    RunKey age{RunKey::Kind::Opened};
    age.limit = before.limit;
    std::vector<RunKey> keys{age};
    keys.insert(keys.end(), before.keys.begin(), before.keys.end());
    ir::Synopsis synopsis = lowerKeys(keys, before.capacity);
    synopsis.keys.front().name = "age";
    synopsis.value = ir::ValueKind::Flag;
    synopsis.current = steps_.isByRow;
    synopsis.name = names_.unique(capitals(branch_.exists[before.index].item.alias));
    synopsis.comment = branch_.exists[before.index].item.alias;
    return add(std::move(synopsis));
  }

  // --- handlers ----------------------------------------------------------------------------------

  /// Each step is a pass. A stage is read by the step that leaves it, then by the NOTs that concern
  /// it, and written by the step that leads to it after that (design note 3.5).
  void lowerByStep() {
    for (unsigned stage = steps_.stages() + 1; stage-- > 0;) {
      if (stage < steps_.stages())
        passes_.push_back({rankOfStep(stage), lowerStep(context_, stage)});
      for (unsigned exists : steps_.nots[stage])
        passes_.push_back({rankOfNot(stage), lowerNot(context_, exists)});
    }
  }

  static unsigned rankOfStep(unsigned stage) { return 2 * stage + 1; }
  static unsigned rankOfNot(unsigned stage) { return 2 * stage; }

  /// One handler for each stream. In the order of time a NOT excludes rows of later batches only,
  /// so that it acts when the batch's rows have been taken.
  void lowerByRow() {
    for (unsigned stream : streamsInOrder(branch_))
      others_.arrivals.push_back(lowerArrival(context_, stream));
    if (!pattern_.isByArrival)
      for (unsigned stage = steps_.stages() + 1; stage-- > 0;)
        for (unsigned exists : steps_.nots[stage])
          passes_.push_back({rankOfNot(stage), lowerNot(context_, exists)});
  }

  PatternContext &context_;
  const Branch &branch_;
  const Pattern &pattern_;
  const PatternSteps &steps_;
  Names &names_;
  std::vector<OrderedHandler> &passes_;
  PatternHandlers &others_;
};

} // namespace

void lowerPattern(PatternContext &context, Names &names, std::vector<OrderedHandler> &passes,
                  PatternHandlers &others) {
  PatternLowering(context, names, passes, others).run();
}

} // namespace bough

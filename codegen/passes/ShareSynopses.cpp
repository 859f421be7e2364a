#include "codegen/passes/ShareSynopses.h"

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/StructuralKey.h"
#include "codegen/passes/HandlerOrder.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace bough {

namespace {

using namespace ir;

/// What one handler does to one synopsis or buffer.
struct Slice {
  StructuralKey key;
  std::size_t handler = 0;
  std::vector<bool> loads; ///< by SynopsisId; without the target itself
  friend bool operator<(const Slice &a, const Slice &b) {
    return std::tie(a.key, a.handler) < std::tie(b.key, b.handler);
  }
};

/// Removes all effects but those on the target. Only what happens while nothing fails matters,
/// because a failure ends the query: add.checked counts as the add that it then equals, and so on.
void reduceTo(Region &region, const StructuralTarget &target) {
  std::vector<Op> kept;
  for (Op &op : region.ops) {
    forEachRegion(op, [&](Region &inner) { reduceTo(inner, target); });
    if (const auto *add = std::get_if<AddChecked>(&op.node))
      op.node = Add{add->result, add->x, add->y};
    else if (const auto *sub = std::get_if<SubChecked>(&op.node))
      op.node = Sub{sub->result, sub->x, sub->y};
    else if (const auto *prod = std::get_if<ProdChecked>(&op.node))
      op.node = Prod{prod->result, prod->x, prod->y};
    else if (const auto *narrow = std::get_if<Narrow>(&op.node))
      op.node = Widen{narrow->result, narrow->x}; // stands for one that cannot fail
    const auto *push = std::get_if<Push>(&op.node);
    bool isTarget = (changesSynopsis(op) && target.changed && synopsisOf(op) == target.changed) ||
                    (push && target.pushed && push->buffer == target.pushed);
    Effects effects = effectsOf(op);
    bool hasInside = false;
    forEachRegion(op, [&](const Region &) { hasInside = true; });
    if (isTarget || hasInside || !effects.changesState)
      kept.push_back(std::move(op));
  }
  region.ops = std::move(kept);
}

Slice sliceOf(const Program &program, std::size_t handler, const StructuralTarget &target) {
  Handler copy = program.handlers[handler];
  reduceTo(copy.body, target);
  removeDeadOps(copy);
  std::vector<bool> loads = accessesOf(program, copy).loads;
  if (target.changed)
    loads[*target.changed] = false;
  return {structuralKey(copy, target), handler, std::move(loads)};
}

/// One round of sharing: finds the first two things that can be one.
class Sharing {
public:
  explicit Sharing(Program &program) : program_(program) {
    for (const Handler &handler : program.handlers)
      accesses_.push_back(accessesOf(program, handler));
  }

  /// Shares all equal buffers that are filled by one pass. The earliest of equal passes stays: it
  /// is the one that finds out that the buffer is full.
  bool shareBuffers() {
    std::map<StructuralKey, std::vector<BufferId>> classes; // by pass, earliest first
    std::vector<std::vector<Slice>> writers;
    std::vector<BufferId> order;
    for (BufferId id = 0; id < program_.buffers.size(); ++id) {
      writers.push_back(slices([&](const Accesses &a) { return a.pushes[id]; }, {.pushed = id}));
      if (writers[id].size() == 1 && isPass(program_.handlers[writers[id][0].handler]))
        order.push_back(id);
    }
    std::ranges::stable_sort(order, {}, [&](BufferId id) { return writers[id][0].handler; });
    std::vector<BufferId> target(program_.buffers.size());
    std::iota(target.begin(), target.end(), 0);
    bool any = false;
    for (BufferId id : order) {
      std::vector<BufferId> &kept = classes[writers[id][0].key];
      auto same = std::ranges::find_if(kept, [&](BufferId other) {
        return haveSameForm(program_.buffers[other], program_.buffers[id]) &&
               areEqual(writers[other], writers[id]);
      });
      if (same == kept.end()) {
        kept.push_back(id);
      } else {
        target[id] = *same;
        any = true;
      }
    }
    return any && mergeBuffers(target);
  }

  /// Shares all equal synopses in which order does not matter at once: one round for many forests,
  /// where one at a time would take as many rounds as there are equal synopses. Which of two stays
  /// does not matter for the others, since they hold the same at all times.
  bool shareManySynopses() {
    std::vector<std::vector<Slice>> writers = synopsisWriters();
    std::map<std::vector<StructuralKey>, std::vector<SynopsisId>> classes;
    std::vector<SynopsisId> target(program_.synopses.size());
    bool any = false;
    for (SynopsisId id = 0; id < program_.synopses.size(); ++id) {
      target[id] = id;
      if (isOrdered(id) || isTouchedBeforePasses(id))
        continue;
      std::vector<StructuralKey> keys;
      for (const Slice &slice : writers[id])
        keys.push_back(slice.key);
      std::vector<SynopsisId> &kept = classes[std::move(keys)];
      auto same = std::ranges::find_if(kept, [&](SynopsisId other) {
        return haveSameForm(program_.synopses[other], program_.synopses[id]) &&
               areEqual(writers[other], writers[id]) &&
               failsFirst(other, writers[other], writers[id]) &&
               readersAgree(id, writers[other], writers[id]);
      });
      if (same == kept.end()) {
        kept.push_back(id);
      } else {
        target[id] = *same;
        any = true;
      }
    }
    return any && mergeSynopses(target);
  }

  bool shareOneSynopsis() {
    std::vector<std::vector<Slice>> writers = synopsisWriters();
    for (SynopsisId first = 0; first < program_.synopses.size(); ++first)
      for (SynopsisId second = first + 1; second < program_.synopses.size(); ++second)
        if (haveSameForm(program_.synopses[first], program_.synopses[second]) &&
            !isTouchedBeforePasses(first) && !isTouchedBeforePasses(second) &&
            areEqual(writers[first], writers[second]))
          for (auto [kept, dropped] : {std::pair(first, second), std::pair(second, first)})
            if (failsFirst(kept, writers[kept], writers[dropped]) &&
                readersAgree(dropped, writers[first], writers[second]) &&
                mergeSynopses(kept, dropped))
              return true;
    return false;
  }

private:
  std::vector<std::vector<Slice>> synopsisWriters() const {
    std::vector<std::vector<Slice>> writers;
    for (SynopsisId id = 0; id < program_.synopses.size(); ++id)
      writers.push_back(slices([&](const Accesses &a) { return a.changes(id); }, {.changed = id}));
    // Bumps may come in any order, but not bumps and clears.
    for (SynopsisId id = 0; id < program_.synopses.size(); ++id)
      if (isOrdered(id))
        std::ranges::sort(writers[id], {}, &Slice::handler);
    return writers;
  }

  template <typename IsWriter>
  std::vector<Slice> slices(IsWriter isWriter, const StructuralTarget &target) const {
    std::vector<Slice> all;
    for (std::size_t handler = 0; handler < program_.handlers.size(); ++handler)
      if (isWriter(accesses_[handler]))
        all.push_back(sliceOf(program_, handler, target));
    std::ranges::sort(all, std::less());
    return all;
  }

  static bool haveSameForm(const Synopsis &a, const Synopsis &b) {
    auto sameKey = [](const SynopsisKey &x, const SynopsisKey &y) {
      return x.kind == y.kind && x.lo == y.lo && x.hi == y.hi;
    };
    return a.current == b.current && a.value == b.value && a.capacity == b.capacity &&
           a.index == b.index && std::ranges::equal(a.keys, b.keys, sameKey);
  }
  static bool haveSameForm(const Buffer &a, const Buffer &b) {
    return a.stream == b.stream && a.capacity == b.capacity &&
           std::ranges::equal(a.columns, b.columns, {}, &StreamColumn::type, &StreamColumn::type);
  }

  /// What ticks and arrival handlers do to a synopsis depends on where it stands between all else
  /// that they do: such synopses are left alone, unless they are only aged in a tick.
  bool isTouchedBeforePasses(SynopsisId id) const {
    for (std::size_t i = 0; i < program_.handlers.size(); ++i) {
      const Accesses &accesses = accesses_[i];
      const bool isTick = program_.handlers[i].trigger == Trigger::Tick;
      if (!isPass(program_.handlers[i]) && (accesses.loads[id] || accesses.changes(id) ||
                                            accesses.expires[id] || (accesses.ages[id] && !isTick)))
        return true;
    }
    return false;
  }

  /// Whether what is found in a synopsis depends on the order of the passes: it is `current`, or it
  /// is cleared.
  bool isOrdered(SynopsisId id) const {
    return program_.synopses[id].current ||
           std::ranges::any_of(accesses_, [&](const Accesses &a) { return a.clears[id]; });
  }

  /// Whether the passes are equal one by one, and each sees the same when it runs: a synopsis in
  /// which order matters must not be changed between the two. Of the target a pass finds what the
  /// passes before it have made.
  bool areEqual(const std::vector<Slice> &a, const std::vector<Slice> &b) const {
    if (!std::ranges::equal(a, b, {}, &Slice::key, &Slice::key))
      return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (SynopsisId id = 0; id < program_.synopses.size(); ++id)
        if (a[i].loads[id] && isOrdered(id) &&
            isChangedBetween(id, std::min(a[i].handler, b[i].handler),
                             std::max(a[i].handler, b[i].handler)))
          return false;
    return true;
  }
  /// Of sparse synopses and sums the one that is filled first stays: it is the one that is found to
  /// be full, or too large.
  bool failsFirst(SynopsisId kept, const std::vector<Slice> &a, const std::vector<Slice> &b) const {
    const Synopsis &synopsis = program_.synopses[kept];
    return !(synopsis.isSparse() || synopsis.value == ValueKind::Sum) ||
           std::ranges::equal(a, b, std::less(), &Slice::handler, &Slice::handler);
  }
  bool isChangedBetween(SynopsisId id, std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i <= last && i < accesses_.size(); ++i)
      if (accesses_[i].changes(id))
        return true;
    return false;
  }

  /// Whether a handler still reads a synopsis when it no longer changes it.
  bool readsWithoutChanging(std::size_t number, SynopsisId id) const {
    Handler handler = program_.handlers[number];
    eraseOps(handler.body,
             [&](const Op &op) { return changesSynopsis(op) && synopsisOf(op) == id; });
    removeDeadOps(handler);
    return accessesOf(program_, handler).loads[id];
  }

  /// Where order matters, readers must find the changes of the same passes in the other one. A pass
  /// that reads one and writes the other (of a self-join, say) would meet its own bumps.
  bool readersAgree(SynopsisId dropped, const std::vector<Slice> &a,
                    const std::vector<Slice> &b) const {
    for (const std::vector<Slice> *writers : {&a, &b})
      for (const Slice &writer : *writers)
        if (accesses_[writer.handler].loads[dropped] &&
            readsWithoutChanging(writer.handler, dropped))
          return false;
    if (!isOrdered(dropped))
      return true;                             // all is read before any of it is written
    auto isWriter = [&](std::size_t handler) { // it reads only for its own changes, which go
      return std::ranges::find(b, handler, &Slice::handler) != b.end() ||
             std::ranges::find(a, handler, &Slice::handler) != a.end();
    };
    for (std::size_t reader = 0; reader < accesses_.size(); ++reader)
      if (accesses_[reader].loads[dropped] && !isWriter(reader))
        for (std::size_t i = 0; i < a.size(); ++i)
          if ((a[i].handler < reader) != (b[i].handler < reader))
            return false;
    return true;
  }

  bool mergeSynopses(SynopsisId kept, SynopsisId dropped) {
    std::vector<SynopsisId> target(program_.synopses.size());
    std::iota(target.begin(), target.end(), 0);
    target[dropped] = kept;
    return mergeSynopses(target);
  }

  /// Drops every synopsis whose target is another one, which its readers read instead.
  bool mergeSynopses(const std::vector<SynopsisId> &target) {
    Program merged = program_;
    for (Handler &handler : merged.handlers) {
      eraseOps(handler.body, [&](const Op &op) {
        std::optional<SynopsisId> id = synopsisOf(op);
        return id && !readsSynopsis(op) && target[*id] != *id;
      });
      forEachOp(handler.body, [&](Op &op) { redirect(op, target); });
    }
    for (SynopsisId id = 0; id < target.size(); ++id)
      if (merged.synopses[id].totals)
        merged.synopses[target[id]].totals = true;
    if (!finish(merged))
      return false;
    std::vector<bool> keep;
    for (SynopsisId id = 0; id < target.size(); ++id)
      keep.push_back(target[id] == id);
    keepSynopses(program_, keep);
    return true;
  }

  static void redirect(Op &op, const std::vector<SynopsisId> &target) {
    auto read = [&](auto *node) {
      if (node != nullptr)
        node->synopsis = target[node->synopsis];
    };
    read(std::get_if<Load>(&op.node));
    read(std::get_if<Total>(&op.node));
    read(std::get_if<Extreme>(&op.node));
    read(std::get_if<Amount>(&op.node));
    read(std::get_if<Match>(&op.node));
  }

  /// Drops every buffer whose target is another one, which its readers read instead.
  bool mergeBuffers(const std::vector<BufferId> &target) {
    Program merged = program_;
    for (Handler &handler : merged.handlers) {
      eraseOps(handler.body, [&](const Op &op) {
        const auto *push = std::get_if<Push>(&op.node);
        const auto *reset = std::get_if<Reset>(&op.node);
        return (push && target[push->buffer] != push->buffer) ||
               (reset && target[reset->buffer] != reset->buffer);
      });
      forEachOp(handler.body, [&](Op &op) {
        if (auto *each = std::get_if<Each>(&op.node))
          each->buffer = target[each->buffer];
      });
    }
    if (!finish(merged))
      return false;
    std::vector<bool> keep;
    for (BufferId id = 0; id < target.size(); ++id)
      keep.push_back(target[id] == id);
    keepBuffers(program_, keep);
    return true;
  }

  /// Takes a merged program over if its handlers can be put in order.
  bool finish(Program &merged) {
    for (Handler &handler : merged.handlers)
      removeDeadOps(handler);
    std::erase_if(merged.handlers, [](const Handler &handler) { return handler.body.ops.empty(); });
    if (!orderHandlers(merged))
      return false;
    program_ = std::move(merged);
    return true;
  }

  Program &program_;
  std::vector<Accesses> accesses_; ///< by handler
};

} // namespace

void shareSynopses(Program &program) {
  while (Sharing(program).shareBuffers() || Sharing(program).shareManySynopses() ||
         Sharing(program).shareOneSynopsis()) {
  }
}

} // namespace bough

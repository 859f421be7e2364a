#include "codegen/passes/ShareSynopses.h"

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/StructuralKey.h"
#include "codegen/passes/HandlerOrder.h"

#include <algorithm>

namespace bough {

namespace {

using namespace ir;

/// What one handler does to one synopsis or buffer.
struct Slice {
  StructuralKey key;
  std::size_t handler = 0;
  std::vector<bool> loads; ///< by SynopsisId
  friend bool operator<(const Slice &a, const Slice &b) {
    return std::tie(a.key, a.handler) < std::tie(b.key, b.handler);
  }
};

/// Removes all effects but those on the target. Only what happens while nothing fails matters,
/// because a failure ends the query: add.checked counts as the add that it then equals.
void reduceTo(Region &region, const StructuralTarget &target) {
  std::vector<Op> kept;
  for (Op &op : region.ops) {
    forEachRegion(op, [&](Region &inner) { reduceTo(inner, target); });
    if (const auto *add = std::get_if<AddChecked>(&op.node))
      op.node = Add{add->result, add->x, add->y};
    const auto *bump = std::get_if<Bump>(&op.node);
    const auto *push = std::get_if<Push>(&op.node);
    bool isTarget =
        (bump && bump->synopsis == target.bumped) || (push && push->buffer == target.pushed);
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
  return {structuralKey(copy, target), handler, accessesOf(program, copy).loads};
}

/// One round of sharing: finds the first two things that can be one.
class Sharing {
public:
  explicit Sharing(Program &program) : program_(program) {
    for (const Handler &handler : program.handlers)
      accesses_.push_back(accessesOf(program, handler));
  }

  bool shareOneBuffer() {
    std::vector<std::vector<Slice>> writers;
    for (BufferId id = 0; id < program_.buffers.size(); ++id)
      writers.push_back(slices([&](const Accesses &a) { return a.pushes[id]; }, {.pushed = id}));
    for (BufferId first = 0; first < program_.buffers.size(); ++first)
      for (BufferId second = first + 1; second < program_.buffers.size(); ++second)
        if (haveSameForm(program_.buffers[first], program_.buffers[second]) &&
            writers[first].size() == 1 && areEqual(writers[first], writers[second])) {
          // The earlier pass is the one that finds out that the buffer is full.
          bool inOrder = writers[first][0].handler <= writers[second][0].handler;
          if (mergeBuffers(inOrder ? first : second, inOrder ? second : first))
            return true;
        }
    return false;
  }

  bool shareOneSynopsis() {
    std::vector<std::vector<Slice>> writers;
    for (SynopsisId id = 0; id < program_.synopses.size(); ++id)
      writers.push_back(slices([&](const Accesses &a) { return a.bumps[id]; }, {.bumped = id}));
    for (SynopsisId first = 0; first < program_.synopses.size(); ++first)
      for (SynopsisId second = first + 1; second < program_.synopses.size(); ++second)
        if (haveSameForm(program_.synopses[first], program_.synopses[second]) &&
            !isTouchedByTicks(first) && !isTouchedByTicks(second) &&
            areEqual(writers[first], writers[second]))
          for (auto [kept, dropped] : {std::pair(first, second), std::pair(second, first)})
            if (readersAgree(dropped, writers[first], writers[second]) &&
                mergeSynopses(kept, dropped))
              return true;
    return false;
  }

private:
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
    return a.current == b.current && std::ranges::equal(a.keys, b.keys, sameKey);
  }
  static bool haveSameForm(const Buffer &a, const Buffer &b) {
    return a.stream == b.stream && a.capacity == b.capacity &&
           std::ranges::equal(a.columns, b.columns, {}, &StreamColumn::type, &StreamColumn::type);
  }

  /// A tick may come before or after the aging: such synopses are left alone.
  bool isTouchedByTicks(SynopsisId id) const {
    for (std::size_t i = 0; i < program_.handlers.size(); ++i)
      if (program_.handlers[i].trigger == Trigger::Tick &&
          (accesses_[i].loads[id] || accesses_[i].bumps[id]))
        return true;
    return false;
  }

  /// Whether the passes are equal one by one, and each sees the same when it runs: a synopsis that
  /// is `current` must not be bumped between the two.
  bool areEqual(const std::vector<Slice> &a, const std::vector<Slice> &b) const {
    if (!std::ranges::equal(a, b, {}, &Slice::key, &Slice::key))
      return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (SynopsisId id = 0; id < program_.synopses.size(); ++id)
        if (a[i].loads[id] && program_.synopses[id].current &&
            isBumpedBetween(id, std::min(a[i].handler, b[i].handler),
                            std::max(a[i].handler, b[i].handler)))
          return false;
    return true;
  }
  bool isBumpedBetween(SynopsisId id, std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i <= last && i < accesses_.size(); ++i)
      if (accesses_[i].bumps[id])
        return true;
    return false;
  }

  /// Readers of a `current` synopsis must find the bumps of the same passes in the other one. A
  /// pass that reads one and writes the other (of a self-join, say) would meet its own bumps.
  bool readersAgree(SynopsisId dropped, const std::vector<Slice> &a,
                    const std::vector<Slice> &b) const {
    for (const std::vector<Slice> *writers : {&a, &b})
      for (const Slice &writer : *writers)
        if (accesses_[writer.handler].loads[dropped])
          return false;
    if (!program_.synopses[dropped].current)
      return true; // all is read before any of it is written
    for (std::size_t reader = 0; reader < accesses_.size(); ++reader)
      if (accesses_[reader].loads[dropped])
        for (std::size_t i = 0; i < a.size(); ++i)
          if ((a[i].handler < reader) != (b[i].handler < reader))
            return false;
    return true;
  }

  bool mergeSynopses(SynopsisId kept, SynopsisId dropped) {
    Program merged = program_;
    for (Handler &handler : merged.handlers) {
      eraseOps(handler.body, [&](const Op &op) {
        const auto *bump = std::get_if<Bump>(&op.node);
        const auto *age = std::get_if<Age>(&op.node);
        return (bump && bump->synopsis == dropped) || (age && age->synopsis == dropped);
      });
      forEachOp(handler.body, [&](Op &op) {
        if (auto *load = std::get_if<Load>(&op.node); load && load->synopsis == dropped)
          load->synopsis = kept;
      });
    }
    if (!finish(merged))
      return false;
    std::vector<bool> keep(program_.synopses.size(), true);
    keep[dropped] = false;
    keepSynopses(program_, keep);
    return true;
  }

  bool mergeBuffers(BufferId kept, BufferId dropped) {
    Program merged = program_;
    for (Handler &handler : merged.handlers) {
      eraseOps(handler.body, [&](const Op &op) {
        const auto *push = std::get_if<Push>(&op.node);
        const auto *reset = std::get_if<Reset>(&op.node);
        return (push && push->buffer == dropped) || (reset && reset->buffer == dropped);
      });
      forEachOp(handler.body, [&](Op &op) {
        if (auto *each = std::get_if<Each>(&op.node); each && each->buffer == dropped)
          each->buffer = kept;
      });
    }
    if (!finish(merged))
      return false;
    std::vector<bool> keep(program_.buffers.size(), true);
    keep[dropped] = false;
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
  while (Sharing(program).shareOneBuffer() || Sharing(program).shareOneSynopsis()) {
  }
}

} // namespace bough

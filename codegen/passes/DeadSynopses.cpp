#include "codegen/passes/DeadSynopses.h"

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Rewrite.h"

#include <algorithm>

namespace bough {

namespace {

using namespace ir;

class DeadState {
public:
  explicit DeadState(const Program &program) {
    Accesses accesses = accessesOf(program);
    for (SynopsisId id = 0; id < program.synopses.size(); ++id)
      keepSynopsis.push_back((accesses.loads[id] || accesses.expires[id]) && accesses.fills[id]);
    for (BufferId id = 0; id < program.buffers.size(); ++id)
      keepBuffer.push_back(accesses.pushes[id]);
  }

  bool any() const {
    return std::ranges::count(keepSynopsis, false) + std::ranges::count(keepBuffer, false) != 0;
  }

  /// Removes every op that names dead state.
  void removeFrom(Region &region) const {
    std::vector<Op> kept;
    for (Op &op : region.ops) {
      forEachRegion(op, [&](Region &inner) { removeFrom(inner); });
      if (!isDead(op))
        kept.push_back(std::move(op));
    }
    region.ops = std::move(kept);
  }

  /// What is read of a synopsis that nobody bumps or puts is 0.
  void foldLoads(Handler &handler) const {
    std::vector<ValueId> zeros;
    forEachOp(handler.body, [&](const Op &op) {
      if (readsSynopsis(op) && resultOf(op) && !keepSynopsis[*synopsisOf(op)])
        zeros.push_back(*resultOf(op));
    });
    for (ValueId zero : zeros)
      substitute(handler.body, zero, Operand::immediate(0));
  }

  std::vector<bool> keepSynopsis;
  std::vector<bool> keepBuffer;

private:
  bool isDead(const Op &op) const {
    std::optional<SynopsisId> synopsis = synopsisOf(op);
    std::optional<BufferId> buffer = bufferOf(op);
    return (synopsis && !keepSynopsis[*synopsis]) || (buffer && !keepBuffer[*buffer]);
  }
};

/// Totals cost something at every change.
void removeDeadTotals(Program &program) {
  std::vector<bool> isRead(program.synopses.size());
  for (const Handler &handler : program.handlers)
    forEachOp(handler.body, [&](const Op &op) {
      if (const auto *total = std::get_if<Total>(&op.node))
        isRead[total->synopsis] = true;
    });
  for (SynopsisId id = 0; id < program.synopses.size(); ++id)
    program.synopses[id].totals = program.synopses[id].totals && isRead[id];
}

} // namespace

void removeDeadSynopses(Program &program) {
  while (true) {
    for (Handler &handler : program.handlers)
      removeDeadOps(handler);
    DeadState dead(program);
    if (!dead.any())
      break;
    for (Handler &handler : program.handlers) {
      dead.foldLoads(handler);
      dead.removeFrom(handler.body);
    }
    keepSynopses(program, dead.keepSynopsis);
    keepBuffers(program, dead.keepBuffer);
  }
  std::erase_if(program.handlers, [](const Handler &handler) { return handler.body.ops.empty(); });
  removeDeadTotals(program);
}

} // namespace bough

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
      keepSynopsis.push_back(accesses.loads[id] && accesses.bumps[id]);
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

  /// Loads of a synopsis that nobody bumps give 0.
  void foldLoads(Handler &handler) const {
    std::vector<ValueId> zeros;
    forEachOp(handler.body, [&](const Op &op) {
      if (const auto *load = std::get_if<Load>(&op.node); load && !keepSynopsis[load->synopsis])
        zeros.push_back(load->result);
    });
    for (ValueId zero : zeros)
      substitute(handler.body, zero, Operand::immediate(0));
  }

  std::vector<bool> keepSynopsis;
  std::vector<bool> keepBuffer;

private:
  bool isDead(const Op &op) const {
    auto lives = [](const auto &) { return false; };
    auto synopsis = [&](const auto &node) { return !keepSynopsis[node.synopsis]; };
    auto buffer = [&](const auto &node) { return !keepBuffer[node.buffer]; };
    return std::visit(
        Overloaded{
            [&](const Now &node) { return lives(node); },
            [&](const Add &node) { return lives(node); },
            [&](const Sub &node) { return lives(node); },
            [&](const AddChecked &node) { return lives(node); },
            [&](const Min &node) { return lives(node); },
            [&](const Max &node) { return lives(node); },
            [&](const Clamp &node) { return lives(node); },
            [&](const LessEqual &node) { return lives(node); },
            [&](const Equal &node) { return lives(node); },
            [&](const NotEqual &node) { return lives(node); },
            [&](const In &node) { return lives(node); },
            [&](const Load &node) { return synopsis(node); },
            [&](const Nonzero &node) { return lives(node); },
            [&](const Multiply &node) { return lives(node); },
            [&](const Sum &node) { return lives(node); },
            [&](const Yield &node) { return lives(node); },
            [&](const Bump &node) { return synopsis(node); },
            [&](const Push &node) { return buffer(node); },
            [&](const Emit &node) { return lives(node); },
            [&](const Reset &node) { return buffer(node); },
            [&](const Age &node) { return synopsis(node); },
            [&](const When &node) { return lives(node); },
            [&](const For &node) { return lives(node); },
            [&](const Each &node) { return buffer(node); },
        },
        op.node);
  }
};

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
}

} // namespace bough

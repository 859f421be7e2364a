#include "codegen/ir/Accesses.h"

#include "codegen/ir/Rewrite.h"

namespace bough::ir {

namespace {

/// Hands over the synopsis or buffer that an op reads or writes, together with its node.
template <typename OnSynopsis, typename OnBuffer>
void visitState(Op &op, OnSynopsis onSynopsis, OnBuffer onBuffer) {
  auto none = [](auto &) {};
  std::visit(Overloaded{
                 [&](Now &node) { none(node); },
                 [&](Add &node) { none(node); },
                 [&](Sub &node) { none(node); },
                 [&](AddChecked &node) { none(node); },
                 [&](SubChecked &node) { none(node); },
                 [&](Prod &node) { none(node); },
                 [&](ProdChecked &node) { none(node); },
                 [&](Div &node) { none(node); },
                 [&](Mod &node) { none(node); },
                 [&](Min &node) { none(node); },
                 [&](Max &node) { none(node); },
                 [&](Clamp &node) { none(node); },
                 [&](Xor &node) { none(node); },
                 [&](Zobrist &node) { none(node); },
                 [&](LessEqual &node) { none(node); },
                 [&](Equal &node) { none(node); },
                 [&](NotEqual &node) { none(node); },
                 [&](In &node) { none(node); },
                 [&](And &node) { none(node); },
                 [&](Or &node) { none(node); },
                 [&](Not &node) { none(node); },
                 [&](Widen &node) { none(node); },
                 [&](Narrow &node) { none(node); },
                 [&](WideAdd &node) { none(node); },
                 [&](WideSub &node) { none(node); },
                 [&](WideMul &node) { none(node); },
                 [&](WideDiv &node) { none(node); },
                 [&](WideCount &node) { none(node); },
                 [&](WideLessEqual &node) { none(node); },
                 [&](WideEqual &node) { none(node); },
                 [&](Find &node) { none(node); },
                 [&](Select &node) { none(node); },
                 [&](Load &node) { onSynopsis(node, node.synopsis); },
                 [&](Total &node) { onSynopsis(node, node.synopsis); },
                 [&](Extreme &node) { onSynopsis(node, node.synopsis); },
                 [&](Amount &node) { onSynopsis(node, node.synopsis); },
                 [&](Nonzero &node) { none(node); },
                 [&](Multiply &node) { none(node); },
                 [&](Sum &node) { none(node); },
                 [&](Least &node) { none(node); },
                 [&](Asks &node) { none(node); },
                 [&](Yield &node) { none(node); },
                 [&](Bump &node) { onSynopsis(node, node.synopsis); },
                 [&](Put &node) { onSynopsis(node, node.synopsis); },
                 [&](Accumulate &node) { onSynopsis(node, node.synopsis); },
                 [&](Clear &node) { onSynopsis(node, node.synopsis); },
                 [&](Take &node) { onSynopsis(node, node.synopsis); },
                 [&](Push &node) { onBuffer(node, node.buffer); },
                 [&](Emit &node) { none(node); },
                 [&](Reset &node) { onBuffer(node, node.buffer); },
                 [&](Age &node) { onSynopsis(node, node.synopsis); },
                 [&](Utility &node) { none(node); },
                 [&](Shed &node) { none(node); },
                 [&](When &node) { none(node); },
                 [&](For &node) { none(node); },
                 [&](Each &node) { onBuffer(node, node.buffer); },
                 [&](Scan &node) { none(node); },
                 [&](Match &node) { onSynopsis(node, node.synopsis); },
                 [&](Expire &node) { onSynopsis(node, node.synopsis); },
             },
             op.node);
}

std::vector<std::uint32_t> newNumbers(const std::vector<bool> &keep) {
  std::vector<std::uint32_t> numbers(keep.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < keep.size(); ++i)
    numbers[i] = keep[i] ? next++ : 0;
  return numbers;
}

template <typename T> void keepElements(std::vector<T> &elements, const std::vector<bool> &keep) {
  std::vector<T> kept;
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (keep[i])
      kept.push_back(std::move(elements[i]));
  elements = std::move(kept);
}

} // namespace

Accesses::Accesses(const Program &program)
    : loads(program.synopses.size()), fills(program.synopses.size()),
      clears(program.synopses.size()), ages(program.synopses.size()),
      expires(program.synopses.size()), pushes(program.buffers.size()),
      scans(program.buffers.size()), resets(program.buffers.size()) {}

void Accesses::add(const Region &region) {
  auto onSynopsis = Overloaded{
      [&](Load &, SynopsisId synopsis) { loads[synopsis] = true; },
      [&](Total &, SynopsisId synopsis) { loads[synopsis] = true; },
      [&](Extreme &, SynopsisId synopsis) { loads[synopsis] = true; },
      [&](Amount &, SynopsisId synopsis) { loads[synopsis] = true; },
      [&](Match &, SynopsisId synopsis) { loads[synopsis] = true; },
      [&](Bump &, SynopsisId synopsis) { fills[synopsis] = true; },
      [&](Put &, SynopsisId synopsis) { fills[synopsis] = true; },
      [&](Accumulate &, SynopsisId synopsis) { fills[synopsis] = true; },
      [&](Clear &, SynopsisId synopsis) { clears[synopsis] = true; },
      // Readers come before it, as before a bump; but unlike bumps it does not commute with others.
      [&](Take &, SynopsisId synopsis) { fills[synopsis] = clears[synopsis] = true; },
      [&](Age &, SynopsisId synopsis) { ages[synopsis] = true; },
      [&](Expire &node, SynopsisId synopsis) {
        ages[synopsis] = true;
        if (!node.body.ops.empty())
          expires[synopsis] = true;
      },
  };
  auto onBuffer = Overloaded{
      [&](Push &, BufferId buffer) { pushes[buffer] = true; },
      [&](Each &, BufferId buffer) { scans[buffer] = true; },
      [&](Reset &, BufferId buffer) { resets[buffer] = true; },
  };
  // Nothing is written: the visitor is shared with the renumbering below.
  forEachOp(region, [&](const Op &op) { visitState(const_cast<Op &>(op), onSynopsis, onBuffer); });
}

Accesses accessesOf(const Program &program, const Handler &handler) {
  Accesses accesses(program);
  accesses.add(handler.body);
  return accesses;
}

Accesses accessesOf(const Program &program) {
  Accesses accesses(program);
  for (const Handler &handler : program.handlers)
    accesses.add(handler.body);
  return accesses;
}

void keepSynopses(Program &program, const std::vector<bool> &keep) {
  std::vector<std::uint32_t> numbers = newNumbers(keep);
  for (Handler &handler : program.handlers)
    forEachOp(handler.body, [&](Op &op) {
      visitState(
          op, [&](auto &, SynopsisId &synopsis) { synopsis = numbers[synopsis]; },
          [](auto &, BufferId &) {});
    });
  keepElements(program.synopses, keep);
}

void keepBuffers(Program &program, const std::vector<bool> &keep) {
  std::vector<std::uint32_t> numbers = newNumbers(keep);
  for (Handler &handler : program.handlers)
    forEachOp(handler.body, [&](Op &op) {
      visitState(
          op, [](auto &, SynopsisId &) {},
          [&](auto &, BufferId &buffer) { buffer = numbers[buffer]; });
    });
  keepElements(program.buffers, keep);
}

} // namespace bough::ir

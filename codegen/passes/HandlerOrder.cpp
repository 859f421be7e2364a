#include "codegen/passes/HandlerOrder.h"

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Rewrite.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace bough {

namespace {

using namespace ir;

/// Which handlers must come before which, as edges: only handlers that touch the same thing meet,
/// so that programs of hundreds of forests are ordered quickly.
class Order {
public:
  explicit Order(const Program &program)
      : program_(program), successors_(program.handlers.size()),
        predecessors_(program.handlers.size()) {
    for (const Handler &handler : program.handlers)
      accesses_.push_back(accessesOf(program, handler));
    for (SynopsisId id = 0; id < program.synopses.size(); ++id)
      addEdgesOf(id);
    for (BufferId id = 0; id < program.buffers.size(); ++id) {
      Handlers pushes = passesWith([&](const Accesses &a) { return a.pushes[id]; });
      addEdges(pushes, passesWith([&](const Accesses &a) { return a.scans[id]; }));
      addInTurn(pushes);
    }
    addEdgesBeforePasses();
    Handlers failing;
    for (std::size_t handler = 0; handler < program.handlers.size(); ++handler)
      if (mayFail(program, program.handlers[handler]))
        failing.push_back(handler);
    addInTurn(failing);
  }

  /// Handlers by index in their new order, those without a reason in the old one; empty when there
  /// is none.
  std::vector<std::size_t> sort() {
    std::priority_queue<std::size_t, Handlers, std::greater<>> ready;
    for (std::size_t handler = 0; handler < predecessors_.size(); ++handler)
      if (predecessors_[handler] == 0)
        ready.push(handler);
    Handlers order;
    while (!ready.empty()) {
      std::size_t next = ready.top();
      ready.pop();
      order.push_back(next);
      for (std::size_t successor : successors_[next])
        if (--predecessors_[successor] == 0)
          ready.push(successor);
    }
    return order.size() == predecessors_.size() ? order : Handlers();
  }

private:
  using Handlers = std::vector<std::size_t>; ///< ascending

  /// What comes before the passes keeps its order anyway.
  template <typename Test> Handlers passesWith(Test test) const {
    Handlers handlers;
    for (std::size_t handler = 0; handler < accesses_.size(); ++handler)
      if (isPass(program_.handlers[handler]) && test(accesses_[handler]))
        handlers.push_back(handler);
    return handlers;
  }

  void addEdge(std::size_t first, std::size_t second) {
    successors_[first].push_back(second);
    ++predecessors_[second];
  }
  /// From all to all; a handler in both precedes itself, and there is no order.
  void addEdges(const Handlers &firsts, const Handlers &seconds) {
    for (std::size_t first : firsts)
      for (std::size_t second : seconds)
        addEdge(first, second);
  }
  /// Between handlers of the one kind and the other as they stand.
  void addEdgesAsTheyStand(const Handlers &some, const Handlers &others) {
    for (std::size_t a : some)
      for (std::size_t b : others)
        if (a != b)
          addEdge(std::min(a, b), std::max(a, b));
  }
  void addInTurn(const Handlers &handlers) {
    for (std::size_t i = 1; i < handlers.size(); ++i)
      addEdge(handlers[i - 1], handlers[i]);
  }

  void addEdgesOf(SynopsisId id) {
    Handlers loads = passesWith([&](const Accesses &a) { return a.loads[id]; });
    Handlers fills = passesWith([&](const Accesses &a) { return a.fills[id]; });
    Handlers clears = passesWith([&](const Accesses &a) { return a.clears[id]; });
    if (program_.synopses[id].current)
      addEdgesAsTheyStand(loads, fills);
    else
      addEdges(loads, fills);
    addEdgesAsTheyStand(clears, loads);
    addEdgesAsTheyStand(clears, fills);
  }

  /// Ticks and arrival handlers stand before the passes, as they are.
  void addEdgesBeforePasses() {
    Handlers before;
    for (std::size_t handler = 0; handler < program_.handlers.size(); ++handler)
      if (!isPass(program_.handlers[handler]))
        before.push_back(handler);
    addInTurn(before);
    for (std::size_t handler = 0; handler < program_.handlers.size() && !before.empty(); ++handler)
      if (isPass(program_.handlers[handler]))
        addEdge(before.back(), handler);
  }

  const Program &program_;
  std::vector<Accesses> accesses_;        ///< by handler
  std::vector<Handlers> successors_;      ///< by handler
  std::vector<std::size_t> predecessors_; ///< how many, by handler
};

} // namespace

bool orderHandlers(Program &program) {
  std::vector<std::size_t> order = Order(program).sort();
  if (order.empty())
    return program.handlers.empty();
  std::vector<Handler> ordered;
  for (std::size_t index : order)
    ordered.push_back(std::move(program.handlers[index]));
  program.handlers = std::move(ordered);
  return true;
}

} // namespace bough

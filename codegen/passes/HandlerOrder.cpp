#include "codegen/passes/HandlerOrder.h"

#include "codegen/ir/Accesses.h"
#include "codegen/ir/Rewrite.h"

namespace bough {

namespace {

using namespace ir;

class Order {
public:
  explicit Order(const Program &program) : program_(program) {
    for (const Handler &handler : program.handlers) {
      accesses_.push_back(accessesOf(program, handler));
      mayFail_.push_back(mayFail(program, handler));
    }
  }

  /// Handlers by index in their new order; empty when there is none.
  std::vector<std::size_t> sort() const {
    std::size_t count = program_.handlers.size();
    std::vector<bool> placed(count);
    std::vector<std::size_t> order;
    while (order.size() < count) {
      auto isReady = [&](std::size_t candidate) {
        for (std::size_t other = 0; other < count; ++other)
          if (!placed[other] && mustPrecede(other, candidate))
            return false;
        return true;
      };
      std::size_t next = 0;
      while (next < count && (placed[next] || !isReady(next)))
        ++next;
      if (next == count)
        return {};
      placed[next] = true;
      order.push_back(next);
    }
    return order;
  }

private:
  bool mustPrecede(std::size_t first, std::size_t second) const {
    const Accesses &a = accesses_[first];
    const Accesses &b = accesses_[second];
    bool isEarlier = first < second;
    for (SynopsisId id = 0; id < program_.synopses.size(); ++id) {
      bool readThenFilled = a.loads[id] && b.fills[id];
      bool touched = readThenFilled || (a.fills[id] && b.loads[id]);
      // A handler that reads what it fills itself precedes itself: there is no order.
      if (program_.synopses[id].current ? touched && isEarlier : readThenFilled)
        return true;
      bool cleared = (a.clears[id] && (b.loads[id] || b.fills[id])) ||
                     (b.clears[id] && (a.loads[id] || a.fills[id]));
      if (cleared && isEarlier)
        return true;
    }
    for (BufferId id = 0; id < program_.buffers.size(); ++id)
      if ((a.pushes[id] && b.scans[id]) || (a.pushes[id] && b.pushes[id] && isEarlier))
        return true;
    bool aTicks = program_.handlers[first].trigger == Trigger::Tick;
    bool bTicks = program_.handlers[second].trigger == Trigger::Tick;
    if (aTicks && (!bTicks || isEarlier))
      return true;
    return mayFail_[first] && mayFail_[second] && isEarlier;
  }

  const Program &program_;
  std::vector<Accesses> accesses_; ///< by handler
  std::vector<bool> mayFail_;      ///< by handler
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

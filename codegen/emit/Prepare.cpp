#include "codegen/emit/Prepare.h"

#include "codegen/emit/Identifiers.h"
#include "codegen/emit/PrepareHandler.h"
#include "codegen/ir/OpInfo.h"

namespace bough::emit {

namespace {

template <typename Columns> std::vector<std::string> columnNames(const Columns &columns) {
  Scope scope;
  std::vector<std::string> names;
  for (const auto &column : columns)
    names.push_back(scope.unique(identifier(column.name)));
  return names;
}

class Preparation {
public:
  Preparation(const ir::Program &program, const ir::Layout &layout,
              const std::vector<std::string> &reserved)
      : program_(program) {
    prepared_.program = &program;
    prepared_.layout = &layout;
    for (const std::string &name : reserved)
      names_.reserve(name);
  }

  Prepared run() {
    prepared_.hasLateResults = hasLateResults(program_);
    nameStreams();
    nameResults();
    nameConstants();
    nameState();
    for (const ir::Handler &handler : program_.handlers) {
      bool isRow = ir::takesRow(handler.trigger);
      const PreparedStream *stream = isRow ? &prepared_.streams[handler.stream] : nullptr;
      prepared_.handlers.push_back(prepareHandler(program_, handler, names_, stream));
      findOps(handler);
    }
    // After the local names, with which those of functions must not be confused.
    for (std::size_t i = 0; i < program_.handlers.size(); ++i)
      prepared_.handlers[i].name = names_.unique(functionName(program_.handlers[i]));
    return std::move(prepared_);
  }

private:
  void nameStreams() {
    for (const ir::Stream &stream : program_.streams) {
      PreparedStream prepared;
      prepared.type = names_.unique(typeName(stream.name));
      prepared.variable = memberName(stream.name);
      prepared.columns = columnNames(stream.columns);
      prepared_.streams.push_back(std::move(prepared));
    }
    for (const ir::Handler &handler : program_.handlers) {
      if (!ir::takesRow(handler.trigger))
        continue;
      PreparedStream &stream = prepared_.streams[handler.stream];
      if (handler.trigger == ir::Trigger::Entry)
        stream.isEntered = true;
      else if (handler.trigger == ir::Trigger::Shed)
        stream.isShedRead = true;
      else
        stream.isRead = true;
    }
  }

  void nameResults() {
    for (const ir::Result &result : program_.results) {
      std::string hint = result.name.empty() || result.name == program_.name ? "" : result.name;
      std::string type = names_.unique(typeName(hint + "_result"));
      prepared_.results.push_back({"", std::move(type), columnNames(result.columns)});
    }
  }

  void nameConstants() {
    for (const ir::Table &table : program_.tables)
      prepared_.tables.push_back({names_.unique(memberName(table.name) + "_rows"),
                                  names_.unique(typeName(table.name + "_row")),
                                  columnNames(table.columns)});
    for (const ir::Dictionary &dictionary : program_.dictionaries)
      prepared_.dictionaries.push_back(names_.unique(memberName(dictionary.name) + "_values"));
  }

  void nameState() {
    Scope members;
    members.reserve("header");
    for (const ir::Synopsis &synopsis : program_.synopses) {
      PreparedSynopsis prepared;
      prepared.member = members.unique(memberName(synopsis.name));
      prepared.keys = columnNames(synopsis.keys);
      bool isPlain = !synopsis.isSparse() && !synopsis.hasTimeKeys() && !synopsis.keepsExtremes();
      if (!isPlain)
        prepared.type = names_.unique(typeName(synopsis.name) +
                                      (synopsis.isSparse()                    ? "Entries"
                                       : synopsis.hasTimeKeys()               ? "Window"
                                       : synopsis.value == ir::ValueKind::Min ? "Minima"
                                                                              : "Maxima"));
      prepared_.synopses.push_back(std::move(prepared));
    }
    for (const ir::Buffer &buffer : program_.buffers) {
      prepared_.buffers.push_back({members.unique(memberName(buffer.name)),
                                   names_.unique(typeName(buffer.name + "_row")),
                                   columnNames(buffer.columns)});
      prepared_.bufferTypes.push_back(names_.unique(typeName(buffer.name)));
    }
  }

  /// Of what a handler does: what it makes results of, or what it fills.
  std::string functionName(const ir::Handler &handler) const {
    if (handler.trigger == ir::Trigger::Tick)
      return "tick";
    if (handler.trigger == ir::Trigger::Entry)
      return "enter" + typeName(program_.streams[handler.stream].name);
    if (handler.trigger == ir::Trigger::Shed)
      return "drop" + typeName(program_.streams[handler.stream].name);
    if (handler.trigger == ir::Trigger::Arrival)
      return "arrive" + typeName(program_.streams[handler.stream].name);
    bool emits = false;
    std::string filled;
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      emits = emits || std::holds_alternative<ir::Emit>(op.node);
      if (ir::changesSynopsis(op))
        filled = typeName(program_.synopses[*ir::synopsisOf(op)].name);
      if (auto *push = std::get_if<ir::Push>(&op.node))
        filled = typeName(program_.buffers[push->buffer].name);
    });
    if (emits)
      return handler.trigger == ir::Trigger::Row
                 ? "resultsOf" + typeName(program_.streams[handler.stream].name)
                 : "resultsOfBatch";
    if (!filled.empty())
      return "keep" + filled;
    return handler.trigger == ir::Trigger::Row
               ? "on" + typeName(program_.streams[handler.stream].name)
               : "onBatch";
  }

  /// Notes which ops there are for each synopsis, but for dead ones.
  void findOps(const ir::Handler &handler) {
    const PreparedHandler &prepared = prepared_.handlers.back();
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      std::optional<ir::SynopsisId> id = ir::synopsisOf(op);
      auto facts = prepared.facts.find(&op);
      if (!id || facts == prepared.facts.end() || facts->second.isDead)
        return;
      PreparedSynopsis &synopsis = prepared_.synopses[*id];
      synopsis.isLoaded |= std::holds_alternative<ir::Load>(op.node);
      synopsis.isTotalled |= std::holds_alternative<ir::Total>(op.node);
      synopsis.isExtremeRead |= std::holds_alternative<ir::Extreme>(op.node);
      synopsis.isBumped |= std::holds_alternative<ir::Bump>(op.node);
      synopsis.isPut |= std::holds_alternative<ir::Put>(op.node);
      synopsis.isCleared |= std::holds_alternative<ir::Clear>(op.node);
      synopsis.isTaken |= std::holds_alternative<ir::Take>(op.node);
      synopsis.isExpired |= std::holds_alternative<ir::Expire>(op.node);
      synopsis.isAged |= std::holds_alternative<ir::Age>(op.node);
      synopsis.isMatched |= std::holds_alternative<ir::Match>(op.node);
    });
  }

  const ir::Program &program_;
  Scope names_;
  Prepared prepared_;
};

} // namespace

bool compareSameValue(const ir::Op *a, const ir::Op *b) {
  auto isComparison = [](const ir::Op *op) {
    return op != nullptr && (std::holds_alternative<ir::In>(op->node) ||
                             std::holds_alternative<ir::LessEqual>(op->node) ||
                             std::holds_alternative<ir::Equal>(op->node) ||
                             std::holds_alternative<ir::NotEqual>(op->node));
  };
  bool shares = false;
  if (isComparison(a) && isComparison(b))
    ir::forEachOperand(*a, [&](const ir::Operand &x) {
      ir::forEachOperand(*b,
                         [&](const ir::Operand &y) { shares = shares || (x.isValue() && x == y); });
    });
  return shares;
}

bool hasLateResults(const ir::Program &program) {
  bool isAny = false;
  for (const ir::Handler &handler : program.handlers)
    ir::forEachOp(handler.body, [&](const ir::Op &op) {
      const auto *emit = std::get_if<ir::Emit>(&op.node);
      isAny = isAny || (emit != nullptr && emit->time);
    });
  return isAny;
}

bool hasArrivals(const Prepared &prepared) {
  bool isAny = false;
  for (const ir::Handler &handler : prepared.program->handlers)
    isAny =
        isAny || handler.trigger == ir::Trigger::Arrival || handler.trigger == ir::Trigger::Shed;
  return isAny && ir::needsArrivalOrder(*prepared.program);
}

std::vector<std::string> entryFunctions(const Prepared &prepared, ir::StreamId stream) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < prepared.handlers.size(); ++i) {
    const ir::Handler &handler = prepared.program->handlers[i];
    if (handler.trigger == ir::Trigger::Entry && handler.stream == stream)
      names.push_back(prepared.handlers[i].name);
  }
  return names;
}

Prepared prepare(const ir::Program &program, const ir::Layout &layout,
                 const std::vector<std::string> &reserved) {
  return Preparation(program, layout, reserved).run();
}

} // namespace bough::emit

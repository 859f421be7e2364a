#include "codegen/ir/OpInfo.h"

namespace bough::ir {

namespace {

/// The visitor of operands for const and mutable ops alike.
template <typename AnyOp, typename Visit> void visitOperands(AnyOp &op, const Visit &visit) {
  auto each = [&](auto &operands) {
    for (auto &operand : operands)
      visit(operand);
  };
  auto both = [&](auto &node) {
    visit(node.x);
    visit(node.y);
  };
  auto nodeVisitor = [&](auto &node) {
    using Node = std::remove_cvref_t<decltype(node)>;
    if constexpr (std::is_same_v<Node, Now> || std::is_same_v<Node, Sum> ||
                  std::is_same_v<Node, Least> || std::is_same_v<Node, Reset> ||
                  std::is_same_v<Node, Each> || std::is_same_v<Node, Expire> ||
                  std::is_same_v<Node, Asks>) {
      // No operands.
    } else if constexpr (std::is_same_v<Node, Add> || std::is_same_v<Node, Sub> ||
                         std::is_same_v<Node, AddChecked> || std::is_same_v<Node, SubChecked> ||
                         std::is_same_v<Node, Prod> || std::is_same_v<Node, ProdChecked> ||
                         std::is_same_v<Node, Min> || std::is_same_v<Node, Max> ||
                         std::is_same_v<Node, Xor> || std::is_same_v<Node, LessEqual> ||
                         std::is_same_v<Node, Equal> || std::is_same_v<Node, NotEqual> ||
                         std::is_same_v<Node, And> || std::is_same_v<Node, Or> ||
                         std::is_same_v<Node, WideAdd> || std::is_same_v<Node, WideSub> ||
                         std::is_same_v<Node, WideMul> || std::is_same_v<Node, WideDiv> ||
                         std::is_same_v<Node, WideLessEqual> || std::is_same_v<Node, WideEqual>) {
      both(node);
    } else if constexpr (std::is_same_v<Node, Div> || std::is_same_v<Node, Mod> ||
                         std::is_same_v<Node, Clamp> || std::is_same_v<Node, In> ||
                         std::is_same_v<Node, Not> || std::is_same_v<Node, Widen> ||
                         std::is_same_v<Node, Narrow> || std::is_same_v<Node, Find> ||
                         std::is_same_v<Node, Zobrist>) {
      visit(node.x);
    } else if constexpr (std::is_same_v<Node, Utility>) {
      visit(node.type);
      visit(node.key);
    } else if constexpr (std::is_same_v<Node, Shed>) {
      visit(node.type);
      visit(node.utility);
    } else if constexpr (std::is_same_v<Node, Select>) {
      visit(node.index);
    } else if constexpr (std::is_same_v<Node, Load> || std::is_same_v<Node, Total> ||
                         std::is_same_v<Node, Extreme> || std::is_same_v<Node, Amount> ||
                         std::is_same_v<Node, Clear> || std::is_same_v<Node, Scan> ||
                         std::is_same_v<Node, Match>) {
      each(node.keys);
    } else if constexpr (std::is_same_v<Node, Put> || std::is_same_v<Node, Accumulate>) {
      each(node.keys);
      visit(node.x);
    } else if constexpr (std::is_same_v<Node, Nonzero> || std::is_same_v<Node, WideCount>) {
      visit(node.count);
    } else if constexpr (std::is_same_v<Node, Yield>) {
      visit(node.value);
    } else if constexpr (std::is_same_v<Node, Multiply>) {
      visit(node.a);
      visit(node.b);
    } else if constexpr (std::is_same_v<Node, Bump> || std::is_same_v<Node, Take>) {
      each(node.keys);
      visit(node.count);
    } else if constexpr (std::is_same_v<Node, Push>) {
      each(node.columns);
    } else if constexpr (std::is_same_v<Node, Emit>) {
      each(node.columns);
      visit(node.count);
      if (node.time)
        visit(*node.time);
    } else if constexpr (std::is_same_v<Node, Age>) {
      if (node.to)
        visit(*node.to);
    } else if constexpr (std::is_same_v<Node, When>) {
      visit(node.condition);
    } else {
      static_assert(std::is_same_v<Node, For>, "a new op must be named here");
      visit(node.lo);
      visit(node.hi);
    }
  };
  std::visit(nodeVisitor, op.node);
}

template <typename AnyOp, typename Visit> void visitRegions(AnyOp &op, const Visit &visit) {
  if (auto *sum = std::get_if<Sum>(&op.node)) {
    visit(sum->body);
  } else if (auto *least = std::get_if<Least>(&op.node)) {
    visit(least->body);
  } else if (auto *when = std::get_if<When>(&op.node)) {
    visit(when->then);
    visit(when->otherwise);
  } else if (auto *loop = std::get_if<For>(&op.node)) {
    visit(loop->body);
  } else if (auto *each = std::get_if<Each>(&op.node)) {
    visit(each->body);
  } else if (auto *scan = std::get_if<Scan>(&op.node)) {
    visit(scan->body);
  } else if (auto *match = std::get_if<Match>(&op.node)) {
    visit(match->body);
  } else if (auto *expire = std::get_if<Expire>(&op.node)) {
    visit(expire->body);
  }
}

} // namespace

std::string_view spelling(const Op &op) {
  return std::visit(
      Overloaded{
#define BOUGH_OP(STRUCT, SPELLING) [](const STRUCT &) -> std::string_view { return SPELLING; },
#include "codegen/ir/Ops.def"
      },
      op.node);
}

std::string_view spelling(ValueType type) {
  switch (type) {
  case ValueType::I64:
    return "i64";
  case ValueType::Time:
    return "time";
  case ValueType::Count:
    return "count";
  case ValueType::Bool:
    return "bool";
  case ValueType::Wide:
    return "wide";
  }
  return "";
}

std::string_view spelling(Trigger trigger) {
  switch (trigger) {
  case Trigger::Tick:
    return "tick";
  case Trigger::Entry:
    return "entry";
  case Trigger::Arrival:
    return "arrival";
  case Trigger::Shed:
    return "shed";
  case Trigger::Row:
    return "";
  case Trigger::Batch:
    return "batch";
  }
  return "";
}

std::string_view spelling(ValueKind kind) {
  switch (kind) {
  case ValueKind::Count:
    return "count";
  case ValueKind::Flag:
    return "flag";
  case ValueKind::Min:
    return "min";
  case ValueKind::Max:
    return "max";
  case ValueKind::Sum:
    return "sum";
  }
  return "";
}

std::optional<ValueId> resultOf(const Op &op) {
  return std::visit(
      []<typename Node>(const Node &node) -> std::optional<ValueId> {
        if constexpr (requires { node.result; })
          return node.result;
        else
          return std::nullopt;
      },
      op.node);
}

std::vector<ValueId> variablesOf(const Op &op) {
  if (const auto *loop = std::get_if<For>(&op.node))
    return {loop->variable};
  if (const auto *each = std::get_if<Each>(&op.node))
    return each->columns;
  if (const auto *scan = std::get_if<Scan>(&op.node))
    return scan->columns;
  if (const auto *match = std::get_if<Match>(&op.node)) {
    std::vector<ValueId> variables = match->columns;
    variables.push_back(match->value);
    return variables;
  }
  if (const auto *expire = std::get_if<Expire>(&op.node)) {
    std::vector<ValueId> variables = expire->columns;
    variables.push_back(expire->value);
    return variables;
  }
  return {};
}

std::optional<SynopsisId> synopsisOf(const Op &op) {
  return std::visit(
      []<typename Node>(const Node &node) -> std::optional<SynopsisId> {
        if constexpr (requires { node.synopsis; })
          return node.synopsis;
        else
          return std::nullopt;
      },
      op.node);
}

std::optional<BufferId> bufferOf(const Op &op) {
  return std::visit(
      []<typename Node>(const Node &node) -> std::optional<BufferId> {
        if constexpr (requires { node.buffer; })
          return node.buffer;
        else
          return std::nullopt;
      },
      op.node);
}

void forEachOperand(const Op &op, const std::function<void(const Operand &)> &visit) {
  visitOperands(op, visit);
}

void forEachOperand(Op &op, const std::function<void(Operand &)> &visit) {
  visitOperands(op, visit);
}

void forEachRegion(const Op &op, const std::function<void(const Region &)> &visit) {
  visitRegions(op, visit);
}

void forEachRegion(Op &op, const std::function<void(Region &)> &visit) { visitRegions(op, visit); }

void forEachOp(const Region &region, const std::function<void(const Op &)> &visit) {
  for (const Op &op : region.ops) {
    visit(op);
    forEachRegion(op, [&](const Region &inner) { forEachOp(inner, visit); });
  }
}

std::size_t countOps(const Program &program) {
  std::size_t ops = 0;
  for (const Handler &handler : program.handlers)
    forEachOp(handler.body, [&](const Op &) { ++ops; });
  return ops;
}

std::optional<TableId> tableOf(const Op &op) {
  const auto *scan = std::get_if<Scan>(&op.node);
  return scan ? std::optional(scan->table) : std::nullopt;
}

std::optional<DictionaryId> dictionaryOf(const Op &op) {
  if (const auto *find = std::get_if<Find>(&op.node))
    return find->dictionary;
  if (const auto *select = std::get_if<Select>(&op.node))
    return select->dictionary;
  return std::nullopt;
}

bool isChecked(const Op &op) {
  return std::holds_alternative<AddChecked>(op.node) ||
         std::holds_alternative<SubChecked>(op.node) ||
         std::holds_alternative<ProdChecked>(op.node) || std::holds_alternative<Narrow>(op.node) ||
         std::holds_alternative<WideCount>(op.node);
}

bool isPure(const Op &op) {
  return resultOf(op).has_value() && !isChecked(op) && !std::holds_alternative<Utility>(op.node);
}

bool isShedding(const Op &op) {
  return std::holds_alternative<Asks>(op.node) || std::holds_alternative<Utility>(op.node) ||
         std::holds_alternative<Shed>(op.node);
}

bool isStructure(const Op &op) {
  return std::holds_alternative<When>(op.node) || std::holds_alternative<For>(op.node) ||
         std::holds_alternative<Each>(op.node) || std::holds_alternative<Scan>(op.node) ||
         std::holds_alternative<Match>(op.node);
}

bool isLoop(const Op &op) {
  return (isStructure(op) && !std::holds_alternative<When>(op.node)) ||
         std::holds_alternative<Expire>(op.node);
}

bool isReduction(const Op &op) {
  return std::holds_alternative<Sum>(op.node) || std::holds_alternative<Least>(op.node);
}

bool readsSynopsis(const Op &op) {
  return std::holds_alternative<Load>(op.node) || std::holds_alternative<Total>(op.node) ||
         std::holds_alternative<Extreme>(op.node) || std::holds_alternative<Amount>(op.node) ||
         std::holds_alternative<Match>(op.node);
}

bool fillsSynopsis(const Op &op) {
  return std::holds_alternative<Bump>(op.node) || std::holds_alternative<Put>(op.node) ||
         std::holds_alternative<Accumulate>(op.node);
}

bool writesSynopsis(const Op &op) {
  return fillsSynopsis(op) || std::holds_alternative<Take>(op.node);
}

bool changesSynopsis(const Op &op) {
  return writesSynopsis(op) || std::holds_alternative<Clear>(op.node);
}

bool agesSynopsis(const Op &op) {
  return std::holds_alternative<Age>(op.node) || std::holds_alternative<Expire>(op.node);
}

std::optional<ValueType> inferredType(const Op &op, const Handler &handler) {
  auto isTime = [&](const Operand &operand) {
    return operand.isValue() && operand.id() < handler.values.size() &&
           handler.values[operand.id()].type == ValueType::Time;
  };
  auto either = [&](const Operand &x, const Operand &y) -> std::optional<ValueType> {
    return isTime(x) || isTime(y) ? ValueType::Time : ValueType::I64;
  };
  using Answer = std::optional<ValueType>;
  return std::visit(Overloaded{
                        [](const Now &) -> Answer { return ValueType::Time; },
                        [&](const Add &o) { return either(o.x, o.y); },
                        [&](const Sub &o) { return either(o.x, o.y); },
                        [&](const AddChecked &o) { return either(o.x, o.y); },
                        [&](const SubChecked &o) { return either(o.x, o.y); },
                        [&](const Prod &o) { return either(o.x, o.y); },
                        [&](const ProdChecked &o) { return either(o.x, o.y); },
                        [&](const Div &o) { return either(o.x, o.x); },
                        [&](const Mod &o) { return either(o.x, o.x); },
                        [&](const Min &o) { return either(o.x, o.y); },
                        [&](const Max &o) { return either(o.x, o.y); },
                        [&](const Clamp &o) { return either(o.x, o.x); },
                        [](const Xor &) -> Answer { return ValueType::I64; },
                        [](const Zobrist &) -> Answer { return ValueType::I64; },
                        [](const LessEqual &) -> Answer { return ValueType::Bool; },
                        [](const Equal &) -> Answer { return ValueType::Bool; },
                        [](const NotEqual &) -> Answer { return ValueType::Bool; },
                        [](const In &) -> Answer { return ValueType::Bool; },
                        [](const And &) -> Answer { return ValueType::Bool; },
                        [](const Or &) -> Answer { return ValueType::Bool; },
                        [](const Not &) -> Answer { return ValueType::Bool; },
                        [](const Widen &) -> Answer { return ValueType::Wide; },
                        [](const Narrow &) -> Answer { return ValueType::I64; },
                        [](const WideAdd &) -> Answer { return ValueType::Wide; },
                        [](const WideSub &) -> Answer { return ValueType::Wide; },
                        [](const WideMul &) -> Answer { return ValueType::Wide; },
                        [](const WideDiv &) -> Answer { return ValueType::Wide; },
                        [](const WideCount &) -> Answer { return ValueType::Wide; },
                        [](const WideLessEqual &) -> Answer { return ValueType::Bool; },
                        [](const WideEqual &) -> Answer { return ValueType::Bool; },
                        [](const Find &) -> Answer { return ValueType::I64; },
                        [](const Select &) -> Answer { return ValueType::I64; },
                        [](const Load &) -> Answer { return ValueType::Count; },
                        [](const Total &) -> Answer { return ValueType::Count; },
                        [](const Extreme &) -> Answer { return ValueType::I64; },
                        [](const Amount &) -> Answer { return ValueType::Wide; },
                        [](const Nonzero &) -> Answer { return ValueType::Bool; },
                        [](const Multiply &) -> Answer { return ValueType::Count; },
                        [](const Sum &) -> Answer { return ValueType::Count; },
                        [](const Least &) -> Answer { return ValueType::I64; },
                        [](const Asks &) -> Answer { return ValueType::Bool; },
                        [](const Yield &) -> Answer { return std::nullopt; },
                        [](const Bump &) -> Answer { return std::nullopt; },
                        [](const Put &) -> Answer { return std::nullopt; },
                        [](const Accumulate &) -> Answer { return std::nullopt; },
                        [](const Clear &) -> Answer { return std::nullopt; },
                        [](const Take &) -> Answer { return std::nullopt; },
                        [](const Push &) -> Answer { return std::nullopt; },
                        [](const Emit &) -> Answer { return std::nullopt; },
                        [](const Reset &) -> Answer { return std::nullopt; },
                        [](const Age &) -> Answer { return std::nullopt; },
                        [](const Utility &) -> Answer { return ValueType::I64; },
                        [](const Shed &) -> Answer { return std::nullopt; },
                        [](const When &) -> Answer { return std::nullopt; },
                        [&](const For &o) { return either(o.lo, o.hi); },
                        [](const Each &) -> Answer { return std::nullopt; },
                        [](const Scan &) -> Answer { return std::nullopt; },
                        [](const Match &) -> Answer { return std::nullopt; },
                        [](const Expire &) -> Answer { return std::nullopt; },
                    },
                    op.node);
}

std::vector<ValueType> scannedTypes(const Table &table, std::size_t keys) {
  std::vector<ValueType> types;
  for (std::size_t i = keys; i < table.columns.size(); ++i)
    types.push_back(table.columns[i].type);
  return types;
}

std::vector<ValueType> matchedTypes(const Synopsis &synopsis) {
  std::vector<ValueType> types;
  for (unsigned key : synopsis.boundKeys())
    types.push_back(synopsis.keys[key].isTime() ? ValueType::Time : ValueType::I64);
  types.push_back(synopsis.keepsExtremes() ? ValueType::I64 : ValueType::Count);
  return types;
}

std::vector<ValueType> expiredTypes(const Synopsis &synopsis) {
  std::vector<ValueType> types;
  for (const SynopsisKey &key : synopsis.keys)
    types.push_back(key.isTime() ? ValueType::Time : ValueType::I64);
  types.push_back(ValueType::Count);
  return types;
}

} // namespace bough::ir

#include "codegen/ir/StructuralKey.h"

#include <map>

namespace bough::ir {

namespace {

class Encoder {
public:
  Encoder(const Handler &handler, const StructuralTarget &target)
      : handler_(handler), target_(target) {}

  void encode(const Handler &handler) {
    number(static_cast<std::int64_t>(handler.trigger));
    if (takesRow(handler.trigger))
      number(handler.stream);
    for (ValueId parameter : handler.parameters)
      define(parameter);
    encode(handler.body);
  }

  void encode(const Op &op) {
    number(static_cast<std::int64_t>(op.node.index()));
    std::visit(Overloaded{
                   [&](const Now &node) { define(node.result); },
                   [&](const Add &node) { binary(node); },
                   [&](const Sub &node) { binary(node); },
                   [&](const AddChecked &node) { binary(node); },
                   [&](const SubChecked &node) { binary(node); },
                   [&](const Prod &node) { binary(node); },
                   [&](const ProdChecked &node) { binary(node); },
                   [&](const Div &node) {
                     encode(node.x);
                     number(node.divisor);
                     define(node.result);
                   },
                   [&](const Mod &node) {
                     encode(node.x);
                     number(node.divisor);
                     define(node.result);
                   },
                   [&](const Min &node) { binary(node); },
                   [&](const Max &node) { binary(node); },
                   [&](const Clamp &node) { ranged(node); },
                   [&](const Xor &node) { binary(node); },
                   [&](const Zobrist &node) {
                     encode(node.x);
                     number(node.seed);
                     define(node.result);
                   },
                   [&](const LessEqual &node) { comparison(node); },
                   [&](const Equal &node) { comparison(node); },
                   [&](const NotEqual &node) { comparison(node); },
                   [&](const In &node) { ranged(node); },
                   [&](const And &node) { binary(node); },
                   [&](const Or &node) { binary(node); },
                   [&](const Not &node) {
                     encode(node.x);
                     define(node.result);
                   },
                   [&](const Widen &node) {
                     encode(node.x);
                     define(node.result);
                   },
                   [&](const Narrow &node) {
                     encode(node.x);
                     define(node.result);
                   },
                   [&](const WideAdd &node) { binary(node); },
                   [&](const WideSub &node) { binary(node); },
                   [&](const WideMul &node) { binary(node); },
                   [&](const WideDiv &node) { binary(node); },
                   [&](const WideCount &node) {
                     encode(node.count);
                     define(node.result);
                   },
                   [&](const WideLessEqual &node) { binary(node); },
                   [&](const WideEqual &node) { binary(node); },
                   [&](const Find &node) {
                     number(node.dictionary);
                     encode(node.x);
                     define(node.result);
                   },
                   [&](const Select &node) {
                     number(node.dictionary);
                     encode(node.index);
                     define(node.result);
                   },
                   [&](const Load &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     define(node.result);
                   },
                   [&](const Total &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     define(node.result);
                   },
                   [&](const Extreme &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     define(node.result);
                   },
                   [&](const Amount &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     define(node.result);
                   },
                   [&](const Nonzero &node) {
                     encode(node.count);
                     define(node.result);
                   },
                   [&](const Multiply &node) {
                     encode(node.a);
                     encode(node.b);
                     define(node.result);
                   },
                   [&](const Sum &node) {
                     encode(node.body);
                     define(node.result);
                   },
                   [&](const Least &node) {
                     encode(node.body);
                     define(node.result);
                   },
                   [&](const Asks &node) { define(node.result); },
                   [&](const Yield &node) { encode(node.value); },
                   [&](const Bump &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     encode(node.count);
                   },
                   [&](const Put &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     encode(node.x);
                   },
                   [&](const Accumulate &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     encode(node.x);
                   },
                   [&](const Clear &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                   },
                   [&](const Take &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     encode(node.count);
                   },
                   [&](const Push &node) {
                     number(node.buffer == target_.pushed ? theTarget : node.buffer);
                     encode(node.columns);
                   },
                   [&](const Emit &node) {
                     number(node.to);
                     encode(node.columns);
                     encode(node.count);
                     encode(node.time);
                   },
                   [&](const Reset &node) { number(node.buffer); },
                   [&](const Age &node) {
                     synopsis(node.synopsis);
                     encode(node.to);
                   },
                   [&](const Utility &node) {
                     encode(node.type);
                     encode(node.key);
                     define(node.result);
                   },
                   [&](const Shed &node) {
                     encode(node.type);
                     encode(node.utility);
                   },
                   [&](const When &node) {
                     encode(node.condition);
                     encode(node.then);
                     encode(node.otherwise);
                   },
                   [&](const For &node) {
                     encode(node.lo);
                     encode(node.hi);
                     define(node.variable);
                     encode(node.body);
                   },
                   [&](const Each &node) {
                     number(node.buffer);
                     define(node.columns);
                     encode(node.body);
                   },
                   [&](const Scan &node) {
                     number(node.table);
                     encode(node.keys);
                     define(node.columns);
                     encode(node.body);
                   },
                   [&](const Match &node) {
                     synopsis(node.synopsis);
                     encode(node.keys);
                     define(node.columns);
                     define(node.value);
                     encode(node.body);
                   },
                   [&](const Expire &node) {
                     synopsis(node.synopsis);
                     define(node.columns);
                     define(node.value);
                     encode(node.body);
                   },
               },
               op.node);
  }

  StructuralKey take() { return std::move(key_); }

private:
  static constexpr std::int64_t theTarget = -1;
  enum OperandKind : std::int64_t { Immediate, Inside, Outside };

  void number(std::int64_t value) { key_.push_back(value); }
  void define(ValueId value) {
    numbers_.emplace(value, static_cast<std::int64_t>(numbers_.size()));
    number(static_cast<std::int64_t>(handler_.values[value].type));
  }
  void define(const std::vector<ValueId> &values) {
    number(static_cast<std::int64_t>(values.size()));
    for (ValueId value : values)
      define(value);
  }
  void synopsis(SynopsisId id) { number(id == target_.changed ? theTarget : id); }
  void encode(const Operand &operand) {
    if (!operand.isValue()) {
      number(Immediate);
      number(operand.number());
    } else if (auto found = numbers_.find(operand.id()); found != numbers_.end()) {
      number(Inside);
      number(found->second);
    } else {
      number(Outside);
      number(operand.id());
    }
  }
  void encode(const std::optional<Operand> &operand) {
    number(operand ? 1 : 0);
    if (operand)
      encode(*operand);
  }
  void encode(const std::vector<Operand> &operands) {
    number(static_cast<std::int64_t>(operands.size()));
    for (const Operand &operand : operands)
      encode(operand);
  }
  void encode(const Region &region) {
    number(static_cast<std::int64_t>(region.ops.size()));
    for (const Op &op : region.ops)
      encode(op);
  }
  template <typename Node> void binary(const Node &node) {
    encode(node.x);
    encode(node.y);
    define(node.result);
  }
  template <typename Node> void comparison(const Node &node) {
    number(node.offset);
    binary(node);
  }
  template <typename Node> void ranged(const Node &node) {
    encode(node.x);
    number(node.lo);
    number(node.hi);
    define(node.result);
  }

  const Handler &handler_;
  StructuralTarget target_;
  std::map<ValueId, std::int64_t> numbers_;
  StructuralKey key_;
};

} // namespace

StructuralKey structuralKey(const Handler &handler, const Op &op) {
  Encoder encoder(handler, {});
  encoder.encode(op);
  return encoder.take();
}

StructuralKey structuralKey(const Handler &handler, const StructuralTarget &target) {
  Encoder encoder(handler, target);
  encoder.encode(handler);
  return encoder.take();
}

StructuralKey structuralKey(const Handler &handler) {
  return structuralKey(handler, StructuralTarget{});
}

} // namespace bough::ir

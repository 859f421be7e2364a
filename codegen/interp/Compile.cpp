#include "codegen/interp/Code.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace bough::interp {

namespace {

class Compiler {
public:
  explicit Compiler(const ir::Handler &handler) {
    code_.trigger = handler.trigger;
    code_.stream = handler.stream;
    code_.parameters.assign(handler.parameters.begin(), handler.parameters.end());
    // At least one slot: instructions without a result name slot 0.
    code_.frame.resize(std::max<std::size_t>(1, handler.values.size()));
    wides_.resize(handler.values.size());
  }

  HandlerCode run(const ir::Region &body) {
    compileRegion(body);
    return std::move(code_);
  }

private:
  Slot slot(const ir::Operand &operand) {
    if (operand.isValue())
      return operand.id();
    auto [constant, isNew] = constants_.emplace(operand.number(), 0);
    if (isNew)
      constant->second = newSlot(operand.number());
    return constant->second;
  }
  std::vector<Slot> slots(const std::vector<ir::Operand> &operands) {
    std::vector<Slot> result;
    for (const ir::Operand &operand : operands)
      result.push_back(slot(operand));
    return result;
  }
  /// Of a wide operand.
  Slot wideSlot(const ir::Operand &operand) {
    if (operand.isValue())
      return wides_[operand.id()];
    auto [constant, isNew] = wideConstants_.emplace(operand.number(), 0);
    if (isNew)
      constant->second = newWide(operand.number());
    return constant->second;
  }
  Slot newWide(std::int64_t content) {
    Slot low = newSlot(content);
    newSlot(content < 0 ? -1 : 0);
    return low;
  }
  Slot newSlot(std::int64_t content) {
    code_.frame.push_back(content);
    return static_cast<Slot>(code_.frame.size() - 1);
  }

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
  /// The new instruction; valid until the next one is added.
  Instruction &add(Opcode opcode) {
    Instruction &instruction = code_.instructions.emplace_back();
    instruction.opcode = opcode;
    instruction.range = range_;
    return instruction;
  }
  void patch(std::uint32_t jump) { code_.instructions[jump].target = here(); }

  void compileRegion(const ir::Region &region) {
    for (const ir::Op &op : region.ops) {
      range_ = op.range;
      std::visit([this](const auto &node) { compileNode(node); }, op.node);
    }
  }

  template <typename Node> void binary(Opcode opcode, const Node &node) {
    Slot x = slot(node.x), y = slot(node.y);
    Instruction &instruction = add(opcode);
    instruction.result = node.result;
    instruction.a = x;
    instruction.b = y;
    if constexpr (requires { node.offset; })
      instruction.lo = node.offset;
  }
  template <typename Node> void range(Opcode opcode, const Node &node) {
    Slot x = slot(node.x);
    Instruction &instruction = add(opcode);
    instruction.result = node.result;
    instruction.a = x;
    instruction.lo = node.lo;
    instruction.hi = node.hi;
  }

  template <typename Node> void division(Opcode opcode, const Node &node) {
    Slot x = slot(node.x);
    Instruction &instruction = add(opcode);
    instruction.result = node.result;
    instruction.a = x;
    instruction.lo = node.divisor;
  }
  template <typename Node> void unary(Opcode opcode, const Node &node, const ir::Operand &operand) {
    Slot x = slot(operand);
    Instruction &instruction = add(opcode);
    instruction.result = node.result;
    instruction.a = x;
  }
  /// Of wide operands; the result is wide too or else a bool.
  template <typename Node> void wide(Opcode opcode, const Node &node, bool isWide) {
    Slot x = wideSlot(node.x), y = wideSlot(node.y);
    Slot result = isWide ? wides_[node.result] = newWide(0) : node.result;
    Instruction &instruction = add(opcode);
    instruction.result = result;
    instruction.a = x;
    instruction.b = y;
  }
  template <typename Node> void read(Opcode opcode, const Node &node) {
    std::vector<Slot> keys = slots(node.keys);
    Instruction &instruction = add(opcode);
    instruction.result = node.result;
    instruction.index = node.synopsis;
    instruction.slots = std::move(keys);
  }
  template <typename Node> void change(Opcode opcode, const Node &node, const ir::Operand &by) {
    std::vector<Slot> keys = slots(node.keys);
    Slot x = slot(by);
    Instruction &instruction = add(opcode);
    instruction.a = x;
    instruction.index = node.synopsis;
    instruction.slots = std::move(keys);
  }

  void compileNode(const ir::Now &o) { add(Opcode::Now).result = o.result; }
  void compileNode(const ir::Add &o) { binary(Opcode::Add, o); }
  void compileNode(const ir::Sub &o) { binary(Opcode::Sub, o); }
  void compileNode(const ir::AddChecked &o) { binary(Opcode::AddChecked, o); }
  void compileNode(const ir::SubChecked &o) { binary(Opcode::SubChecked, o); }
  void compileNode(const ir::Prod &o) { binary(Opcode::Prod, o); }
  void compileNode(const ir::ProdChecked &o) { binary(Opcode::ProdChecked, o); }
  void compileNode(const ir::Div &o) { division(Opcode::Div, o); }
  void compileNode(const ir::Mod &o) { division(Opcode::Mod, o); }
  void compileNode(const ir::Min &o) { binary(Opcode::Min, o); }
  void compileNode(const ir::Max &o) { binary(Opcode::Max, o); }
  void compileNode(const ir::Clamp &o) { range(Opcode::Clamp, o); }
  void compileNode(const ir::Xor &o) { binary(Opcode::Xor, o); }
  void compileNode(const ir::Zobrist &o) {
    unary(Opcode::Zobrist, o, o.x);
    code_.instructions.back().lo = o.seed;
  }
  void compileNode(const ir::LessEqual &o) { binary(Opcode::LessEqual, o); }
  void compileNode(const ir::Equal &o) { binary(Opcode::Equal, o); }
  void compileNode(const ir::NotEqual &o) { binary(Opcode::NotEqual, o); }
  void compileNode(const ir::In &o) { range(Opcode::In, o); }

  void compileNode(const ir::And &o) { binary(Opcode::And, o); }
  void compileNode(const ir::Or &o) { binary(Opcode::Or, o); }
  void compileNode(const ir::Not &o) { unary(Opcode::Not, o, o.x); }
  void compileNode(const ir::Widen &o) {
    Slot x = slot(o.x);
    Slot result = wides_[o.result] = newWide(0);
    Instruction &instruction = add(Opcode::Widen);
    instruction.result = result;
    instruction.a = x;
  }
  void compileNode(const ir::Narrow &o) {
    Slot x = wideSlot(o.x);
    Instruction &instruction = add(Opcode::Narrow);
    instruction.result = o.result;
    instruction.a = x;
  }
  void compileNode(const ir::WideAdd &o) { wide(Opcode::WideAdd, o, true); }
  void compileNode(const ir::WideSub &o) { wide(Opcode::WideSub, o, true); }
  void compileNode(const ir::WideMul &o) { wide(Opcode::WideMul, o, true); }
  void compileNode(const ir::WideDiv &o) { wide(Opcode::WideDiv, o, true); }
  void compileNode(const ir::WideCount &o) {
    Slot count = slot(o.count);
    Slot result = wides_[o.result] = newWide(0);
    Instruction &instruction = add(Opcode::WideCount);
    instruction.result = result;
    instruction.a = count;
  }
  void compileNode(const ir::WideLessEqual &o) { wide(Opcode::WideLessEqual, o, false); }
  void compileNode(const ir::WideEqual &o) { wide(Opcode::WideEqual, o, false); }
  void compileNode(const ir::Find &o) {
    unary(Opcode::Find, o, o.x);
    code_.instructions.back().index = o.dictionary;
  }
  void compileNode(const ir::Select &o) {
    unary(Opcode::Select, o, o.index);
    code_.instructions.back().index = o.dictionary;
  }

  void compileNode(const ir::Load &o) { read(Opcode::Load, o); }
  void compileNode(const ir::Total &o) { read(Opcode::Total, o); }
  void compileNode(const ir::Extreme &o) { read(Opcode::Extreme, o); }
  void compileNode(const ir::Amount &o) {
    Slot result = wides_[o.result] = newWide(0);
    read(Opcode::Amount, o);
    code_.instructions.back().result = result;
  }
  void compileNode(const ir::Nonzero &o) { unary(Opcode::Nonzero, o, o.count); }
  void compileNode(const ir::Multiply &o) {
    Slot a = slot(o.a), b = slot(o.b);
    Instruction &instruction = add(Opcode::Multiply);
    instruction.result = o.result;
    instruction.a = a;
    instruction.b = b;
  }
  void compileNode(const ir::Sum &o) { reduce(o, 0, Opcode::Accumulate); }
  void compileNode(const ir::Least &o) {
    reduce(o, std::numeric_limits<std::int64_t>::max(), Opcode::Min);
  }
  template <typename Reduction> void reduce(const Reduction &o, std::int64_t first, Opcode yield) {
    set(o.result, first);
    Slot outer = std::exchange(reduction_, o.result);
    Opcode outerYield = std::exchange(yield_, yield);
    compileRegion(o.body);
    reduction_ = outer;
    yield_ = outerYield;
  }
  void compileNode(const ir::Yield &o) {
    Slot value = slot(o.value);
    Instruction &instruction = add(yield_);
    instruction.result = reduction_;
    instruction.a = value;
    instruction.b = reduction_;
  }
  void set(Slot result, std::int64_t number) {
    Instruction &instruction = add(Opcode::Set);
    instruction.result = result;
    instruction.lo = number;
  }
  void compileNode(const ir::Bump &o) { change(Opcode::Bump, o, o.count); }
  void compileNode(const ir::Put &o) { change(Opcode::Put, o, o.x); }
  void compileNode(const ir::Accumulate &o) {
    std::vector<Slot> keys = slots(o.keys);
    Slot x = wideSlot(o.x);
    Instruction &instruction = add(Opcode::AddWide);
    instruction.a = x;
    instruction.index = o.synopsis;
    instruction.slots = std::move(keys);
  }
  void compileNode(const ir::Clear &o) {
    std::vector<Slot> keys = slots(o.keys);
    Instruction &instruction = add(Opcode::Clear);
    instruction.index = o.synopsis;
    instruction.slots = std::move(keys);
  }
  void compileNode(const ir::Take &o) { change(Opcode::Take, o, o.count); }
  void compileNode(const ir::Push &o) {
    std::vector<Slot> columns = slots(o.columns);
    Instruction &instruction = add(Opcode::Push);
    instruction.index = o.buffer;
    instruction.slots = std::move(columns);
  }
  void compileNode(const ir::Emit &o) {
    std::vector<Slot> columns = slots(o.columns);
    Slot count = slot(o.count);
    Slot time = o.time ? slot(*o.time) : 0;
    Instruction &instruction = add(o.time ? Opcode::EmitAt : Opcode::Emit);
    instruction.a = count;
    instruction.b = time;
    instruction.index = o.to;
    instruction.slots = std::move(columns);
  }
  void compileNode(const ir::Reset &o) { add(Opcode::Reset).index = o.buffer; }
  void compileNode(const ir::Age &o) {
    Slot to = o.to ? slot(*o.to) : 0;
    Instruction &instruction = add(o.to ? Opcode::AgeTo : Opcode::Age);
    instruction.a = to;
    instruction.index = o.synopsis;
  }

  void compileNode(const ir::Asks &o) { add(Opcode::Asks).result = o.result; }
  void compileNode(const ir::Utility &o) {
    Slot type = slot(o.type), key = slot(o.key);
    Instruction &instruction = add(Opcode::Utility);
    instruction.result = o.result;
    instruction.a = type;
    instruction.b = key;
  }
  void compileNode(const ir::Shed &o) {
    Slot type = slot(o.type), utility = slot(o.utility);
    Instruction &instruction = add(Opcode::Shed);
    instruction.a = type;
    instruction.b = utility;
  }

  void compileNode(const ir::When &o) {
    Slot condition = slot(o.condition);
    std::uint32_t toElse = here();
    add(Opcode::JumpUnless).a = condition;
    compileRegion(o.then);
    if (!o.otherwise.ops.empty()) {
      std::uint32_t toEnd = here();
      add(Opcode::Jump);
      patch(toElse);
      compileRegion(o.otherwise);
      patch(toEnd);
    } else {
      patch(toElse);
    }
  }
  void compileNode(const ir::For &o) {
    Slot lo = slot(o.lo), hi = slot(o.hi);
    std::uint32_t begin = here();
    Instruction &first = add(Opcode::ForBegin);
    first.result = o.variable;
    first.a = lo;
    first.b = hi;
    compileRegion(o.body);
    Instruction &next = add(Opcode::ForNext);
    next.result = o.variable;
    next.b = hi;
    next.target = begin + 1;
    patch(begin);
  }
  void compileNode(const ir::Each &o) {
    Slot row = newSlot(0);
    set(row, 0); // again each time that the op is reached
    std::uint32_t begin = here();
    Instruction &next = add(Opcode::EachRow);
    next.a = row;
    next.index = o.buffer;
    next.columns.assign(o.columns.begin(), o.columns.end());
    finishLoop(begin, o.body);
  }
  void compileNode(const ir::Scan &o) {
    std::vector<Slot> keys = slots(o.keys);
    Slot row = newSlot(0), end = newSlot(0);
    auto prepare = [&](Instruction &instruction) {
      instruction.a = row;
      instruction.b = end;
      instruction.index = o.table;
    };
    Instruction &first = add(Opcode::ScanBegin);
    prepare(first);
    first.slots = keys;
    std::uint32_t begin = here();
    Instruction &next = add(Opcode::ScanRow);
    prepare(next);
    next.lo = static_cast<std::int64_t>(keys.size());
    next.columns.assign(o.columns.begin(), o.columns.end());
    finishLoop(begin, o.body);
  }
  void compileNode(const ir::Match &o) {
    std::vector<Slot> keys = slots(o.keys);
    Slot link = newSlot(0);
    auto prepare = [&](Instruction &instruction) {
      instruction.a = link;
      instruction.index = o.synopsis;
      instruction.slots = keys;
    };
    prepare(add(Opcode::MatchBegin));
    std::uint32_t begin = here();
    Instruction &next = add(Opcode::MatchEntry);
    prepare(next);
    next.result = o.value;
    next.columns.assign(o.columns.begin(), o.columns.end());
    finishLoop(begin, o.body);
  }
  void compileNode(const ir::Expire &o) {
    add(Opcode::ExpireBegin).index = o.synopsis;
    std::uint32_t begin = here();
    Instruction &next = add(Opcode::ExpireEntry);
    next.index = o.synopsis;
    next.result = o.value;
    next.columns.assign(o.columns.begin(), o.columns.end());
    finishLoop(begin, o.body);
  }
  /// The body of a loop that begins with an instruction which leaves it.
  void finishLoop(std::uint32_t begin, const ir::Region &body) {
    compileRegion(body);
    add(Opcode::Jump).target = begin;
    patch(begin);
  }

  HandlerCode code_;
  std::map<std::int64_t, Slot> constants_, wideConstants_;
  std::vector<Slot> wides_; ///< by ValueId, of wide values
  SourceRange range_;
  Slot reduction_ = 0;                ///< the result of the innermost sum or least
  Opcode yield_ = Opcode::Accumulate; ///< what a yield does to that
};

} // namespace

HandlerCode compile(const ir::Handler &handler) { return Compiler(handler).run(handler.body); }

} // namespace bough::interp

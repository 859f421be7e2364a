#include "codegen/cpp/OpPrinter.h"

#include "codegen/ir/OpInfo.h"

#include <fmt/format.h>
#include <limits>

namespace bough::cpp {

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// The text without blanks at its ends, on one line, and not as a comment that goes on.
std::string trimmed(std::string_view text) {
  constexpr std::size_t longest = 85;
  constexpr std::string_view blanks = " \t\r";
  std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos)
    return {};
  text = text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
  std::string line(text.substr(0, longest));
  for (char &c : line)
    c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  if (text.size() > longest)
    line += " ...";
  else if (line.back() == '\\')
    line += '.';
  return line;
}

} // namespace

std::string typeOf(ir::ValueType type) {
  switch (type) {
  case ir::ValueType::I64:
  case ir::ValueType::Time:
    return "std::int64_t";
  case ir::ValueType::Count:
    return "std::uint64_t";
  case ir::ValueType::Bool:
    return "bool";
  case ir::ValueType::Wide:
    return "Wide";
  }
  return {};
}

// --- functions ---------------------------------------------------------------------------------

std::string OpPrinter::documentation(const ir::Handler &handler) const {
  std::string emits, keeps;
  ir::forEachOp(handler.body, [&](const ir::Op &op) {
    if (std::holds_alternative<ir::Emit>(op.node))
      emits = "its results";
    std::string kept;
    if (ir::changesSynopsis(op))
      kept = "state." + prepared_.synopses[*ir::synopsisOf(op)].member;
    if (auto *push = std::get_if<ir::Push>(&op.node))
      kept = "state." + prepared_.buffers[push->buffer].name;
    if (!kept.empty() && (", " + keeps + ",").find(", " + kept + ",") == std::string::npos)
      keeps += (keeps.empty() ? "" : ", ") + kept;
  });
  std::string what = emits;
  if (!keeps.empty())
    what += (what.empty() ? "changes " : ", and changes ") + keeps;
  if (what.empty())
    what = "nothing";
  switch (handler.trigger) {
  case ir::Trigger::Tick:
    return "/// Time has moved on to `now`; state.header.now is still that of the last batch.";
  case ir::Trigger::Entry:
    return fmt::format("/// A row of {} has come. Whether it is shed.",
                       program_.streams[handler.stream].name);
  case ir::Trigger::Shed:
    return fmt::format("/// A row of {} was shed: {}.", program_.streams[handler.stream].name,
                       what);
  case ir::Trigger::Arrival:
    return fmt::format("/// A row of {} arrives: {}.", program_.streams[handler.stream].name, what);
  case ir::Trigger::Row:
    return fmt::format("/// A row of {}: {}.", program_.streams[handler.stream].name, what);
  case ir::Trigger::Batch:
    return fmt::format("/// All rows of a timestamp: {}.", what);
  }
  return {};
}

std::string OpPrinter::function(const ir::Handler &handler, const emit::PreparedHandler &decided) {
  handler_ = &handler;
  decided_ = &decided;
  text_.clear();
  commentedLine_ = 0;
  hasElapsed_ = false;
  loops_ = 0;
  isParameter_.assign(handler.values.size(), false);
  for (ir::ValueId id : handler.parameters)
    isParameter_[id] = true;
  region(handler.body);

  bool isTick = handler.trigger == ir::Trigger::Tick;
  bool usesState = decided.readsState || (decided.readsNow && !isTick);
  std::string parameters = usesState ? "State &state" : "State &";
  if (ir::takesRow(handler.trigger))
    parameters += fmt::format(", const {} &{}", prepared_.streams[handler.stream].type,
                              decided.readsRow ? decided.row : "");
  if (isTick)
    parameters += decided.readsNow ? ", std::int64_t now" : ", std::int64_t";
  if (decided.emits)
    parameters += ", Sink &sink";
  if (handler.trigger == ir::Trigger::Entry) {
    parameters +=
        fmt::format(", const Utilities &{}, Shedder &{}", decided.readsUtilities ? "utilities" : "",
                    decided.readsShedder ? "shedder" : "");
    return fmt::format("\n{}\ninline bool {}({}) noexcept {{\n{}{}return {};\n}}\n",
                       documentation(handler), decided.name, parameters,
                       decided.decides ? "bool isShed = false;\n" : "", text_,
                       decided.decides ? "isShed" : "false");
  }
  return fmt::format("\n{}\n{}{} {}({}){} {{\n{}{}}}\n", documentation(handler),
                     decided.emits ? "template <class Sink>\n" : "inline ",
                     decided.mayFail ? "bool" : "void", decided.name, parameters,
                     decided.emits ? "" : " noexcept", text_,
                     decided.mayFail ? "return true;\n" : "");
}

void OpPrinter::region(const ir::Region &region) {
  for (const ir::Op &each : region.ops)
    if (!facts(each).isDead)
      op(each);
}

void OpPrinter::block(const std::string &head, const ir::Region &body, const std::string &first) {
  line(head + " {");
  text_ += first;
  region(body);
  line("}");
}

/// The line of the SQL text, where it is another one than that of the statement before.
void OpPrinter::comment(SourceRange range) {
  if (source_ == nullptr || range.isNowhere())
    return;
  std::uint64_t number = source_->position(range.begin).line;
  if (number == commentedLine_)
    return;
  commentedLine_ = number;
  line(fmt::format("// {}: {}", number, trimmed(source_->lineAt(range.begin))));
}

void OpPrinter::stopWhen(const std::string &condition, const std::string &fault, SourceRange range,
                         std::optional<std::size_t> site) {
  line(fmt::format("if ({})\nreturn stop(state, Fault::{}, {}, {}{});", condition, fault,
                   range.begin, range.end, site ? fmt::format(", {}", *site) : ""));
}

// --- operands ----------------------------------------------------------------------------------

Expression OpPrinter::operand(ir::Operand operand, ir::ValueType type) {
  if (!operand.isValue()) {
    switch (type) {
    case ir::ValueType::Bool:
      return {operand.number() != 0 ? "true" : "false"};
    case ir::ValueType::Wide:
      return {fmt::format("Wide{{{}}}", literal(operand.number()))};
    case ir::ValueType::I64:
    case ir::ValueType::Time:
    case ir::ValueType::Count:
      break;
    }
    Binding binding = operand.number() < 0 ? Binding::Multiplicative : Binding::Primary;
    return {literal(operand.number()), binding};
  }
  if (isParameter_[operand.id()])
    return {decided_->row + '.' + name(operand.id())};
  if (decided_->isInlined[operand.id()])
    return *expression(*decided_->definitions[operand.id()]);
  return {name(operand.id())};
}

std::vector<Expression> OpPrinter::integers(const Operands &operands) {
  std::vector<Expression> result;
  for (ir::Operand each : operands)
    result.push_back(integer(each));
  return result;
}

std::string OpPrinter::list(const Operands &operands) {
  std::string text;
  for (ir::Operand each : operands)
    text += (text.empty() ? "" : ", ") + integer(each).text;
  return text;
}

Expression OpPrinter::call(Helper helper, const std::string &name, const Operands &operands) {
  helpers_.insert(helper);
  return {fmt::format("{}({})", name, list(operands))};
}

Expression OpPrinter::plusOffset(ir::Operand y, std::int64_t offset) {
  if (!y.isValue()) // which has been proven to fit
    return operand(ir::Operand::immediate(y.number() + offset), ir::ValueType::I64);
  if (offset == 0)
    return integer(y);
  bool isLess = offset < 0 && offset != lowest;
  return binary(integer(y), isLess ? "-" : "+", {literal(isLess ? -offset : offset)},
                Binding::Additive);
}

Expression OpPrinter::comparison(const ir::Op &op, ir::Operand x, ir::Operand y,
                                 std::int64_t offset, const std::string &spelled, Helper helper,
                                 const std::string &exact) {
  if (x == y) // of which compilers warn
    return {(spelled == "<=" ? offset >= 0 : (offset == 0) == (spelled == "==")) ? "true"
                                                                                 : "false"};
  if (!facts(op).fits) {
    helpers_.insert(helper);
    return {
        fmt::format("{}({}, {}, {})", exact, integer(x).text, integer(y).text, literal(offset))};
  }
  return binary(integer(x), spelled, plusOffset(y, offset),
                spelled == "<=" ? Binding::Relational : Binding::Equality);
}

Expression OpPrinter::inRange(const ir::In &node) {
  if (node.lo > node.hi)
    return {"false"};
  Expression x = integer(node.x);
  if (node.lo == node.hi)
    return binary(x, "==", {literal(node.lo)}, Binding::Equality);
  Expression above = binary(x, ">=", {literal(node.lo)}, Binding::Relational);
  Expression below = binary(x, "<=", {literal(node.hi)}, Binding::Relational);
  if (node.lo == lowest)
    return node.hi == highest ? Expression{"true"} : below;
  return node.hi == highest ? above : binary(above, "&&", below, Binding::And);
}

// --- values ------------------------------------------------------------------------------------

/// The ops that are not here are statements.
std::optional<Expression> OpPrinter::expression(const ir::Op &op) {
  bool fits = facts(op).fits;
  auto arithmetic = [&](const auto &node, const char *spelled, Binding binding, Helper helper,
                        const char *saturating) {
    if (!fits)
      return call(helper, saturating, {node.x, node.y});
    return binary(integer(node.x), spelled, integer(node.y), binding);
  };
  auto wideArithmetic = [&](const auto &node, const char *spelled, Binding binding) {
    helpers_.insert(Helper::Wide);
    return binary(wide(node.x), spelled, wide(node.y), binding);
  };
  auto statement = [] { return std::optional<Expression>(); };
  auto checkedSum = [&](const auto &node, const char *spelled, Binding binding) {
    return fits ? std::optional(binary(integer(node.x), spelled, integer(node.y), binding))
                : std::nullopt;
  };
  auto nearest = [&](const char *function, const auto &node) {
    return Expression{fmt::format("std::{}<std::int64_t>({}, {})", function, integer(node.x).text,
                                  integer(node.y).text)};
  };
  return std::visit(
      ir::Overloaded{
          [&](const ir::Now &) -> std::optional<Expression> {
            return Expression{handler_->trigger == ir::Trigger::Tick ? "now" : "state.header.now"};
          },
          [&](const ir::Add &node) -> std::optional<Expression> {
            if (fits && !node.y.isValue() && node.y.number() < 0 && node.y.number() != lowest)
              return binary(integer(node.x), "-", {literal(-node.y.number())}, Binding::Additive);
            return arithmetic(node, "+", Binding::Additive, Helper::SumOf, "sumOf");
          },
          [&](const ir::Sub &node) -> std::optional<Expression> {
            return arithmetic(node, "-", Binding::Additive, Helper::DifferenceOf, "differenceOf");
          },
          [&](const ir::AddChecked &node) { return checkedSum(node, "+", Binding::Additive); },
          [&](const ir::SubChecked &node) { return checkedSum(node, "-", Binding::Additive); },
          [&](const ir::Prod &node) -> std::optional<Expression> {
            return arithmetic(node, "*", Binding::Multiplicative, Helper::ProductOf, "productOf");
          },
          [&](const ir::ProdChecked &node) {
            return checkedSum(node, "*", Binding::Multiplicative);
          },
          [&](const ir::Div &node) -> std::optional<Expression> {
            if (!fits)
              return call(Helper::QuotientOf, "negated", {node.x});
            return binary(integer(node.x), "/", integer(ir::Operand::immediate(node.divisor)),
                          Binding::Multiplicative);
          },
          [&](const ir::Mod &node) -> std::optional<Expression> {
            if (node.divisor == -1 || node.divisor == 1) // with -1 the quotient may not fit
              return Expression{"0"};
            return binary(integer(node.x), "%", integer(ir::Operand::immediate(node.divisor)),
                          Binding::Multiplicative);
          },
          [&](const ir::Min &node) -> std::optional<Expression> { return nearest("min", node); },
          [&](const ir::Max &node) -> std::optional<Expression> { return nearest("max", node); },
          [&](const ir::Clamp &node) -> std::optional<Expression> {
            return Expression{fmt::format("std::clamp<std::int64_t>({}, {}, {})",
                                          integer(node.x).text, literal(node.lo),
                                          literal(node.hi))};
          },
          [&](const ir::Xor &node) -> std::optional<Expression> {
            return binary(integer(node.x), "^", integer(node.y), Binding::Xor);
          },
          [&](const ir::Zobrist &node) -> std::optional<Expression> {
            helpers_.insert(Helper::Zobrist);
            return Expression{
                fmt::format("zobrist({}, {})", integer(node.x).text, literal(node.seed))};
          },
          [&](const ir::LessEqual &node) -> std::optional<Expression> {
            return comparison(op, node.x, node.y, node.offset, "<=", Helper::LessEqual,
                              "lessEqual");
          },
          [&](const ir::Equal &node) -> std::optional<Expression> {
            return comparison(op, node.x, node.y, node.offset, "==", Helper::EqualTo, "equalTo");
          },
          [&](const ir::NotEqual &node) -> std::optional<Expression> {
            return comparison(op, node.x, node.y, node.offset, "!=", Helper::EqualTo, "!equalTo");
          },
          [&](const ir::In &node) -> std::optional<Expression> { return inRange(node); },
          [&](const ir::And &node) -> std::optional<Expression> {
            return binary(truth(node.x), "&&", truth(node.y), Binding::And);
          },
          [&](const ir::Or &node) -> std::optional<Expression> {
            return binary(truth(node.x), "||", truth(node.y), Binding::Or);
          },
          [&](const ir::Not &node) -> std::optional<Expression> {
            if (const ir::Nonzero *some = inlined<ir::Nonzero>(node.x))
              return binary(count(some->count), "==", {"0"}, Binding::Equality);
            return Expression{'!' + operandOf(truth(node.x), Binding::Primary)};
          },
          [&](const ir::Widen &node) -> std::optional<Expression> {
            helpers_.insert(Helper::Wide);
            return Expression{fmt::format("Wide{{{}}}", integer(node.x).text)};
          },
          [&](const ir::Narrow &) { return statement(); },
          [&](const ir::WideAdd &node) -> std::optional<Expression> {
            return wideArithmetic(node, "+", Binding::Additive);
          },
          [&](const ir::WideSub &node) -> std::optional<Expression> {
            return wideArithmetic(node, "-", Binding::Additive);
          },
          [&](const ir::WideMul &node) -> std::optional<Expression> {
            return wideArithmetic(node, "*", Binding::Multiplicative);
          },
          [&](const ir::WideDiv &node) -> std::optional<Expression> {
            helpers_.insert(Helper::WideQuotient);
            return Expression{
                fmt::format("wideQuotient({}, {})", wide(node.x).text, wide(node.y).text)};
          },
          [&](const ir::WideCount &) { return statement(); },
          [&](const ir::WideLessEqual &node) -> std::optional<Expression> {
            return wideArithmetic(node, "<=", Binding::Relational);
          },
          [&](const ir::WideEqual &node) -> std::optional<Expression> {
            return wideArithmetic(node, "==", Binding::Equality);
          },
          [&](const ir::Find &node) -> std::optional<Expression> {
            helpers_.insert(Helper::PlaceOf);
            return Expression{fmt::format(
                "placeOf({}, {})", prepared_.dictionaries[node.dictionary], integer(node.x).text)};
          },
          [&](const ir::Select &node) -> std::optional<Expression> {
            return Expression{fmt::format("{}[{}]", prepared_.dictionaries[node.dictionary],
                                          integer(node.index).text)};
          },
          [&](const ir::Load &node) -> std::optional<Expression> {
            return state_.load(node.synopsis, integers(node.keys));
          },
          [&](const ir::Total &node) -> std::optional<Expression> {
            return state_.total(node.synopsis, integers(node.keys));
          },
          [&](const ir::Extreme &node) -> std::optional<Expression> {
            return state_.extreme(node.synopsis, integers(node.keys));
          },
          [&](const ir::Amount &node) -> std::optional<Expression> {
            return state_.amount(node.synopsis, integers(node.keys));
          },
          [&](const ir::Nonzero &node) -> std::optional<Expression> {
            return binary(count(node.count), "!=", {"0"}, Binding::Equality);
          },
          [&](const ir::Multiply &node) -> std::optional<Expression> {
            helpers_.insert(Helper::Multiply);
            return Expression{
                fmt::format("multiply({}, {})", count(node.a).text, count(node.b).text)};
          },
          [&](const ir::Sum &) { return statement(); },
          [&](const ir::Least &) { return statement(); },
          [&](const ir::Asks &) -> std::optional<Expression> {
            return Expression{"shedder.active != 0 && shedder.dropAll == 0", Binding::And};
          },
          [&](const ir::Yield &) { return statement(); },
          [&](const ir::Bump &) { return statement(); },
          [&](const ir::Put &) { return statement(); },
          [&](const ir::Accumulate &) { return statement(); },
          [&](const ir::Clear &) { return statement(); },
          [&](const ir::Take &) { return statement(); },
          [&](const ir::Push &) { return statement(); },
          [&](const ir::Emit &) { return statement(); },
          [&](const ir::Reset &) { return statement(); },
          [&](const ir::Age &) { return statement(); },
          [&](const ir::Utility &) { return statement(); },
          [&](const ir::Shed &) { return statement(); },
          [&](const ir::When &) { return statement(); },
          [&](const ir::For &) { return statement(); },
          [&](const ir::Each &) { return statement(); },
          [&](const ir::Scan &) { return statement(); },
          [&](const ir::Match &) { return statement(); },
          [&](const ir::Expire &) { return statement(); },
      },
      op.node);
}

void OpPrinter::define(ir::ValueId id, const Expression &value) {
  line(fmt::format("const {} {} = {};", typeOf(handler_->values[id].type), name(id), value.text));
}

// --- statements --------------------------------------------------------------------------------

void OpPrinter::op(const ir::Op &op) {
  std::optional<ir::ValueId> result = ir::resultOf(op);
  if (result && decided_->isInlined[*result])
    return; // it is spelled where it is used
  if (std::optional<Expression> value = expression(op)) {
    if (decided_->isUsed[*result]) {
      comment(op.range);
      define(*result, *value);
    }
    return;
  }
  comment(op.range);
  auto isExpression = [](const auto &) {};
  auto overflow = [&](const auto &node, const char *name) {
    checked(op, node.result,
            fmt::format("__builtin_{}_overflow({}, {}, &", name, integer(node.x).text,
                        integer(node.y).text));
  };
  std::visit(
      ir::Overloaded{
          [&](const ir::Now &node) { isExpression(node); },
          [&](const ir::Add &node) { isExpression(node); },
          [&](const ir::Sub &node) { isExpression(node); },
          [&](const ir::AddChecked &node) { overflow(node, "add"); },
          [&](const ir::SubChecked &node) { overflow(node, "sub"); },
          [&](const ir::Prod &node) { isExpression(node); },
          [&](const ir::ProdChecked &node) { overflow(node, "mul"); },
          [&](const ir::Div &node) { isExpression(node); },
          [&](const ir::Mod &node) { isExpression(node); },
          [&](const ir::Min &node) { isExpression(node); },
          [&](const ir::Max &node) { isExpression(node); },
          [&](const ir::Clamp &node) { isExpression(node); },
          [&](const ir::Xor &node) { isExpression(node); },
          [&](const ir::Zobrist &node) { isExpression(node); },
          [&](const ir::LessEqual &node) { isExpression(node); },
          [&](const ir::Equal &node) { isExpression(node); },
          [&](const ir::NotEqual &node) { isExpression(node); },
          [&](const ir::In &node) { isExpression(node); },
          [&](const ir::And &node) { isExpression(node); },
          [&](const ir::Or &node) { isExpression(node); },
          [&](const ir::Not &node) { isExpression(node); },
          [&](const ir::Widen &node) { isExpression(node); },
          [&](const ir::Narrow &node) {
            helpers_.insert(Helper::Narrow);
            checked(op, node.result, fmt::format("!narrow({}, ", wide(node.x).text));
          },
          [&](const ir::WideAdd &node) { isExpression(node); },
          [&](const ir::WideSub &node) { isExpression(node); },
          [&](const ir::WideMul &node) { isExpression(node); },
          [&](const ir::WideDiv &node) { isExpression(node); },
          [&](const ir::WideCount &node) { wideCount(op, node); },
          [&](const ir::WideLessEqual &node) { isExpression(node); },
          [&](const ir::WideEqual &node) { isExpression(node); },
          [&](const ir::Find &node) { isExpression(node); },
          [&](const ir::Select &node) { isExpression(node); },
          [&](const ir::Load &node) { isExpression(node); },
          [&](const ir::Total &node) { isExpression(node); },
          [&](const ir::Extreme &node) { isExpression(node); },
          [&](const ir::Amount &node) { isExpression(node); },
          [&](const ir::Nonzero &node) { isExpression(node); },
          [&](const ir::Multiply &node) { isExpression(node); },
          [&](const ir::Sum &node) { reduction(node.result, node.body, false); },
          [&](const ir::Least &node) { reduction(node.result, node.body, true); },
          [&](const ir::Asks &node) { isExpression(node); },
          [&](const ir::Yield &node) { yield(node); },
          [&](const ir::Bump &node) {
            fill(op, node.synopsis,
                 state_.bump(node.synopsis, integers(node.keys), count(node.count),
                             facts(op).isSome));
          },
          [&](const ir::Put &node) {
            fill(op, node.synopsis,
                 state_.put(node.synopsis, integers(node.keys), integer(node.x)));
          },
          [&](const ir::Accumulate &node) {
            stopWhen('!' + state_.accumulate(node.synopsis, integers(node.keys), wide(node.x)),
                     "ExpressionOverflow", op.range);
          },
          [&](const ir::Clear &node) { line(state_.clear(node.synopsis, integers(node.keys))); },
          [&](const ir::Take &node) {
            line(state_.take(node.synopsis, integers(node.keys), count(node.count)));
          },
          [&](const ir::Push &node) { push(op, node); },
          [&](const ir::Emit &node) { emit(op, node); },
          [&](const ir::Reset &node) {
            line(fmt::format("state.{}.size = 0;", prepared_.buffers[node.buffer].name));
          },
          [&](const ir::Age &node) {
            if (node.to) {
              line(state_.ageTo(node.synopsis, integer(*node.to)));
              return;
            }
            if (!hasElapsed_ && !program_.synopses[node.synopsis].isSparse()) {
              line("const std::uint64_t elapsed =\nstatic_cast<std::uint64_t>(now) - "
                   "static_cast<std::uint64_t>(state.header.now);");
              hasElapsed_ = true;
            }
            line(state_.age(node.synopsis));
          },
          [&](const ir::Utility &node) { utility(node); },
          [&](const ir::Shed &node) {
            helpers_.insert(Helper::Sheds);
            line(fmt::format("if (sheds(shedder, {}, {}))\nisShed = true;", integer(node.type).text,
                             integer(node.utility).text));
          },
          [&](const ir::When &node) { when(op, node); },
          [&](const ir::For &node) { loop(op, node); },
          [&](const ir::Each &node) { each(node); },
          [&](const ir::Scan &node) { scan(node); },
          [&](const ir::Match &node) { match(node); },
          [&](const ir::Expire &node) { expire(node); },
      },
      op.node);
}

/// `call` is a condition up to the variable for the result.
void OpPrinter::checked(const ir::Op &op, ir::ValueId result, const std::string &call) {
  line(fmt::format("std::int64_t {} = 0;", name(result)));
  stopWhen(call + name(result) + ')', "ExpressionOverflow", op.range);
}

void OpPrinter::utility(const ir::Utility &node) {
  helpers_.insert(Helper::Utility);
  const Expression lookup{fmt::format("utilityOf(utilities, shedder, {}, {})",
                                      integer(node.type).text, integer(node.key).text)};
  if (decided_->isUsed[node.result])
    define(node.result, lookup);
  else
    line(lookup.text + ';');
}

void OpPrinter::wideCount(const ir::Op &op, const ir::WideCount &node) {
  const Expression n = count(node.count);
  stopWhen(fmt::format("{} == saturated", operandOf(n, Binding::Additive)), "MultiplicityOverflow",
           op.range);
  helpers_.insert(Helper::Wide);
  if (decided_->isUsed[node.result])
    line(fmt::format("const Wide {}{{{}}};", name(node.result), n.text));
}

void OpPrinter::reduction(ir::ValueId result, const ir::Region &body, bool isLeast) {
  line(isLeast ? fmt::format("std::int64_t {} = {};", name(result), literal(highest))
               : fmt::format("std::uint64_t {} = 0;", name(result)));
  reductions_.push_back({result, isLeast});
  region(body);
  reductions_.pop_back();
}

void OpPrinter::yield(const ir::Yield &node) {
  const std::string &result = name(reductions_.back().result);
  if (reductions_.back().isLeast) {
    line(fmt::format("{0} = std::min<std::int64_t>({0}, {1});", result, integer(node.value).text));
    return;
  }
  helpers_.insert(Helper::Add);
  line(fmt::format("add({}, {});", result, count(node.value).text));
}

void OpPrinter::emit(const ir::Op &op, const ir::Emit &node) {
  const ir::Result &result = program_.results[node.to];
  bool isOne = !node.count.isValue() && node.count.number() == 1;
  std::string count = this->count(node.count).text;
  std::string row = fmt::format("{}{{{}}}", prepared_.results[node.to].type, list(node.columns));
  std::string time; // where results have times of their own
  if (prepared_.hasLateResults)
    time = node.time                                ? integer(*node.time).text + ", "
           : handler_->trigger == ir::Trigger::Tick ? "now, "
                                                    : "state.header.now, ";
  std::string condition = result.isDistinct || isOne
                              ? fmt::format("!detail::emitOnce(state, sink, {}, {}{}, {})", row,
                                            time, op.range.begin, op.range.end)
                              : fmt::format("!detail::emit(state, sink, {}, {}{}, {}, {})", row,
                                            time, count, op.range.begin, op.range.end);
  if (!facts(op).isSome)
    condition = fmt::format("{} != 0 && {}", operandOf(this->count(node.count), Binding::Additive),
                            condition);
  line(fmt::format("if ({})\nreturn false;", condition));
}

void OpPrinter::fill(const ir::Op &op, ir::SynopsisId id, const std::string &text) {
  if (program_.synopses[id].isSparse())
    stopWhen('!' + text, "SynopsisFull", op.range, id);
  else
    line(text);
}

void OpPrinter::push(const ir::Op &op, const ir::Push &node) {
  const ir::Buffer &buffer = program_.buffers[node.buffer];
  std::string member = "state." + prepared_.buffers[node.buffer].name;
  stopWhen(
      fmt::format("{}.size {} {}", member, buffer.capacity == 0 ? ">=" : "==", buffer.capacity),
      "BufferFull", op.range, node.buffer);
  if (buffer.capacity > 0 && !node.columns.empty())
    line(fmt::format("{0}.rows[{0}.size] = {{{1}}};", member, list(node.columns)));
  line(fmt::format("++{}.size;", member));
}

} // namespace bough::cpp

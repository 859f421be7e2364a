#include "codegen/ir/Verifier.h"

#include "codegen/ir/OpInfo.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Ranges.h"
#include "codegen/ir/VerifierParts.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace bough::ir {

namespace {

class HandlerVerifier {
public:
  HandlerVerifier(const Program &program, const Handler &handler, DiagnosticEngine &diagnostics)
      : program_(program), handler_(handler), diagnostics_(diagnostics), ranges_(program, handler),
        isInScope_(handler.values.size()), isDefined_(handler.values.size()) {}

  bool run() {
    checkNames();
    if (checkTrigger())
      checkRegion(handler_.body);
    return isSound_;
  }

private:
  std::string text(const Op &op) const { return print(program_, handler_, op); }

  void failReference(SourceRange range, std::string_view kind, std::uint64_t id,
                     std::string_view where) {
    isSound_ = false;
    diagnostics_.report(diag::irBrokenReference, range, kind, id, where);
  }

  void checkNames() {
    std::set<std::string_view> names;
    for (const Value &value : handler_.values)
      if (!names.insert(value.name).second)
        diagnostics_.report(diag::irDefinedTwice, {}, "value", value.name);
  }

  bool checkTrigger() {
    if (!takesRow(handler_.trigger))
      return true;
    if ((handler_.trigger == Trigger::Entry || handler_.trigger == Trigger::Shed) &&
        !sheds(program_))
      diagnostics_.report(diag::irNoShedder, {}, fmt::format("on {}", spelling(handler_.trigger)));
    if (handler_.stream >= program_.streams.size()) {
      failReference({}, "stream", handler_.stream, "on");
      return false;
    }
    const Stream &stream = program_.streams[handler_.stream];
    if (handler_.parameters.size() != stream.columns.size())
      diagnostics_.report(diag::irWrongNumber, {}, stream.name, stream.columns.size(), "columns",
                          handler_.parameters.size());
    for (std::size_t i = 0; i < handler_.parameters.size(); ++i) {
      ValueId id = handler_.parameters[i];
      if (id >= handler_.values.size()) {
        failReference({}, "value", id, fmt::format("on @{}", stream.name));
        return false;
      }
      define(id, {});
      if (i < stream.columns.size())
        checkType(handler_.values[id], stream.columns[i].type, {},
                  fmt::format("on @{}", stream.name));
    }
    return true;
  }

  // --- scopes ------------------------------------------------------------------------------------

  void define(ValueId id, SourceRange range) {
    if (isDefined_[id])
      diagnostics_.report(diag::irDefinedTwice, range, "value", handler_.values[id].name);
    isDefined_[id] = true;
    isInScope_[id] = true;
    scope_.push_back(id);
  }

  void checkRegion(const Region &region) {
    if (depth_ == maximumNesting) {
      isSound_ = false; // nothing below has been looked at
      diagnostics_.report(diag::irNestedTooDeeply,
                          region.ops.empty() ? SourceRange{} : region.ops.front().range,
                          maximumNesting);
      return;
    }
    ++depth_;
    std::size_t outer = scope_.size();
    for (const Op &op : region.ops)
      if (checkReferences(op))
        checkOp(op);
    while (scope_.size() > outer) {
      isInScope_[scope_.back()] = false;
      scope_.pop_back();
    }
    --depth_;
  }

  /// Whether all numbers in the op exist; nothing else may be asked of it before.
  bool checkReferences(const Op &op) {
    bool exist = true;
    auto check = [&](std::string_view kind, std::uint64_t id, std::size_t size) {
      if (id < size)
        return;
      failReference(op.range, kind, id, text(op));
      exist = false;
    };
    auto checkValue = [&](ValueId id) { check("value", id, handler_.values.size()); };
    if (std::optional<ValueId> result = resultOf(op))
      checkValue(*result);
    for (ValueId variable : variablesOf(op))
      checkValue(variable);
    forEachOperand(op, [&](const Operand &operand) {
      if (operand.isValue())
        checkValue(operand.id());
    });
    if (std::optional<SynopsisId> synopsis = synopsisOf(op))
      check("synopsis", *synopsis, program_.synopses.size());
    if (std::optional<BufferId> buffer = bufferOf(op))
      check("buffer", *buffer, program_.buffers.size());
    if (std::optional<TableId> table = tableOf(op))
      check("table", *table, program_.tables.size());
    if (std::optional<DictionaryId> dictionary = dictionaryOf(op))
      check("dictionary", *dictionary, program_.dictionaries.size());
    if (const auto *emit = std::get_if<Emit>(&op.node))
      check("result", emit->to, program_.results.size());
    return exist;
  }

  void checkOp(const Op &op) {
    forEachOperand(op, [&](const Operand &operand) {
      if (operand.isValue() && !isInScope_[operand.id()])
        diagnostics_.report(diag::irNotDefinedHere, op.range, handler_.values[operand.id()].name,
                            text(op));
    });
    checkPlace(op);
    checkOperands(op);
    checkResult(op);
    checkRegions(op);
  }

  void checkRegions(const Op &op) {
    if (const auto *when = std::get_if<When>(&op.node)) {
      for (bool holds : {true, false}) {
        Ranges::Guard guard(ranges_, when->condition, holds);
        checkRegion(holds ? when->then : when->otherwise);
      }
      return;
    }
    std::size_t outer = scope_.size();
    for (ValueId variable : variablesOf(op))
      define(variable, op.range);
    const auto *match = std::get_if<Match>(&op.node);
    const auto *expire = std::get_if<Expire>(&op.node);
    if (isReduction(op))
      reductions_.push_back(&op);
    if (match != nullptr)
      matched_.push_back(match->synopsis);
    if (expire != nullptr)
      expiring_ = expire->synopsis;
    ++unguardedDepth_;
    forEachRegion(op, [&](const Region &region) { checkRegion(region); });
    --unguardedDepth_;
    if (expire != nullptr)
      expiring_.reset();
    if (match != nullptr)
      matched_.pop_back();
    if (isReduction(op))
      reductions_.pop_back();
    for (; scope_.size() > outer; scope_.pop_back())
      isInScope_[scope_.back()] = false;
    if (std::optional<ValueId> result = resultOf(op))
      define(*result, op.range);
  }

  // --- types and ranges --------------------------------------------------------------------------

  void failType(std::string_view what, std::string_view type, std::string_view needed,
                SourceRange range, std::string_view where) {
    diagnostics_.report(diag::irWrongType, range, what, type, needed, where);
  }

  void checkType(const Value &value, ValueType needed, SourceRange range, std::string_view where) {
    if (value.type != needed)
      failType("%" + value.name, spelling(value.type), spelling(needed), range, where);
  }

  /// The result or the variables have the type that the op gives them.
  void checkResult(const Op &op) {
    std::optional<ValueType> inferred = inferredType(op, handler_);
    if (std::optional<ValueId> result = resultOf(op)) {
      checkType(handler_.values[*result], inferred.value_or(ValueType::I64), op.range, text(op));
    } else if (const auto *loop = std::get_if<For>(&op.node)) {
      // Between immediates both kinds of integers make sense: a value, or an age.
      const Value &variable = handler_.values[loop->variable];
      if (loop->lo.isValue() || loop->hi.isValue() || !isInteger(variable.type))
        checkType(variable, inferred.value_or(ValueType::I64), op.range, text(op));
    } else if (const auto *each = std::get_if<Each>(&op.node)) {
      const Buffer &buffer = program_.buffers[each->buffer];
      std::vector<ValueType> types;
      for (const StreamColumn &column : buffer.columns)
        types.push_back(column.type);
      checkNumber(op, buffer.name, types.size(), "columns", each->columns.size());
      checkVariables(op, types);
    } else if (const auto *scan = std::get_if<Scan>(&op.node)) {
      const Table &table = program_.tables[scan->table];
      checkNumber(op, table.name, table.columns.size(), "columns",
                  scan->keys.size() + scan->columns.size());
      checkVariables(op, scannedTypes(table, scan->keys.size()));
    } else if (const auto *match = std::get_if<Match>(&op.node)) {
      const Synopsis &synopsis = program_.synopses[match->synopsis];
      std::vector<ValueType> types = matchedTypes(synopsis);
      checkNumber(op, synopsis.name, types.size() - 1, "keys that are not in its index",
                  match->columns.size());
      if (types.size() - 1 == match->columns.size())
        checkVariables(op, types);
    } else if (const auto *expire = std::get_if<Expire>(&op.node)) {
      const Synopsis &synopsis = program_.synopses[expire->synopsis];
      std::vector<ValueType> types = expiredTypes(synopsis);
      checkNumber(op, synopsis.name, types.size() - 1, "keys", expire->columns.size());
      if (types.size() - 1 == expire->columns.size())
        checkVariables(op, types);
    }
    ranges_.define(op);
  }

  void checkVariables(const Op &op, const std::vector<ValueType> &types) {
    std::vector<ValueId> variables = variablesOf(op);
    for (std::size_t i = 0; i < std::min(variables.size(), types.size()); ++i)
      checkType(handler_.values[variables[i]], types[i], op.range, text(op));
  }

  void checkNumber(const Op &op, std::string_view name, std::size_t expected, std::string_view what,
                   std::size_t given) {
    if (expected != given)
      diagnostics_.report(diag::irWrongNumber, op.range, name, expected, what, given);
  }

  static bool isInteger(ValueType type) {
    return type == ValueType::I64 || type == ValueType::Time;
  }

  void checkInteger(const Op &op, const Operand &operand) {
    if (!operand.isValue())
      return;
    const Value &value = handler_.values[operand.id()];
    if (!isInteger(value.type))
      failType("%" + value.name, spelling(value.type), "i64 or time", op.range, text(op));
  }
  void checkCount(const Op &op, const Operand &operand) {
    if (operand.isValue())
      checkType(handler_.values[operand.id()], ValueType::Count, op.range, text(op));
    else if (operand.number() < 0)
      failType(fmt::format("{}", operand.number()), "i64", "count", op.range, text(op));
  }
  void checkCondition(const Op &op, const Operand &operand) {
    if (operand.isValue())
      checkType(handler_.values[operand.id()], ValueType::Bool, op.range, text(op));
    else if (operand.number() != 0 && operand.number() != 1)
      failType(fmt::format("{}", operand.number()), "i64", "bool", op.range, text(op));
  }

  void checkWide(const Op &op, const Operand &operand) {
    if (operand.isValue())
      checkType(handler_.values[operand.id()], ValueType::Wide, op.range, text(op));
  }

  template <typename Columns>
  void checkColumns(const Op &op, std::string_view name, const Columns &columns,
                    const std::vector<Operand> &given) {
    checkNumber(op, name, columns.size(), "columns", given.size());
    for (std::size_t i = 0; i < std::min(columns.size(), given.size()); ++i)
      if (given[i].isValue())
        checkType(handler_.values[given[i].id()], columns[i].type, op.range, text(op));
  }

  /// `which` names the keys of the synopsis that the operands are for.
  void checkKeys(const Op &op, SynopsisId id, const std::vector<unsigned> &which,
                 const std::vector<Operand> &keys) {
    const Synopsis &synopsis = program_.synopses[id];
    checkNumber(op, synopsis.name, which.size(), "keys", keys.size());
    for (std::size_t i = 0; i < std::min(which.size(), keys.size()); ++i) {
      checkInteger(op, keys[i]);
      const SynopsisKey &key = synopsis.keys[which[i]];
      Interval known = ranges_.of(keys[i]);
      if (key.kind != KeyKind::Any && !Interval{Bound(key.lo), Bound(key.hi)}.contains(known))
        diagnostics_.report(diag::irKeyOutOfRange, op.range, key.name, synopsis.name, key.lo,
                            key.hi, operandText(keys[i]), toString(known), text(op));
    }
  }
  void checkKeys(const Op &op, SynopsisId id, const std::vector<Operand> &keys) {
    std::vector<unsigned> all(program_.synopses[id].keys.size());
    std::iota(all.begin(), all.end(), 0U);
    checkKeys(op, id, all, keys);
  }

  /// Whether the synopsis can do what the op wants of it.
  void checkSynopsis(const Op &op, SynopsisId id, std::string_view what, bool hasIt) {
    if (!hasIt)
      diagnostics_.report(diag::irWrongSynopsis, op.range, program_.synopses[id].name, what,
                          text(op));
    if (writesSynopsis(op) && std::ranges::find(matched_, id) != matched_.end())
      diagnostics_.report(diag::irFilledInMatch, op.range, program_.synopses[id].name, text(op));
  }

  void checkMatch(const Op &op, const Match &match) {
    const Synopsis &synopsis = program_.synopses[match.synopsis];
    checkSynopsis(op, match.synopsis, "index", synopsis.isSparse() && synopsis.index.has_value());
    checkNumber(op, synopsis.name, synopsis.index ? synopsis.index->size() : 0, "index keys",
                match.keys.size());
    // Not proven to be in range: the entries are compared with them.
    for (const Operand &key : match.keys)
      checkInteger(op, key);
  }

  void checkSums(const Op &op, SynopsisId id, const std::vector<Operand> &keys) {
    checkKeys(op, id, keys);
    checkSynopsis(op, id, "sums", program_.synopses[id].value == ValueKind::Sum);
  }

  void checkAge(const Op &op, const Age &age) {
    if (!age.to)
      return; // VerifyPasses.cpp
    checkInteger(op, *age.to);
    const Synopsis &synopsis = program_.synopses[age.synopsis];
    checkSynopsis(op, age.synopsis, "capacity", synopsis.isSparse());
    checkSynopsis(op, age.synopsis, "time key", synopsis.hasTimeKeys());
  }

  void checkExpire(const Op &op, const Expire &expire) {
    const Synopsis &synopsis = program_.synopses[expire.synopsis];
    checkSynopsis(op, expire.synopsis, "capacity", synopsis.isSparse());
    checkSynopsis(op, expire.synopsis, "counts", synopsis.value == ValueKind::Count);
    bool isExpiring = synopsis.hasTimeKeys() && std::ranges::none_of(synopsis.keys, [](auto &key) {
                        return key.kind == KeyKind::Saturating;
                      });
    checkSynopsis(op, expire.synopsis, "time keys all of which expire", isExpiring);
  }

  void checkYield(const Op &op, const Yield &yield) {
    if (!reductions_.empty() && std::holds_alternative<Least>(reductions_.back()->node))
      checkInteger(op, yield.value);
    else
      checkCount(op, yield.value);
  }

  void checkSelect(const Op &op, const Select &select) {
    checkInteger(op, select.index);
    const Dictionary &dictionary = program_.dictionaries[select.dictionary];
    auto last = static_cast<std::int64_t>(dictionary.values.size()) - 1;
    Interval known = ranges_.of(select.index);
    if (!Interval{Bound(0), Bound(last)}.contains(known))
      diagnostics_.report(diag::irPlaceOutOfRange, op.range, dictionary.name, last,
                          operandText(select.index), toString(known), text(op));
  }

  /// Of a row, for the shedder.
  void checkShedType(const Op &op, const Operand &type) {
    checkInteger(op, type);
    if (!sheds(program_))
      return; // checkPlace has said so
    const std::uint32_t last = program_.shedTypes - 1;
    Interval known = ranges_.of(type);
    if (!Interval{Bound(0), Bound(last)}.contains(known))
      diagnostics_.report(diag::irTypeOutOfRange, op.range, last, operandText(type),
                          toString(known), text(op));
  }

  std::string operandText(const Operand &operand) const {
    return operand.isValue() ? "%" + handler_.values[operand.id()].name
                             : fmt::format("{}", operand.number());
  }

  void checkOperands(const Op &op) {
    auto integers = [&](const auto &o) {
      checkInteger(op, o.x);
      checkInteger(op, o.y);
    };
    auto division = [&](const auto &o) {
      checkInteger(op, o.x);
      if (o.divisor == 0)
        diagnostics_.report(diag::irDivisionByZero, op.range, text(op));
    };
    auto conditions = [&](const auto &o) {
      checkCondition(op, o.x);
      checkCondition(op, o.y);
    };
    auto wides = [&](const auto &o) {
      checkWide(op, o.x);
      checkWide(op, o.y);
    };
    std::visit(Overloaded{
                   [](const Now &) {},
                   [&](const Add &o) { integers(o); },
                   [&](const Sub &o) { integers(o); },
                   [&](const AddChecked &o) { integers(o); },
                   [&](const SubChecked &o) { integers(o); },
                   [&](const Prod &o) { integers(o); },
                   [&](const ProdChecked &o) { integers(o); },
                   [&](const Div &o) { division(o); },
                   [&](const Mod &o) { division(o); },
                   [&](const Min &o) { integers(o); },
                   [&](const Max &o) { integers(o); },
                   [&](const Clamp &o) {
                     checkInteger(op, o.x);
                     if (o.lo > o.hi)
                       diagnostics_.report(diag::irEmptyClamp, op.range, text(op));
                   },
                   [&](const Xor &o) { integers(o); },
                   [&](const Zobrist &o) { checkInteger(op, o.x); },
                   [&](const LessEqual &o) { integers(o); },
                   [&](const Equal &o) { integers(o); },
                   [&](const NotEqual &o) { integers(o); },
                   [&](const In &o) { checkInteger(op, o.x); },
                   [&](const And &o) { conditions(o); },
                   [&](const Or &o) { conditions(o); },
                   [&](const Not &o) { checkCondition(op, o.x); },
                   [&](const Widen &o) { checkInteger(op, o.x); },
                   [&](const Narrow &o) { checkWide(op, o.x); },
                   [&](const WideAdd &o) { wides(o); },
                   [&](const WideSub &o) { wides(o); },
                   [&](const WideMul &o) { wides(o); },
                   [&](const WideDiv &o) { wides(o); },
                   [&](const WideCount &o) { checkCount(op, o.count); },
                   [&](const WideLessEqual &o) { wides(o); },
                   [&](const WideEqual &o) { wides(o); },
                   [&](const Find &o) { checkInteger(op, o.x); },
                   [&](const Select &o) { checkSelect(op, o); },
                   [&](const Load &o) {
                     checkKeys(op, o.synopsis, o.keys);
                     checkSynopsis(op, o.synopsis, "counts, flags or extremes",
                                   program_.synopses[o.synopsis].value != ValueKind::Sum);
                   },
                   [&](const Total &o) {
                     const Synopsis &synopsis = program_.synopses[o.synopsis];
                     checkKeys(op, o.synopsis, synopsis.totalKeys(), o.keys);
                     checkSynopsis(op, o.synopsis, "totals", synopsis.totals);
                   },
                   [&](const Extreme &o) {
                     checkKeys(op, o.synopsis, o.keys);
                     checkSynopsis(op, o.synopsis, "minimum or maximum",
                                   program_.synopses[o.synopsis].keepsExtremes());
                   },
                   [&](const Amount &o) { checkSums(op, o.synopsis, o.keys); },
                   [&](const Nonzero &o) { checkCount(op, o.count); },
                   [&](const Multiply &o) {
                     checkCount(op, o.a);
                     checkCount(op, o.b);
                   },
                   [](const Sum &) {},
                   [](const Least &) {},
                   [](const Asks &) {},
                   [&](const Yield &o) { checkYield(op, o); },
                   [&](const Bump &o) {
                     checkKeys(op, o.synopsis, o.keys);
                     checkCount(op, o.count);
                     ValueKind kind = program_.synopses[o.synopsis].value;
                     checkSynopsis(op, o.synopsis, "counts or flags",
                                   kind == ValueKind::Count || kind == ValueKind::Flag);
                   },
                   [&](const Put &o) {
                     checkKeys(op, o.synopsis, o.keys);
                     checkInteger(op, o.x);
                     checkSynopsis(op, o.synopsis, "minimum or maximum",
                                   program_.synopses[o.synopsis].keepsExtremes());
                   },
                   [&](const Accumulate &o) {
                     checkSums(op, o.synopsis, o.keys);
                     checkWide(op, o.x);
                   },
                   [&](const Clear &o) { checkKeys(op, o.synopsis, o.keys); },
                   [&](const Take &o) {
                     checkKeys(op, o.synopsis, o.keys);
                     checkCount(op, o.count);
                     checkSynopsis(op, o.synopsis, "counts",
                                   program_.synopses[o.synopsis].value == ValueKind::Count);
                   },
                   [&](const Push &o) {
                     const Buffer &buffer = program_.buffers[o.buffer];
                     checkColumns(op, buffer.name, buffer.columns, o.columns);
                   },
                   [&](const Emit &o) {
                     const Result &result = program_.results[o.to];
                     checkColumns(op, result.name, result.columns, o.columns);
                     checkCount(op, o.count);
                     if (o.time)
                       checkInteger(op, *o.time);
                   },
                   [](const Reset &) {},
                   [&](const Age &o) { checkAge(op, o); },
                   [&](const Utility &o) {
                     checkShedType(op, o.type);
                     checkInteger(op, o.key);
                   },
                   [&](const Shed &o) {
                     checkShedType(op, o.type);
                     checkInteger(op, o.utility);
                   },
                   [&](const When &o) { checkCondition(op, o.condition); },
                   [&](const For &o) {
                     checkInteger(op, o.lo);
                     checkInteger(op, o.hi);
                   },
                   [](const Each &) {},
                   [&](const Scan &o) {
                     for (const Operand &key : o.keys)
                       checkInteger(op, key);
                   },
                   [&](const Match &o) { checkMatch(op, o); },
                   [&](const Expire &o) { checkExpire(op, o); },
               },
               op.node);
  }

  // --- places ------------------------------------------------------------------------------------

  void checkPlace(const Op &op) {
    bool isYield = std::holds_alternative<Yield>(op.node);
    if (!reductions_.empty() && !isPure(op) && !isYield && !isStructure(op))
      diagnostics_.report(diag::irImpureSum, op.range, spelling(*reductions_.back()), text(op));
    if (reductions_.empty() && isYield)
      diagnostics_.report(diag::irYieldOutsideSum, op.range, text(op));
    if (std::optional<SynopsisId> touched = synopsisOf(op); touched && touched == expiring_)
      diagnostics_.report(diag::irTouchedInExpire, op.range, program_.synopses[*touched].name,
                          text(op));

    auto only = [&](bool isThere, std::string_view place) {
      if (!isThere)
        diagnostics_.report(diag::irMisplacedOp, op.range, text(op), place);
    };
    checkShedding(op);
    if (isShedding(op))
      only(handler_.trigger == Trigger::Entry, "in 'on entry'");
    const auto *age = std::get_if<Age>(&op.node);
    if (age != nullptr && age->to)
      only((handler_.trigger == Trigger::Arrival || handler_.trigger == Trigger::Shed) &&
               unguardedDepth_ == 0,
           "in 'on arrival', directly or inside of 'when'");
    else if (agesSynopsis(op) || std::holds_alternative<Reset>(op.node))
      only(handler_.trigger == Trigger::Tick && depth_ == 1, "directly in 'on tick'");
    if (const auto *emit = std::get_if<Emit>(&op.node); emit && emit->time)
      only(handler_.trigger == Trigger::Tick, "in 'on tick'");
    if (const auto *push = std::get_if<Push>(&op.node))
      only(takesRow(handler_.trigger) && handler_.stream == program_.buffers[push->buffer].stream,
           "in handlers of rows of the buffer's stream");
    if (std::holds_alternative<Each>(op.node))
      only(handler_.trigger == Trigger::Batch, "in 'on batch'");
  }

  /// Of ops that have to do with shedding, and of all ops of an entry handler.
  void checkShedding(const Op &op) {
    if (isShedding(op) && !sheds(program_))
      diagnostics_.report(diag::irNoShedder, op.range, text(op));
    if (handler_.trigger != Trigger::Entry)
      return;
    bool isTimed = std::holds_alternative<Now>(op.node) || agesSynopsis(op);
    bool mayStop = isChecked(op) || std::holds_alternative<Accumulate>(op.node) ||
                   std::holds_alternative<Emit>(op.node);
    if (isTimed || mayStop || bufferOf(op))
      diagnostics_.report(diag::irMisplacedInEntry, op.range, text(op));
    else if (std::optional<SynopsisId> id = synopsisOf(op); id && program_.synopses[*id].isSparse())
      diagnostics_.report(diag::irMisplacedInEntry, op.range, text(op));
  }

  const Program &program_;
  const Handler &handler_;
  DiagnosticEngine &diagnostics_;
  Ranges ranges_;
  std::vector<bool> isInScope_;        ///< by ValueId
  std::vector<bool> isDefined_;        ///< by ValueId: somewhere before
  std::vector<ValueId> scope_;         ///< values in scope, innermost last
  std::vector<SynopsisId> matched_;    ///< by the enclosing matches
  std::vector<const Op *> reductions_; ///< the enclosing sums and leasts
  std::optional<SynopsisId> expiring_; ///< of the enclosing expire
  unsigned depth_ = 0;
  unsigned unguardedDepth_ = 0; ///< enclosing ops that are no `when`
  bool isSound_ = true;
};

} // namespace

bool verifyHandler(const Program &program, const Handler &handler, DiagnosticEngine &diagnostics) {
  return HandlerVerifier(program, handler, diagnostics).run();
}

bool verify(const Program &program, DiagnosticEngine &diagnostics) {
  std::size_t before = diagnostics.all().size();
  verifyDeclarations(program, diagnostics);
  bool isSound = true;
  for (const Handler &handler : program.handlers)
    isSound &= verifyHandler(program, handler, diagnostics);
  if (isSound)
    verifyPasses(program, diagnostics);
  return diagnostics.all().size() == before;
}

} // namespace bough::ir

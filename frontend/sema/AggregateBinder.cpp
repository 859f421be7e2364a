#include "frontend/sema/AggregateBinder.h"

#include "frontend/sema/PastCheck.h"
#include "frontend/sema/ValueBinder.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Names.h"

#include <algorithm>
#include <array>

namespace bough {

using Kind = Aggregate::Kind;

namespace {

constexpr unsigned decimalDigits = 18;
/// Digits after the point that an average has at least, and more than its argument.
constexpr unsigned leastAverageDigits = 6;
constexpr unsigned furtherAverageDigits = 4;

constexpr std::string_view argumentOf = "COUNT(*), or COUNT, SUM, MIN, MAX or AVG of one value";

/// A function of the select list by its name.
struct Function {
  std::string_view name;
  Kind kind;
};
constexpr std::array<Function, 5> aggregates = {{{"COUNT", Kind::Count},
                                                 {"SUM", Kind::Sum},
                                                 {"MIN", Kind::Minimum},
                                                 {"MAX", Kind::Maximum},
                                                 {"AVG", Kind::Average}}};
constexpr std::array<Function, 4> windowBounds = {{{"TUMBLE_START", Kind::WindowStart},
                                                   {"TUMBLE_END", Kind::WindowEnd},
                                                   {"HOP_START", Kind::WindowStart},
                                                   {"HOP_END", Kind::WindowEnd}}};

template <std::size_t N>
const Function *findFunction(const std::array<Function, N> &functions, const ast::Call &call) {
  for (const Function &function : functions)
    if (equalIgnoringCase(function.name, call.name.name))
      return &function;
  return nullptr;
}

bool isHop(const ast::Call &call) { return toUpper(call.name.name).starts_with("HOP"); }

bool isWindow(const ast::Call &call) {
  return equalIgnoringCase(call.name.name, "TUMBLE") || equalIgnoringCase(call.name.name, "HOP");
}

const ast::Call *callOf(const ast::Expression &expression) {
  return std::get_if<ast::Call>(&expression.node);
}

bool isSame(const LinearForm &a, const LinearForm &b) {
  ScalarLess less;
  return a.kind == b.kind && a.scale == b.scale && a.constant == b.constant && a.text == b.text &&
         std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                    [&](const auto &x, const auto &y) {
                      return !less(x.first, y.first) && !less(y.first, x.first) &&
                             x.second == y.second;
                    });
}

} // namespace

bool isAggregated(const ast::Select &select) {
  return !select.groups.empty() ||
         std::any_of(select.list.begin(), select.list.end(), [](const ast::SelectItem &element) {
           const ast::Call *call = callOf(*element.expression);
           return call != nullptr && (findFunction(aggregates, *call) != nullptr ||
                                      findFunction(windowBounds, *call) != nullptr);
         });
}

bool AggregateBinder::bind(const BindContext &context) {
  aggregation_.range = select_.groups.empty()
                           ? join(select_.list.front().range, select_.list.back().range)
                           : select_.groupsRange;
  bool isValid = checkPattern() && !select_.lacksColumns && !select_.lacksGroups;
  for (const ast::ExpressionPtr &group : select_.groups)
    isValid &= bindGroup(*group, context);
  aggregation_.keys = static_cast<unsigned>(values_.size());
  for (const ast::SelectItem &element : select_.list) {
    if (diagnostics_.errorCount() >= limits::errors)
      return false;
    isValid &= bindElement(element, context);
  }
  if (!isValid)
    return false;
  for (unsigned key = 0; key < aggregation_.keys; ++key) {
    auto isKey = [&](const Aggregate &column) {
      return column.kind == Kind::Key && column.output == key;
    };
    if (std::any_of(aggregation_.columns.begin(), aggregation_.columns.end(), isKey))
      continue;
    diagnostics_.report(diag::groupNotSelected, values_[key].form.range);
    isValid = false;
  }
  return isValid;
}

/// Matches of a pattern that ends with a NOT have times before the batch that decides them.
bool AggregateBinder::checkPattern() const {
  if (pattern_ == nullptr || pattern_->pattern().elements.empty() ||
      !pattern_->pattern().endsWithNot())
    return true;
  diagnostics_
      .report(diag::notSupportedYet, aggregation_.range,
              "an aggregate over a pattern that ends with a NOT")
      .notes.push_back({"the NOT is here", pattern_->pattern().elements.back().range});
  return false;
}

bool AggregateBinder::bindGroup(const ast::Expression &group, const BindContext &context) {
  if (const ast::Call *call = callOf(group); call != nullptr && isWindow(*call)) {
    std::optional<BoundWindow> window = bindWindow(*call, group.range, context);
    return window && setWindow(*window, group.range, context);
  }
  std::optional<BoundOutput> output = bindOutput(group, scope_, context, diagnostics_);
  if (!output)
    return false;
  if (output->form.isConstant()) {
    diagnostics_.report(diag::groupConstant, group.range);
    return false;
  }
  findOrAdd(std::move(*output));
  return true;
}

bool AggregateBinder::bindElement(const ast::SelectItem &element, const BindContext &context) {
  const ast::Expression &expression = *element.expression;
  const ast::Call *call = callOf(expression);
  if (call == nullptr)
    return bindPlain(element, context);
  if (findFunction(aggregates, *call) != nullptr)
    return bindAggregate(*call, element, context);
  if (findFunction(windowBounds, *call) != nullptr)
    return bindWindowBound(*call, element, context);
  if (isWindow(*call))
    reportNotGrouped(expression.range, isHop(*call)
                                           ? "a window is selected by HOP_START and HOP_END"
                                           : "a window is selected by TUMBLE_START and "
                                             "TUMBLE_END");
  else if (isRowNumber(*call))
    diagnostics_.report(diag::notSupportedYet, expression.range, "ROWID beside aggregates");
  else
    refuseAsValue(expression, diagnostics_);
  return false;
}

void AggregateBinder::reportNotGrouped(SourceRange range, std::string_view note) const {
  Diagnostic &error = diagnostics_.report(diag::notGrouped, range);
  if (!note.empty())
    error.notes.push_back({std::string(note), {}});
  else if (select_.groups.empty())
    error.notes.push_back({"there is no GROUP BY", {}});
  else
    error.notes.push_back({"GROUP BY is here", select_.groupsRange});
}

/// An element that is one of GROUP BY.
bool AggregateBinder::bindPlain(const ast::SelectItem &element, const BindContext &context) {
  const ast::Expression &expression = *element.expression;
  if (std::holds_alternative<ast::AllColumns>(expression.node)) {
    reportNotGrouped(expression.range, "");
    return false;
  }
  std::optional<BoundOutput> output = bindOutput(expression, scope_, context, diagnostics_);
  if (!output || select_.lacksGroups)
    return false;
  std::optional<unsigned> key = find(*output, 0, aggregation_.keys);
  if (!key) {
    reportNotGrouped(expression.range, "");
    return false;
  }
  results_.push_back(values_[*key]);
  results_.back().form.range = element.range;
  return addResult({Kind::Key, *key, 0, expression.range}, output->type, element, output->name);
}

bool AggregateBinder::bindAggregate(const ast::Call &call, const ast::SelectItem &element,
                                    const BindContext &context) {
  const Function &function = *findFunction(aggregates, call);
  SourceRange range = element.expression->range;
  if (call.distinct) {
    diagnostics_.report(diag::notSupportedYet, *call.distinct, "DISTINCT inside an aggregate");
    return false;
  }
  if (call.arguments.size() != 1) {
    diagnostics_.report(diag::aggregateArguments, range, argumentOf);
    return false;
  }
  if (function.kind == Kind::Count)
    return bindCount(call, element, context);
  const ast::Expression &argument = *call.arguments.front();
  if (std::holds_alternative<ast::AllColumns>(argument.node)) {
    diagnostics_.report(diag::aggregateArguments, range, argumentOf);
    return false;
  }
  std::optional<BoundOutput> output = bindOutput(argument, scope_, context, diagnostics_);
  if (!output)
    return false;
  const LinearForm &form = output->form;
  bool isExtreme = function.kind == Kind::Minimum || function.kind == Kind::Maximum;
  bool hasOrder =
      form.kind == ValueKind::Number ||
      (isExtreme && (form.kind == ValueKind::Timestamp || form.kind == ValueKind::Date));
  if (!hasOrder) {
    diagnostics_.report(diag::aggregateType, argument.range, function.name,
                        isExtreme ? "a number, a date or a timestamp" : "a number",
                        form.kind == ValueKind::Code ? toString(output->type)
                                                     : form.describeType());
    return false;
  }
  Type type = output->type;
  Aggregate aggregate{function.kind, 0, 0, range};
  BoundOutput result = *output;
  if (function.kind == Kind::Sum && form.isDecimal) {
    type.precision = decimalDigits;
  } else if (function.kind == Kind::Sum) {
    type = Type();
  } else if (function.kind == Kind::Average) {
    unsigned scale = form.isDecimal ? type.scale : 0;
    // The digits before the point are those of the argument.
    unsigned room = form.isDecimal ? decimalDigits - (type.precision - type.scale) : decimalDigits;
    type = Type();
    type.kind = TypeKind::Decimal;
    type.precision = decimalDigits;
    type.scale = std::max(leastAverageDigits, std::min(scale + furtherAverageDigits, room));
    aggregate.digits = static_cast<int>(type.scale) -
                       static_cast<int>(form.isDecimal ? context.scale.value_or(0) : 0);
    result.hasOwnScale = true;
  }
  aggregate.output = findOrAdd(std::move(*output));
  results_.push_back(std::move(result));
  return addResult(aggregate, type, element);
}

/// COUNT(x) of an element of an ANY adds up in how many matches it was taken; nothing is null, so
/// that any other COUNT counts all.
bool AggregateBinder::bindCount(const ast::Call &call, const ast::SelectItem &element,
                                const BindContext &context) {
  const ast::Expression &argument = *call.arguments.front();
  SourceRange range = element.expression->range;
  Aggregate aggregate{Kind::Count, 0, 0, range};
  const auto *name = std::get_if<ast::ColumnName>(&argument.node);
  std::optional<unsigned> taken;
  if (pattern_ != nullptr && name != nullptr && !name->qualifier)
    taken = pattern_->findAny(name->name);
  if (taken && pattern_->isAlwaysTaken(*taken)) {
    // COUNT(*)
  } else if (taken) {
    if (pattern_->pattern().consume != Pattern::Consume::None) {
      diagnostics_.report(diag::notSupportedYet, range,
                          "COUNT of an element of an ANY together with CONSUME ROWS");
      return false;
    }
    BoundOutput output;
    output.taken = taken;
    output.form.range = argument.range;
    aggregate = {Kind::Sum, findOrAdd(std::move(output)), 0, range};
  } else if (const auto *star = std::get_if<ast::AllColumns>(&argument.node)) {
    if (star->qualifier) {
      diagnostics_.report(diag::aggregateArguments, range, argumentOf);
      return false;
    }
  } else if (!bindOutput(argument, scope_, context, diagnostics_)) {
    return false;
  }
  results_.emplace_back().form.range = range;
  return addResult(aggregate, Type(), element);
}

bool AggregateBinder::addResult(Aggregate aggregate, const Type &type,
                                const ast::SelectItem &element, std::string name) {
  BoundOutput &result = results_.back();
  if (results_.size() > limits::resultColumns) {
    diagnostics_.report(diag::tooMany, element.range, "columns in a result", limits::resultColumns);
    return false;
  }
  result.type = type;
  result.name = element.alias   ? element.alias->name
                : !name.empty() ? std::move(name)
                                : fmt::format("column{}", results_.size());
  result.taken.reset();
  aggregation_.columns.push_back(aggregate);
  return true;
}

std::optional<unsigned> AggregateBinder::find(const BoundOutput &output, unsigned begin,
                                              unsigned end) const {
  for (unsigned i = begin; i < end; ++i)
    if (values_[i].taken == output.taken && isSame(values_[i].form, output.form))
      return i;
  return std::nullopt;
}

unsigned AggregateBinder::findOrAdd(BoundOutput output) {
  auto end = static_cast<unsigned>(values_.size());
  std::optional<unsigned> known = find(output, 0, end);
  if (!known)
    values_.push_back(std::move(output));
  return known.value_or(end);
}

bool AggregateBinder::finish(const ResultBinder &results) {
  bool isValid = true;
  for (BoundOutput &value : values_)
    isValid &= value.taken ||
               results.toCells(value.form, {value.name, value.type, value.form.domain}, scope_);
  return isValid;
}

bool AggregateBinder::addTo(BranchBuilder &builder) const {
  for (const BoundOutput &value : values_)
    if (value.taken)
      builder.addTaken(*value.taken, value.form.range);
    else
      builder.addOutput(*value.form.smallTerms(), *value.form.constant.toInt64(), value.form.range);
  if (!window_ || (pattern_ != nullptr && !pattern_->isJoin()))
    return true;
  const Branch &branch = builder.branch();
  const Catalog &catalog = scope_.table().declarations.catalog;
  std::optional<unsigned> later = findLater(catalog, branch, builder.placeOf(window_->time.item));
  if (!later)
    return true;
  auto isSame = [&](const Diagnostic &other) {
    return other.code == diag::windowNotLast.code && other.range == aggregation_.window->range;
  };
  // Each branch of a SELECT has the same window.
  if (!std::any_of(diagnostics_.all().begin(), diagnostics_.all().end(), isSame))
    diagnostics_
        .report(diag::windowNotLast, aggregation_.window->range, scope_.spell(window_->time))
        .notes.push_back(
            {fmt::format("the row of '{}' can be later", spellName(branch.items[*later].alias)),
             branch.items[*later].range});
  return false;
}

// --- windows -------------------------------------------------------------------------------------

std::optional<AggregateBinder::BoundWindow>
AggregateBinder::bindWindow(const ast::Call &call, SourceRange range,
                            const BindContext &context) const {
  BoundWindow window;
  window.isHop = isHop(call);
  const std::string name = toUpper(call.name.name);
  auto refuse = [&](SourceRange where) {
    diagnostics_.report(diag::windowArguments, where, name,
                        name + (window.isHop ? "(timestamp, INTERVAL of the slide, INTERVAL of the "
                                               "size)"
                                             : "(timestamp, INTERVAL of the size)"));
    return std::nullopt;
  };
  if (call.arguments.size() != (window.isHop ? 3 : 2) || call.distinct)
    return refuse(range);
  const ast::Expression &time = *call.arguments.front();
  const auto *column = std::get_if<ast::ColumnName>(&time.node);
  if (column == nullptr)
    return refuse(time.range);
  std::optional<AttributeRef> attribute = scope_.resolve(*column);
  if (!attribute)
    return std::nullopt;
  if (!scope_.column(*attribute).type.isTimestamp())
    return refuse(time.range);
  window.time = *attribute;
  std::vector<std::int64_t> intervals;
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    const ast::Expression &argument = *call.arguments[i];
    std::optional<LinearForm> form = ValueBinder(scope_, context, diagnostics_).bind(argument);
    if (!form)
      return std::nullopt;
    std::optional<std::int64_t> ticks = form->constant.toInt64();
    if (form->kind != ValueKind::Duration || !form->isConstant() || !ticks || *ticks <= 0)
      return refuse(argument.range);
    intervals.push_back(*ticks);
  }
  window.slide = intervals.front();
  window.size = intervals.back();
  if (window.size % window.slide != 0) {
    diagnostics_.report(diag::hopSize, range, window.size, window.slide);
    return std::nullopt;
  }
  if (window.size / window.slide > static_cast<std::int64_t>(limits::overlappingWindows)) {
    diagnostics_.report(diag::tooMany, range, "windows of a HOP that hold one time",
                        limits::overlappingWindows);
    return std::nullopt;
  }
  return window;
}

bool AggregateBinder::setWindow(const BoundWindow &window, SourceRange range,
                                const BindContext &context) {
  if (window_) {
    diagnostics_.report(diag::secondWindow, range)
        .notes.push_back({"the first one is here", aggregation_.window->range});
    return false;
  }
  window_ = window;
  Bound phase = truncatedRemainder(-context.zero, window.slide);
  if (phase < Bound(0))
    phase = phase + window.slide;
  aggregation_.window = Window{window.slide, window.size, phase.clampToInt64(), range};
  return checkWindowOfRuns();
}

bool AggregateBinder::checkWindowOfRuns() const {
  if (pattern_ == nullptr || pattern_->isJoin())
    return true;
  const PatternElement &last = pattern_->pattern().elements.back();
  if (last.kind == PatternElement::Kind::Not || // which has been refused
      (last.kind == PatternElement::Kind::Row && last.items.front() == window_->time.item))
    return true;
  diagnostics_.report(diag::windowNotLast, aggregation_.window->range, scope_.spell(window_->time))
      .notes.push_back({"the pattern ends with this", last.range});
  return false;
}

bool AggregateBinder::bindWindowBound(const ast::Call &call, const ast::SelectItem &element,
                                      const BindContext &context) {
  const Function &function = *findFunction(windowBounds, call);
  SourceRange range = element.expression->range;
  std::optional<BoundWindow> window = bindWindow(call, range, context);
  if (!window || select_.lacksGroups)
    return false;
  bool isSame = window_ && window_->isHop == window->isHop && window_->time == window->time &&
                window_->slide == window->slide && window_->size == window->size;
  if (!isSame) {
    Diagnostic &error = diagnostics_.report(diag::windowNotGrouped, range, function.name,
                                            window->isHop ? "HOP" : "TUMBLE");
    if (window_)
      error.notes.push_back({"GROUP BY has this", aggregation_.window->range});
    return false;
  }
  Type type = scope_.column(window->time).type;
  // Windows that begin at part of the column's unit are shown in a finer one.
  while (window->slide % ticksPer(type.unit, context.unit) != 0)
    type.unit = static_cast<TimeUnit>(static_cast<int>(type.unit) + 1);
  BoundOutput &result = results_.emplace_back();
  result.form.kind = ValueKind::Timestamp;
  result.form.range = range;
  return addResult({function.kind, 0, 0, range}, type, element);
}

} // namespace bough

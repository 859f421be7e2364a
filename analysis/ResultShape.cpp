#include "analysis/ResultShape.h"

#include "analysis/Analysis.h"
#include "analysis/Criterion.h"
#include "analysis/Rates.h"
#include "frontend/sema/ScalarRange.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough {

namespace {

/// Most rows that a distinct term can remember.
constexpr std::int64_t maximumEntries = std::int64_t{1} << 31;
constexpr std::int64_t maximumSlots = std::int64_t{1} << 58;
/// From here on slots become entries if that is smaller.
constexpr std::int64_t largeDense = std::int64_t{1} << 22;

class ResultShaper {
public:
  ResultShaper(const Plan &plan, unsigned term, const std::vector<TermBranch> &branches,
               std::vector<Rejection> &rejections, DiagnosticEngine &diagnostics)
      : plan_(plan), term_(plan.terms[term]), branches_(branches), rejections_(rejections),
        diagnostics_(diagnostics) {}

  std::optional<ResultShape> run() {
    std::size_t columns = plan_.queries[term_.query].columns.size();
    std::optional<Bound> oldest; // the least age at which a row of the result can be forgotten
    bool isFinite = true;
    for (unsigned column = 0; column < columns; ++column) {
      if (std::optional<Bound> age = ageOf(column); age && (!oldest || *age < *oldest))
        oldest = age;
      isFinite &= rangeOf(column).isFinite() || isOfFiniteStreams(column);
    }
    ResultShape shape;
    if (oldest == Bound(0)) {
      shape.isPerBatch = true;
      return shape;
    }
    if (!isFinite && !oldest) {
      reject();
      return std::nullopt;
    }
    Bound slots = 1;
    for (unsigned column = 0; column < columns; ++column)
      addKey(column, shape, slots);
    return chooseLayout(std::move(shape), slots);
  }

private:
  const OutputExpression &output(const TermBranch &branch, unsigned column) const {
    return branch.branch.outputs[column];
  }
  bool isTime(const TermBranch &branch, unsigned column) const {
    const OutputExpression &expression = output(branch, column);
    return expression.attribute && plan_.isTime(branch.branch, *expression.attribute);
  }

  /// The largest age of an item's row when the result is complete.
  static Bound ageAtEmission(const TermBranch &branch, unsigned item) {
    Bound age = 0;
    for (const ShapedForest &shaped : branch.forests)
      for (unsigned root : shaped.forest.roots)
        age = std::max(age, shaped.forest.bound(root, shaped.forest.nodeOf[item]));
    return age;
  }

  /// The largest age of a column that holds a timestamp in each branch, in the same distance from
  /// it.
  std::optional<Bound> ageOf(unsigned column) const {
    Bound oldest = 0;
    for (const TermBranch &branch : branches_) {
      if (!isTime(branch, column) ||
          output(branch, column).offset != output(branches_.front(), column).offset)
        return std::nullopt;
      oldest = std::max(oldest, ageAtEmission(branch, output(branch, column).attribute->item));
    }
    if (!oldest.toInt64())
      return std::nullopt;
    return oldest;
  }

  Interval rangeIn(const TermBranch &branch, unsigned column) const {
    return outputRange(plan_, branch, column);
  }

  /// Rows of a finite stream that give a column of a branch its values, and how many values each
  /// row gives at most.
  struct FiniteSource {
    unsigned item = 0;
    Bound values;
  };
  std::optional<FiniteSource> finiteSource(const TermBranch &branch, unsigned column) const {
    const OutputExpression &expression = output(branch, column);
    if (!expression.attribute || isTime(branch, column))
      return std::nullopt;
    AttributeRef x = *expression.attribute;
    const Closure &closure = branch.closure;
    if (closure.isFiniteStream(x.item) && !closure.isTable(x.item))
      return FiniteSource{x.item, 1};
    std::optional<AttributeRef> y = closure.finiteNeighbour(x);
    if (!y)
      return std::nullopt;
    unsigned nodeX = closure.node(x), nodeY = closure.node(*y);
    return FiniteSource{y->item,
                        closure.integers(nodeX, nodeY) + closure.integers(nodeY, nodeX) + Bound(1)};
  }

  /// Whether a column has finitely many values although nobody knows their range: in each branch it
  /// has one or comes from a finite stream.
  bool isOfFiniteStreams(unsigned column) const {
    return std::all_of(branches_.begin(), branches_.end(), [&](const TermBranch &branch) {
      return rangeIn(branch, column).isFinite() || finiteSource(branch, column);
    });
  }

  Interval rangeOf(unsigned column) const {
    Interval all{1, 0};
    for (const TermBranch &branch : branches_)
      all = hull(all, rangeIn(branch, column));
    return all;
  }

  void addKey(unsigned column, ResultShape &shape, Bound &slots) const {
    Interval range = rangeOf(column);
    if (range.size() == Bound(1))
      return;
    ResultShape::Key key;
    key.column = column;
    std::int64_t offset = 0;
    if (std::optional<Bound> age = ageOf(column)) {
      key.kind = ResultShape::Key::Kind::Age;
      key.limit = *age->toInt64();
      offset = output(branches_.front(), column).offset;
      slots = slots * (*age + Bound(1));
    } else if (range.lo.toInt64() && range.hi.toInt64()) {
      key.range = range;
      slots = slots * range.size();
    } else {
      key.kind = ResultShape::Key::Kind::Any;
      slots = Bound::infinity();
    }
    shape.keys.push_back(key);
    shape.offsets.push_back(offset);
  }

  std::optional<ResultShape> chooseLayout(ResultShape shape, Bound slots) {
    bool mustBeSparse = !slots.isFinite() || slots > Bound(maximumSlots);
    if (!mustBeSparse && slots <= Bound(largeDense))
      return shape;
    Bound entries = 0;
    bool isKnown = true;
    for (const TermBranch &branch : branches_) {
      std::optional<Bound> rows = countRows(branch, shape, mustBeSparse);
      isKnown &= rows.has_value();
      entries = entries + rows.value_or(Bound(0));
    }
    if (!isKnown)
      return mustBeSparse ? std::nullopt : std::optional(std::move(shape));
    if (!mustBeSparse && entries * Bound(4) >= slots)
      return shape;
    if (entries > Bound(maximumEntries)) {
      diagnostics_.report(diag::synopsisTooLarge, term_.range, "the result", entries.toString());
      return std::nullopt;
    }
    shape.capacity = std::max(entries.toInt64().value_or(1), std::int64_t{1});
    return shape;
  }

  /// Most rows of the result of one branch that are remembered at once. Reports missing rates if
  /// asked.
  std::optional<Bound> countRows(const TermBranch &branch, const ResultShape &shape,
                                 bool reports) const {
    Bound horizon = Bound::infinity();
    for (const ResultShape::Key &key : shape.keys)
      if (key.kind == ResultShape::Key::Kind::Age)
        horizon = std::min(horizon, Bound(key.limit));
    std::set<unsigned> items;
    Bound rows = 1;
    for (const ResultShape::Key &key : shape.keys) {
      const OutputExpression &expression = output(branch, key.column);
      Interval range = rangeIn(branch, key.column);
      if (key.kind != ResultShape::Key::Kind::Age && range.isFinite()) {
        rows = rows * range.size();
      } else if (auto source = finiteSource(branch, key.column)) {
        items.insert(source->item);
        rows = rows * source->values;
      } else if (expression.computed) {
        collectItems(*expression.computed, items);
      } else if (expression.attribute) {
        items.insert(expression.attribute->item);
      }
    }
    for (unsigned item : items) {
      if (branch.closure.isTable(item))
        continue; // its values are among the slots
      Bound ticks = ageAtEmission(branch, item) + horizon;
      if (!ticks.isFinite())
        ticks = branch.closure.times.range(Closure::timeNode(item)).hi;
      const Item &source = branch.branch.items[item];
      std::optional<Bound> count = rowsWithin(plan_, plan_.catalog.streams[source.stream], ticks);
      if (!count) {
        if (reports)
          reportMissingRate(plan_, source, ticks, diagnostics_);
        return std::nullopt;
      }
      rows = rows * *count;
    }
    return rows;
  }

  static void collectItems(const Scalar &scalar, std::set<unsigned> &items) {
    if (scalar.kind == Scalar::Kind::Attribute)
      items.insert(scalar.attribute.item);
    for (const Scalar &operand : scalar.operands)
      collectItems(operand, items);
  }

  /// Of each branch the first column without an end.
  void reject() {
    for (const TermBranch &branch : branches_)
      for (unsigned column = 0; column < branch.branch.outputs.size(); ++column) {
        Interval range = rangeIn(branch, column);
        const OutputExpression &expression = output(branch, column);
        if (range.isFinite() || (!expression.attribute && !expression.computed))
          continue;
        Rejection rejection;
        rejection.branch = branch.index;
        if (expression.attribute)
          rejection.attribute = *expression.attribute;
        rejection.rule = "set-output";
        rejection.range = expression.range;
        std::string name =
            expression.attribute
                ? fmt::format("'{}'", attributeName(plan_, branch.branch, *expression.attribute))
                : "a computed value";
        rejection.reason = fmt::format(
            "{} is in a result without duplicates and is unbounded {}, so every value ever written "
            "would have to be remembered",
            name, unboundedDirections(range));
        rejections_.push_back(std::move(rejection));
        break;
      }
  }

  const Plan &plan_;
  const Term &term_;
  const std::vector<TermBranch> &branches_;
  std::vector<Rejection> &rejections_;
  DiagnosticEngine &diagnostics_;
};

} // namespace

Interval outputRange(const Plan &plan, const TermBranch &branch, unsigned output) {
  const OutputExpression &expression = branch.branch.outputs[output];
  auto range = [&](AttributeRef x) {
    return plan.isTime(branch.branch, x)
               ? branch.closure.times.range(branch.closure.timeNodeOf(x.item))
               : branch.closure.range(x);
  };
  if (expression.computed)
    return rangeOf(*expression.computed, range);
  Bound offset = expression.offset;
  if (!expression.attribute)
    return {offset, offset};
  Interval values = range(*expression.attribute);
  return {values.lo + offset, values.hi + offset};
}

std::optional<ResultShape> shapeResult(const Plan &plan, unsigned term,
                                       const std::vector<TermBranch> &branches,
                                       std::vector<Rejection> &rejections,
                                       DiagnosticEngine &diagnostics) {
  return ResultShaper(plan, term, branches, rejections, diagnostics).run();
}

} // namespace bough

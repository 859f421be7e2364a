#include "frontend/sema/RowAlternatives.h"

#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

namespace {

constexpr std::size_t stepsOfProof = 200;
constexpr std::size_t stepsInAll = 20'000;

using Formulas = std::vector<FormulaPtr>;

/// The parts between the ANDs of a condition.
Formulas partsOf(const FormulaPtr &condition) {
  if (condition->kind == Formula::Kind::True)
    return {};
  return condition->kind == Formula::Kind::And ? condition->operands : Formulas{condition};
}

Scalar shifted(Scalar scalar, int rows) {
  if (scalar.kind == Scalar::Kind::Attribute)
    scalar.attribute.item += static_cast<unsigned>(rows);
  for (Scalar &operand : scalar.operands)
    operand = shifted(std::move(operand), rows);
  return scalar;
}

/// The condition on rows that stand that many places later. It has no EXISTS.
FormulaPtr shifted(const FormulaPtr &formula, int rows) {
  if (formula->kind == Formula::Kind::Literal) {
    Literal literal = formula->literal;
    literal.terms.clear();
    for (const auto &[scalar, coefficient] : formula->literal.terms)
      literal.terms.emplace(shifted(scalar, rows), coefficient);
    return makeLiteral(std::move(literal));
  }
  Formulas operands;
  for (const FormulaPtr &operand : formula->operands)
    operands.push_back(shifted(operand, rows));
  if (formula->kind == Formula::Kind::And)
    return makeAnd(std::move(operands), formula->range);
  return formula->kind == Formula::Kind::Or ? makeOr(std::move(operands), formula->range) : formula;
}

void collectAttributes(const Formula &formula, std::set<AttributeRef> &attributes) {
  for (const auto &[scalar, coefficient] : formula.literal.terms)
    forEachAttribute(scalar, [&](AttributeRef x) { attributes.insert(x); });
  for (const FormulaPtr &operand : formula.operands)
    collectAttributes(*operand, attributes);
}

/// Proves that conditions on rows of one stream contradict each other, the n-th row being item n.
class RowProver {
public:
  explicit RowProver(const ItemTable &table)
      : stream_(table.stream(0)),
        range_([this](AttributeRef x) { return stream_.columns[x.column].inputRange; }) {}

  bool areContradictory(Formulas conditions) {
    std::set<AttributeRef> attributes;
    for (const FormulaPtr &condition : conditions)
      collectAttributes(*condition, attributes);
    addRanges(attributes, conditions);
    addOrder(attributes, conditions);
    std::size_t steps = std::min(stepsOfProof, left_);
    left_ -= steps;
    const bool isProven = bough::isImpossible(makeAnd(std::move(conditions), {}), range_, steps);
    left_ += steps;
    left_ -= left_ > 0 ? 1 : 0;
    return isProven;
  }

private:
  static FormulaPtr atMost(Terms terms, std::int64_t bound, bool isTime) {
    Literal literal;
    literal.terms = std::move(terms);
    literal.values = {bound};
    literal.isTime = isTime;
    return makeLiteral(std::move(literal));
  }
  bool isTime(AttributeRef x) const { return x.column == stream_.timestampColumn; }

  void addRanges(const std::set<AttributeRef> &attributes, Formulas &conditions) const {
    for (const AttributeRef x : attributes) {
      const Interval values = range_(x);
      const std::optional<std::int64_t> low = (-values.lo).toInt64(), high = values.hi.toInt64();
      if (high)
        conditions.push_back(atMost({{scalarOf(x, {}), 1}}, *high, isTime(x)));
      if (low)
        conditions.push_back(atMost({{scalarOf(x, {}), -1}}, *low, isTime(x)));
    }
  }

  /// No row is earlier than one before it.
  void addOrder(const std::set<AttributeRef> &attributes, Formulas &conditions) const {
    std::optional<AttributeRef> previous;
    for (const AttributeRef x : attributes) {
      if (!isTime(x))
        continue;
      if (previous)
        conditions.push_back(
            atMost({{scalarOf(*previous, {}), 1}, {scalarOf(x, {}), -1}}, 0, true));
      previous = x;
    }
  }

  const Stream &stream_;
  RangeOf range_;
  std::size_t left_ = stepsInAll;
};

class AlternativesCheck {
public:
  AlternativesCheck(const ast::RowAlternatives &syntax,
                    const std::vector<const BranchBinder *> &selects, DiagnosticEngine &diagnostics)
      : syntax_(syntax), diagnostics_(diagnostics), prover_(selects.front()->table()) {
    for (std::size_t i = 0; i < selects.size(); ++i) {
      parts_.push_back(partsOf(selects[i]->condition()));
      std::vector<std::size_t> &own = own_.emplace_back();
      for (std::size_t row = 0; row < syntax_.sequences[i].size(); ++row)
        own.push_back(ownConditionOf(i, row));
    }
    excluded_.resize(conditions_.size(), std::vector<std::optional<bool>>(conditions_.size()));
  }

  bool check() {
    for (std::size_t i = 0; i < parts_.size(); ++i)
      (isImpossible(i) ? impossible_ : possible_).push_back(i);
    for (const std::size_t i : possible_)
      for (const std::size_t other : possible_)
        if (i < other && !checkBeginning(i, other))
          return false;
    if (syntax_.skipsToNextRow)
      return true;
    for (const std::size_t i : possible_)
      for (const std::size_t other : possible_)
        if (i != other && !checkOverlaps(i, other))
          return false;
    return true;
  }

  /// The sequences that have no match, as far as `check` has found.
  const std::vector<std::size_t> &impossible() const { return impossible_; }

private:
  using Row = ast::RowAlternatives::Row;

  /// The number of what is demanded of the row without regard to others.
  std::size_t ownConditionOf(std::size_t sequence, std::size_t row) {
    Formulas own;
    for (const FormulaPtr &part : parts_[sequence])
      if (part->items == std::vector{static_cast<unsigned>(row)})
        own.push_back(shifted(part, -static_cast<int>(row)));
    FormulaPtr all = makeAnd(std::move(own), {});
    Condition condition = conditionOf(*all);
    const auto found = std::find(conditions_.begin(), conditions_.end(), condition);
    if (found != conditions_.end())
      return static_cast<std::size_t>(found - conditions_.begin());
    conditions_.push_back(std::move(condition));
    formulas_.push_back(std::move(all));
    return conditions_.size() - 1;
  }

  /// Whether a row cannot be that row of the one sequence and that of the other by itself.
  bool isExcluded(std::size_t i, std::size_t row, std::size_t other, std::size_t otherRow) {
    const std::size_t a = own_[i][row], b = own_[other][otherRow];
    std::optional<bool> &isKnown = excluded_[std::min(a, b)][std::max(a, b)];
    if (!isKnown)
      isKnown = prover_.areContradictory({formulas_[a], formulas_[b]});
    return *isKnown;
  }

  bool isImpossible(std::size_t sequence) {
    for (std::size_t row = 0; row < own_[sequence].size(); ++row)
      if (isExcluded(sequence, row, sequence, row))
        return true;
    return prover_.areContradictory(parts_[sequence]);
  }

  /// What a sequence demands of its rows before the given one, of the last one first, since that is
  /// most likely to decide.
  Formulas demandsBefore(std::size_t sequence, std::size_t end) const {
    Formulas result;
    for (const FormulaPtr &part : parts_[sequence])
      if (part->items.empty() || part->items.back() < end)
        result.push_back(part);
    std::reverse(result.begin(), result.end());
    return result;
  }
  bool areContradictory(std::size_t i, std::size_t other, std::size_t end) {
    Formulas all = demandsBefore(i, end), others = demandsBefore(other, end);
    all.insert(all.end(), others.begin(), others.end());
    return prover_.areContradictory(std::move(all));
  }

  /// Whether at most one of the two sequences is a match that begins with a given row.
  bool checkBeginning(std::size_t i, std::size_t other) {
    const std::vector<Row> &x = syntax_.sequences[i], &y = syntax_.sequences[other];
    std::string beginning;
    std::size_t row = 0; // where they differ first; none of them begins the other
    for (; equalIgnoringCase(x[row].variable.name, y[row].variable.name); ++row)
      beginning += spellName(x[row].variable.name) + " ";
    const std::string key =
        beginning + spellName(x[row].variable.name) + " | " + spellName(y[row].variable.name);
    auto [known, isNew] = differences_.try_emplace(key, false);
    if (isNew)
      known->second = isExcluded(i, row, other, row) || areContradictory(i, other, row + 1);
    if (known->second || areContradictory(i, other, std::min(x.size(), y.size())))
      return true;
    reportBeginning(i, other, row);
    return false;
  }

  void reportBeginning(std::size_t i, std::size_t other, std::size_t row) {
    const Row &x = syntax_.sequences[i][row], &y = syntax_.sequences[other][row];
    const std::string nameOfX = spellName(x.variable.name), nameOfY = spellName(y.variable.name);
    Diagnostic &error = diagnostics_.report(diag::rowEitherVariable, x.range, nameOfX, nameOfY);
    error.notes.push_back(
        {fmt::format("a match can be {} or {}", spell(i), spell(other)), y.range});
    std::string repair;
    if (x.isDefined && y.isDefined)
      repair = fmt::format("add AND NOT (the condition of '{}') to that of '{}' in DEFINE", nameOfX,
                           nameOfY);
    else if (x.isDefined || y.isDefined)
      repair = fmt::format("'{}' is any row; write {} AS NOT (the condition of '{}') in DEFINE",
                           x.isDefined ? nameOfY : nameOfX, x.isDefined ? nameOfY : nameOfX,
                           x.isDefined ? nameOfX : nameOfY);
    else
      repair = "neither of them is in DEFINE, so that each is any row";
    error.notes.push_back({std::move(repair), {}});
  }

  /// Whether no match of the other sequence begins inside of one of the first.
  bool checkOverlaps(std::size_t i, std::size_t other) {
    const std::size_t rows = own_[i].size();
    for (std::size_t first = 1; first < rows; ++first) {
      bool isProven = false;
      for (std::size_t row = first; row < std::min(rows, first + own_[other].size()); ++row)
        isProven = isProven || isExcluded(i, row, other, row - first);
      if (isProven || cannotBegin(i, other, first))
        continue;
      Diagnostic &error = diagnostics_.report(
          diag::rowAlternativesSkip,
          syntax_.skipRange.end > 0 ? syntax_.skipRange : syntax_.keyword, spell(i), spell(other));
      if (syntax_.skipRange.end == 0)
        error.notes.push_back({"SKIP PAST LAST ROW is what there is without the clause", {}});
      error.notes.push_back({"write AFTER MATCH SKIP TO NEXT ROW", {}});
      return false;
    }
    return true;
  }

  bool cannotBegin(std::size_t i, std::size_t other, std::size_t first) {
    Formulas all = parts_[i];
    for (const FormulaPtr &part : parts_[other])
      all.push_back(shifted(part, static_cast<int>(first)));
    return prover_.areContradictory(std::move(all));
  }

  /// 'A B B'
  std::string spell(std::size_t sequence) const {
    std::string text;
    for (const Row &row : syntax_.sequences[sequence])
      text += (text.empty() ? "" : " ") + spellName(row.variable.name);
    return "'" + text + "'";
  }

  const ast::RowAlternatives &syntax_;
  DiagnosticEngine &diagnostics_;
  RowProver prover_;
  std::vector<Formulas> parts_;               ///< by sequence
  std::vector<std::vector<std::size_t>> own_; ///< by sequence and row: a number of a condition
  std::vector<Condition> conditions_;         ///< on item 0, all different
  Formulas formulas_;                         ///< the same
  std::vector<std::vector<std::optional<bool>>> excluded_; ///< by two of them: what was found
  std::vector<std::size_t> possible_, impossible_;
  std::map<std::string, bool> differences_; ///< as found, by how they begin
};

} // namespace

bool checkAlternatives(const ast::RowAlternatives &syntax,
                       const std::vector<const BranchBinder *> &selects,
                       std::set<const BranchBinder *> &impossible, DiagnosticEngine &diagnostics) {
  AlternativesCheck check(syntax, selects, diagnostics);
  if (!check.check())
    return false;
  std::vector<std::size_t> found = check.impossible();
  if (found.size() == selects.size())
    found.pop_back();
  for (const std::size_t i : found)
    impossible.insert(selects[i]);
  return true;
}

} // namespace bough

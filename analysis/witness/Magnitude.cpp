#include "analysis/witness/Magnitude.h"

#include <algorithm>
#include <numeric>

namespace bough {

namespace {

constexpr std::int64_t largestStep = std::int64_t{1} << 52;

/// Collects the constants of a plan: sums of their absolute values, and what values are divided by.
class ConstantCollector {
public:
  explicit ConstantCollector(const Plan &plan) : plan_(plan) {}

  Magnitude collect() {
    for (unsigned s = 0; s < plan_.catalog.streams.size(); ++s) {
      const Stream &stream = plan_.catalog.streams[s];
      if (!plan_.uses(s))
        continue;
      for (const Column &column : stream.columns)
        for (Bound end : {column.checkRange.lo, column.checkRange.hi})
          add(integers_, end);
      for (std::int64_t cell : stream.cells)
        largestCell_ = std::max(largestCell_, Bound(cell) < Bound(0) ? -Bound(cell) : Bound(cell));
      if (!stream.isTable)
        coarsest_ = std::max(coarsest_, plan_.timeScale(stream));
    }
    for (const Branch &branch : plan_.branches) {
      addConditions(branch.atoms, branch.predicates);
      for (const Exists &exists : branch.exists) {
        addConditions(exists.atoms, exists.predicates);
        addDerived(exists.item);
      }
      for (const Item &item : branch.items)
        addDerived(item);
    }
    Bound unit = period_;
    for (unsigned digit = 0; digit < plan_.scale; ++digit)
      unit = unit * Bound(10);
    return {roundNumber(integers_ + largestCell_, unit),
            roundNumber(times_, period_ * Bound(coarsest_))};
  }

private:
  /// A power of ten times the unit that is more than twice the size.
  static std::optional<std::int64_t> roundNumber(Bound size, Bound unit) {
    Bound number = unit * Bound(10);
    while (number <= size * Bound(2) && number.isFinite())
      number = number * Bound(10);
    return number <= Bound(largestStep) ? number.toInt64() : std::nullopt;
  }

  static void add(Bound &sum, Bound constant) {
    if (constant.isFinite())
      sum = sum + (constant < Bound(0) ? -constant : constant);
  }

  void addConditions(const std::vector<DifferenceAtom> &atoms,
                     const std::vector<Predicate> &predicates) {
    for (const DifferenceAtom &atom : atoms)
      add(atom.isTime ? times_ : integers_, atom.c);
    for (const Predicate &predicate : predicates)
      addCondition(predicate.condition);
  }

  void addCondition(const Condition &condition) {
    for (const Scalar &scalar : condition.scalars)
      addScalar(scalar);
    for (std::int64_t value : condition.values)
      addBoth(value);
    for (const Condition &operand : condition.operands)
      addCondition(operand);
  }

  void addDerived(const Item &item) {
    for (const DerivedAttribute &derived : item.derived)
      addScalar(derived.value);
  }

  /// Factors count as divisors: 2 * a takes even values only.
  void addScalar(const Scalar &scalar) {
    bool isProduct = scalar.kind == Scalar::Kind::Multiply || scalar.kind == Scalar::Kind::Divide ||
                     scalar.kind == Scalar::Kind::Modulo;
    for (const Scalar &operand : scalar.operands) {
      if (isProduct && operand.kind == Scalar::Kind::Constant && operand.constant != 0)
        addDivisor(operand.constant);
      addScalar(operand);
    }
    if (scalar.kind == Scalar::Kind::Constant)
      addBoth(scalar.constant);
  }

  void addDivisor(std::int64_t divisor) {
    Bound size = divisor < 0 ? -Bound(divisor) : Bound(divisor);
    period_ = period_ * size;
  }

  /// A constant of a predicate may be compared with integers or with times.
  void addBoth(std::int64_t constant) {
    add(integers_, constant);
    add(times_, constant);
  }

  const Plan &plan_;
  Bound integers_ = 0, times_ = 0, largestCell_ = 0, period_ = 1;
  std::int64_t coarsest_ = 1;
};

} // namespace

Magnitude magnitudeOf(const Plan &plan) { return ConstantCollector(plan).collect(); }

} // namespace bough

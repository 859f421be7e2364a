#include "test/differential/Classes.h"

#include <algorithm>

namespace bough::differential {
namespace {

/// The labels of one SELECT.
class SelectClasses {
public:
  SelectClasses(const CaseModel &model, const BranchModel &branch, std::set<std::string> &labels)
      : model_(model), branch_(branch), labels_(labels) {}

  void find() {
    if (std::set(branch_.items.begin(), branch_.items.end()).size() < branch_.items.size())
      labels_.insert("self-join");
    if (branch_.isDistinct)
      labels_.insert("distinct");
    for (unsigned item : branch_.items)
      if (model_.streams[item].isTable)
        labels_.insert("table");
    if (hasSeveralRoots())
      labels_.insert("several-roots");
    for (const Condition &condition : branch_.conditions)
      findIn(condition);
    for (const ExistsModel &exists : branch_.exists)
      for (const Condition &condition : exists.conditions)
        findIn(condition);
    for (const Expression &output : branch_.outputs)
      if (!isLinear(output))
        labels_.insert(itemsOf(output).size() > 1 ? "computed-output" : "derived");
    for (unsigned item = 0; item < branch_.items.size() + branch_.exists.size(); ++item)
      findTypes(model_.streams[branch_.stream(item)]);
  }

  /// Whether there are difference constraints only, in a conjunction, and columns in the result.
  bool isPlain() const {
    auto isPlainCondition = [&](const Condition &condition) {
      bool isComparison = condition.kind == Condition::Kind::Compare &&
                          (condition.comparison != Comparison::NotEqual);
      bool isBetween = condition.kind == Condition::Kind::Between && !condition.isNegated;
      return (isComparison || isBetween) && !mixesDecimalWithBigint(condition) &&
             std::all_of(condition.values.begin(), condition.values.end(),
                         [&](const Expression &value) { return isDifference(value); });
    };
    return branch_.exists.empty() &&
           std::all_of(branch_.conditions.begin(), branch_.conditions.end(), isPlainCondition) &&
           std::all_of(branch_.outputs.begin(), branch_.outputs.end(),
                       [](const Expression &output) { return isLinear(output); });
  }

private:
  std::set<unsigned> itemsOf(const Expression &expression) const {
    std::set<unsigned> items;
    forEachAttribute(expression, [&](AttributeRef attribute) { items.insert(attribute.item); });
    return items;
  }
  std::set<unsigned> itemsOf(const Condition &condition) const {
    std::set<unsigned> items;
    forEachAttribute(condition, [&](AttributeRef attribute) { items.insert(attribute.item); });
    return items;
  }

  /// A column or constant, plus or minus a constant.
  static bool isLinear(const Expression &expression) {
    using Kind = Expression::Kind;
    auto is = [&](std::size_t i, Kind kind) { return expression.operands[i].kind == kind; };
    return expression.operands.empty() ||
           ((expression.kind == Kind::Add || expression.kind == Kind::Subtract) &&
            is(0, Kind::Attribute) && is(1, Kind::Constant));
  }
  /// Or the difference of the columns of two items.
  bool isDifference(const Expression &expression) const {
    return isLinear(expression) ||
           (expression.kind == Expression::Kind::Subtract &&
            expression.operands[0].operands.empty() && expression.operands[1].operands.empty() &&
            itemsOf(expression).size() == 2);
  }

  /// In tenths or hundredths an integer of 64 bits does not fit in 64 bits: an opaque predicate.
  bool mixesDecimalWithBigint(const Condition &condition) const {
    bool hasDecimal = false, hasBigint = false;
    forEachAttribute(condition, [&](AttributeRef attribute) {
      const Type &type = model_.column(branch_, attribute).type;
      hasDecimal |= type.kind == TypeKind::Decimal;
      hasBigint |= type.kind == TypeKind::BigInt;
    });
    return hasDecimal && hasBigint;
  }

  bool isTime(const Condition &condition) const {
    bool found = false;
    forEachAttribute(condition, [&](AttributeRef attribute) {
      found |= model_.column(branch_, attribute).type.isTimestamp();
    });
    return found;
  }

  static bool hasConstant(const Expression &expression, Family family) {
    if (expression.kind == Expression::Kind::Constant)
      return expression.family == family;
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [&](const Expression &operand) { return hasConstant(operand, family); });
  }

  void findIn(const Condition &top) {
    forEachCondition(top, [&](const Condition &condition) {
      switch (condition.kind) {
      case Condition::Kind::Compare:
      case Condition::Kind::Between:
        findInComparison(condition);
        break;
      case Condition::Kind::In:
        labels_.insert("in");
        break;
      case Condition::Kind::Distinct:
        labels_.insert("distinct-from");
        break;
      case Condition::Kind::Flag:
      case Condition::Kind::And:
        break;
      case Condition::Kind::Exists:
        findInExists(condition);
        break;
      case Condition::Kind::Or:
        labels_.insert(itemsOf(condition).size() > 1 ? "or" : "filter-or");
        break;
      case Condition::Kind::Not:
        labels_.insert("not");
        break;
      }
      if (condition.isNegated && condition.kind != Condition::Kind::Exists)
        labels_.insert("not");
    });
  }

  void findInComparison(const Condition &condition) {
    std::set<unsigned> items = itemsOf(condition);
    for (const Expression &value : condition.values)
      if (hasConstant(value, Family::Time))
        labels_.insert("absolute-time");
    if (isTime(condition)) {
      if (items.size() > 1)
        findInTimes(condition);
      return;
    }
    for (const Expression &value : condition.values)
      if (!isDifference(value))
        labels_.insert(itemsOf(value).size() > 1 ? "opaque" : "derived");
    if (condition.comparison == Comparison::NotEqual && items.size() > 1)
      labels_.insert("not-equal");
    if (condition.comparison == Comparison::NotEqual && items.size() == 1)
      labels_.insert("filter-or");
  }

  void findInTimes(const Condition &condition) {
    if (condition.comparison == Comparison::Equal)
      labels_.insert("equal-times");
    if (condition.comparison == Comparison::NotEqual)
      labels_.insert("not-equal-times");
    for (const Expression &value : condition.values)
      if (hasConstant(value, Family::Interval))
        labels_.insert("window-or-gap");
  }

  /// Between two positions where some outer item is said to come before.
  void findInExists(const Condition &condition) {
    const ExistsModel &exists = branch_.exists[condition.index];
    unsigned item = static_cast<unsigned>(branch_.items.size()) + condition.index;
    std::string label = condition.isNegated ? "not-exists" : "exists";
    if (model_.streams[exists.stream].isTable) {
      labels_.insert(label + "-table");
      return;
    }
    bool isBetween = false;
    for (const Condition &inner : exists.conditions)
      isBetween |= orders(
          inner, [&](unsigned first, unsigned second) { return second == item && first != item; });
    labels_.insert(isBetween ? label + "-between" : label);
  }

  /// Whether the condition says that `first` is before (or with) `second`, for some such pair.
  template <typename Test> bool orders(const Condition &condition, Test test) const {
    if (condition.kind != Condition::Kind::Compare || !isTime(condition) ||
        condition.values.size() != 2)
      return false;
    const Expression *left = timeIn(condition.values[0]), *right = timeIn(condition.values[1]);
    if (left == nullptr || right == nullptr)
      return false;
    unsigned a = left->attribute.item, b = right->attribute.item;
    std::int64_t offset = offsetIn(condition.values[1]) - offsetIn(condition.values[0]);
    switch (condition.comparison) { // a COMPARISON b + offset
    case Comparison::Less:
    case Comparison::LessEqual:
      return offset <= 0 && test(a, b);
    case Comparison::Greater:
    case Comparison::GreaterEqual:
      return offset >= 0 && test(b, a);
    case Comparison::Equal:
      return (offset <= 0 && test(a, b)) || (offset >= 0 && test(b, a));
    case Comparison::NotEqual:
      break;
    }
    return false;
  }
  static const Expression *timeIn(const Expression &expression) {
    if (expression.kind == Expression::Kind::Attribute)
      return &expression;
    bool isShifted = expression.kind == Expression::Kind::Add &&
                     expression.operands[0].kind == Expression::Kind::Attribute;
    return isShifted ? &expression.operands[0] : nullptr;
  }
  static std::int64_t offsetIn(const Expression &expression) {
    return expression.kind == Expression::Kind::Add ? expression.operands[1].value : 0;
  }

  /// Whether no item is said to be the last. By the conditions alone and not by what follows from
  /// them, but transitively.
  bool hasSeveralRoots() const {
    std::set<unsigned> candidates;
    for (unsigned i = 0; i < branch_.items.size(); ++i)
      if (!model_.streams[branch_.items[i]].isTable)
        candidates.insert(i);
    std::set<std::pair<unsigned, unsigned>> before;
    for (const Condition &condition : branch_.conditions)
      orders(condition, [&](unsigned first, unsigned second) {
        before.emplace(first, second);
        return false;
      });
    for (std::size_t round = 0; round < candidates.size(); ++round)
      for (auto [a, b] : std::set(before))
        for (auto [c, d] : std::set(before))
          if (b == c)
            before.emplace(a, d);
    return std::none_of(candidates.begin(), candidates.end(), [&](unsigned last) {
      return std::all_of(candidates.begin(), candidates.end(), [&](unsigned other) {
        return other == last || before.contains({other, last});
      });
    });
  }

  void findTypes(const StreamModel &stream) {
    for (const ColumnModel &column : stream.columns) {
      switch (familyOf(column.type)) {
      case Family::Boolean:
        labels_.insert("boolean");
        break;
      case Family::Decimal:
        labels_.insert("decimal");
        break;
      case Family::Date:
        labels_.insert("date");
        break;
      case Family::Label:
        labels_.insert("enum");
        break;
      case Family::Text:
        labels_.insert("varchar-keys");
        break;
      case Family::Key:
        labels_.insert("integer-keys");
        break;
      default:
        break;
      }
    }
  }

  const CaseModel &model_;
  const BranchModel &branch_;
  std::set<std::string> &labels_;
};

void findInSet(const SetModel &set, std::set<SetModel::Kind> &kinds) {
  kinds.insert(set.kind);
  for (const SetModel &operand : set.operands)
    findInSet(operand, kinds);
}

} // namespace

const std::vector<std::string> &allClasses() {
  static const std::vector<std::string> classes = {exactClass,
                                                   "self-join",
                                                   "union-all",
                                                   "distinct",
                                                   "union",
                                                   "mixed-union",
                                                   "or",
                                                   "filter-or",
                                                   "not",
                                                   "in",
                                                   "not-equal",
                                                   "distinct-from",
                                                   "opaque",
                                                   "derived",
                                                   "computed-output",
                                                   "exists",
                                                   "exists-between",
                                                   "exists-table",
                                                   "not-exists",
                                                   "not-exists-between",
                                                   "not-exists-table",
                                                   "window-or-gap",
                                                   "equal-times",
                                                   "not-equal-times",
                                                   "several-roots",
                                                   "absolute-time",
                                                   "ends-at",
                                                   "starts-at",
                                                   "rates",
                                                   "mixed-units",
                                                   "table",
                                                   "boolean",
                                                   "decimal",
                                                   "date",
                                                   "enum",
                                                   "varchar-keys",
                                                   "integer-keys",
                                                   "several-queries"};
  return classes;
}

std::set<std::string> classesOf(const CaseModel &model) {
  std::set<std::string> labels;
  for (const BranchModel &branch : model.branches) {
    SelectClasses(model, branch, labels).find();
    if (branch.pattern)
      findPatternClasses(model, branch, labels);
  }
  std::set<SetModel::Kind> kinds;
  for (const QueryModel &query : model.queries)
    findInSet(query.set, kinds);
  bool hasUnion = kinds.contains(SetModel::Kind::Union);
  bool hasUnionAll = kinds.contains(SetModel::Kind::UnionAll);
  if (hasUnion && hasUnionAll)
    labels.insert("mixed-union");
  else if (hasUnion || hasUnionAll)
    labels.insert(hasUnion ? "union" : "union-all");
  if (model.queries.size() > 1)
    labels.insert("several-queries");
  for (const StreamModel &stream : model.streams) {
    if (stream.isTable)
      continue;
    if (stream.unit() != model.unit())
      labels.insert("mixed-units");
    if (stream.endsAt)
      labels.insert("ends-at");
    if (stream.startsAt)
      labels.insert("starts-at");
    if (stream.maxPerSecond || stream.maxRows)
      labels.insert("rates");
  }
  bool isExact = model.branches.size() == 1 && !model.hasPatterns() &&
                 !labels.contains("self-join") && !labels.contains("distinct") &&
                 !labels.contains("table") &&
                 SelectClasses(model, model.branches[0], labels).isPlain();
  if (isExact)
    labels.insert(exactClass);
  return labels;
}

std::set<std::string> shapesOf(const ir::Program &program) {
  std::set<std::string> shapes;
  auto note = [&](bool hasIt, const char *name) {
    if (hasIt)
      shapes.insert(name);
  };
  note(!program.buffers.empty(), "batch buffer");
  note(!program.tables.empty(), "constant table");
  note(!program.dictionaries.empty(), "dictionary");
  for (const ir::Synopsis &synopsis : program.synopses) {
    note(synopsis.current, "read with its batch");
    note(synopsis.isSparse(), "sparse");
    note(synopsis.totals, "totals");
    note(synopsis.value == ir::ValueKind::Flag, "flags");
    note(synopsis.keepsExtremes(), "threshold");
    for (const ir::SynopsisKey &key : synopsis.keys) {
      note(key.kind == ir::KeyKind::Dense, "dense key");
      note(key.kind == ir::KeyKind::Expiring, "expiring key");
      note(key.kind == ir::KeyKind::Saturating, "saturating key");
      note(key.kind == ir::KeyKind::Any, "key of any value");
    }
  }
  return shapes;
}

} // namespace bough::differential

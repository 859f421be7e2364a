#include "analysis/ClosureSystems.h"

#include "frontend/sema/ScalarRange.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace bough {

namespace {

/// Filters narrow derived attributes, which narrow filters: so many rounds, at most.
constexpr unsigned maximumRounds = 4;
/// Longer lists of values are left to their range.
constexpr std::size_t maximumValues = 1u << 16;

/// Empty `removed` removes nothing.
DifferenceBounds closeDifferences(const std::vector<Difference> &differences,
                                  const std::vector<bool> &removed,
                                  const std::vector<Grid> &grids) {
  DifferenceBounds bounds(grids);
  for (std::size_t i = 0; i < differences.size(); ++i)
    if (removed.empty() || !removed[i])
      bounds.add(differences[i].x, differences[i].y, differences[i].c);
  bounds.close();
  return bounds;
}

/// A minimal contradictory subset: leaves out each atom that is not needed for the contradiction.
std::vector<unsigned> minimalContradiction(const std::vector<Difference> &differences,
                                           const std::vector<std::optional<unsigned>> &atoms,
                                           const std::vector<Grid> &grids) {
  std::vector<bool> removed(differences.size(), false);
  std::vector<unsigned> core;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (!atoms[i])
      continue;
    removed[i] = true;
    if (closeDifferences(differences, removed, grids).isContradictory())
      continue;
    removed[i] = false;
    core.push_back(*atoms[i]);
  }
  return core;
}

bool isJoinAtom(const DifferenceAtom &atom) {
  return atom.x && atom.y && atom.x->item != atom.y->item;
}

} // namespace

ClosureSystems::ClosureSystems(const Plan &plan, const Branch &branch, const Exists *exists)
    : plan_(plan), branch_(branch), exists_(exists) {
  closure_.streamItems = plan.streamItems(branch);
  closure_.items = static_cast<unsigned>(branch.items.size());
  closure_.atoms = branch.atoms;
  for (const Predicate &predicate : branch.predicates)
    predicates_.push_back(&predicate);
  if (exists) {
    closure_.atoms.insert(closure_.atoms.end(), exists->atoms.begin(), exists->atoms.end());
    for (const Predicate &predicate : exists->predicates)
      predicates_.push_back(&predicate);
  }
}

Closure ClosureSystems::close() {
  collectAttributes();
  collectGrids();
  collectAtoms();
  collectSchema();
  collectTables();
  closeBoth();
  for (unsigned round = 0; round < maximumRounds && !closure_.isContradictory && tighten(); ++round)
    closeBoth();
  if (closure_.isContradictory) {
    findContradiction();
    return std::move(closure_);
  }
  keepIrredundantAtoms();
  collectValues();
  return std::move(closure_);
}

unsigned ClosureSystems::integerNode(const std::optional<AttributeRef> &attribute) const {
  return attribute ? closure_.node(*attribute) : 0;
}

unsigned ClosureSystems::timeNode(const std::optional<AttributeRef> &attribute) const {
  return attribute ? closure_.timeNodeOf(attribute->item) : 0;
}

void ClosureSystems::collectAttributes() {
  std::set<AttributeRef> attributes;
  auto use = [&](AttributeRef attribute) {
    if (!plan_.isTime(branch_, attribute))
      attributes.insert(attribute);
  };
  std::function<void(const Scalar &)> useScalar = [&](const Scalar &scalar) {
    if (scalar.kind == Scalar::Kind::Attribute)
      use(scalar.attribute);
    for (const Scalar &operand : scalar.operands)
      useScalar(operand);
  };
  for (const DifferenceAtom &atom : closure_.atoms)
    for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
      if (side)
        use(*side);
  for (const Predicate *predicate : predicates_)
    for (AttributeRef attribute : predicate->attributes)
      use(attribute);
  for (const OutputExpression &output : branch_.outputs) {
    if (output.attribute)
      use(*output.attribute);
    if (output.computed)
      useScalar(*output.computed);
  }
  if (!exists_) // what an EXISTS reads of the branch's items has to be kept as well
    for (const Exists &exists : branch_.exists) {
      for (const DifferenceAtom &atom : exists.atoms)
        for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
          if (side && side->item < branch_.items.size())
            use(*side);
      for (const Predicate &predicate : exists.predicates)
        for (AttributeRef attribute : predicate.attributes)
          if (attribute.item < branch_.items.size())
            use(attribute);
    }
  closure_.attributes.assign(attributes.begin(), attributes.end());
}

void ClosureSystems::collectGrids() {
  const Grid zero{0, 0};
  integerGrids_ = {zero};
  for (AttributeRef attribute : closure_.attributes)
    integerGrids_.push_back(gridOf(plan_, branch_, attribute));
  timeGrids_ = {zero};
  closure_.hasFewRows = {false};
  auto addTime = [&](const Stream &stream) {
    timeGrids_.push_back(stream.isTable ? Grid{} : gridOf(plan_, stream, stream.timestampColumn));
    closure_.hasFewRows.push_back(stream.maxRows.has_value());
  };
  for (unsigned item = 0; item < closure_.streamItems; ++item)
    addTime(plan_.stream(branch_, item));
  if (exists_)
    addTime(plan_.catalog.streams[exists_->item.stream]);
}

void ClosureSystems::collectAtoms() {
  for (unsigned i = 0; i < closure_.atoms.size(); ++i) {
    const DifferenceAtom &atom = closure_.atoms[i];
    if (atom.isTime) {
      times_.push_back({timeNode(atom.x), timeNode(atom.y), atom.c});
      timeAtom_.push_back(i);
    } else {
      integers_.push_back({integerNode(atom.x), integerNode(atom.y), atom.c});
      integerAtom_.push_back(i);
    }
  }
}

/// Only CHECK and types of few values make an attribute finite; the storage range of a type does
/// not (design note 2.1).
void ClosureSystems::collectSchema() {
  for (AttributeRef attribute : closure_.attributes)
    bound(attribute, plan_.column(branch_, attribute).checkRange);
  auto boundTime = [&](unsigned node, const Stream &stream) {
    // The machine's time starts at 0, that of a stream with starts_at perhaps later.
    times_.push_back({0, node, -plan_.machineTime(stream, stream.startsAt)});
    if (stream.endsAt)
      times_.push_back({node, 0, plan_.machineTime(stream, *stream.endsAt)});
  };
  for (unsigned item = 0; item < closure_.streamItems; ++item)
    boundTime(Closure::timeNode(item), plan_.stream(branch_, item));
  if (exists_) {
    const Stream &stream = plan_.catalog.streams[exists_->item.stream];
    if (!stream.isTable)
      boundTime(closure_.streamItems + 1, stream);
    else // known before everything
      times_.push_back({closure_.streamItems + 1, 0, -1});
  }
}

void ClosureSystems::collectTables() {
  auto isEmptyTable = [&](const Item &item) {
    const Stream &stream = plan_.catalog.streams[item.stream];
    return stream.isTable && stream.cells.empty();
  };
  for (const Item &item : branch_.items)
    isImpossible_ |= isEmptyTable(item);
  isImpossible_ |= exists_ && isEmptyTable(exists_->item);
  for (AttributeRef attribute : closure_.attributes) {
    const Stream &stream = plan_.stream(branch_, attribute.item);
    std::size_t width = stream.columns.size();
    if (!stream.isTable || attribute.column >= width || stream.cells.empty())
      continue;
    std::set<std::int64_t> values;
    for (std::size_t cell = attribute.column; cell < stream.cells.size(); cell += width)
      values.insert(stream.cells[cell]);
    bound(attribute, {*values.begin(), *values.rbegin()});
    if (values.size() <= maximumValues)
      closure_.values[attribute] = {values.begin(), values.end()};
  }
}

/// Adds a range to the systems; whether it is news, once they are closed.
bool ClosureSystems::bound(AttributeRef attribute, Interval range) {
  bool isTime = plan_.isTime(branch_, attribute);
  unsigned node = isTime ? timeNode(attribute) : integerNode(attribute);
  std::vector<Difference> &differences = isTime ? times_ : integers_;
  const DifferenceBounds &bounds = isTime ? closure_.times : closure_.integers;
  Interval known = node < bounds.size() ? bounds.range(node) : Interval{};
  bool isNews = false;
  if (range.hi < known.hi) {
    differences.push_back({node, 0, range.hi});
    isNews = true;
  }
  if (range.lo > known.lo) {
    differences.push_back({0, node, -range.lo});
    isNews = true;
  }
  return isNews;
}

Interval ClosureSystems::rangeOfAttribute(AttributeRef attribute) const {
  if (plan_.isTime(branch_, attribute))
    return closure_.times.range(timeNode(attribute));
  // A declared column of which only a derived attribute is used has no node.
  return closure_.contains(attribute) ? closure_.range(attribute)
                                      : plan_.column(branch_, attribute).checkRange;
}

/// What filters and the definitions of derived attributes say, given the ranges so far.
bool ClosureSystems::tighten() {
  bool isNews = false;
  auto range = [this](AttributeRef attribute) { return rangeOfAttribute(attribute); };
  for (const Predicate *predicate : predicates_)
    for (AttributeRef attribute : predicate->attributes)
      isNews |= bound(attribute, rangeWhere(predicate->condition, attribute, range));
  for (AttributeRef attribute : closure_.attributes) {
    std::size_t declared = plan_.stream(branch_, attribute.item).columns.size();
    if (attribute.column < declared)
      continue;
    const Item &item = plan_.item(branch_, attribute.item);
    isNews |= bound(attribute, rangeOf(item.derived[attribute.column - declared].value, range));
  }
  return isNews;
}

void ClosureSystems::closeBoth() {
  closure_.integers = closeDifferences(integers_, {}, integerGrids_);
  closure_.times = closeDifferences(times_, {}, timeGrids_);
  closure_.isContradictory =
      isImpossible_ || closure_.integers.isContradictory() || closure_.times.isContradictory();
}

void ClosureSystems::findContradiction() {
  integerAtom_.resize(integers_.size());
  timeAtom_.resize(times_.size());
  if (closure_.integers.isContradictory())
    closure_.contradiction = minimalContradiction(integers_, integerAtom_, integerGrids_);
  else if (closure_.times.isContradictory())
    closure_.contradiction = minimalContradiction(times_, timeAtom_, timeGrids_);
}

/// Keeps the atoms between two attributes that do not follow from the others. Atoms within one item
/// are filters, which cost no memory, so one is never dropped in favour of a join atom; join atoms
/// with an attribute that has no finite range are tried first, the later written before the
/// earlier. In the closure of an EXISTS the branch's own atoms are given.
void ClosureSystems::keepIrredundantAtoms() {
  integerAtom_.resize(integers_.size());
  auto atomOf = [&](unsigned i) -> const DifferenceAtom & {
    return closure_.atoms[*integerAtom_[i]];
  };
  auto cost = [&](unsigned i) { // what is dropped first is the smallest
    const DifferenceAtom &atom = atomOf(i);
    if (!isJoinAtom(atom))
      return 2;
    return closure_.range(*atom.x).isFinite() && closure_.range(*atom.y).isFinite() ? 1 : 0;
  };
  std::size_t given = exists_ ? branch_.atoms.size() : 0;
  std::vector<unsigned> candidates;
  for (unsigned i = static_cast<unsigned>(integers_.size()); i-- > 0;)
    if (integerAtom_[i] && *integerAtom_[i] >= given && atomOf(i).x && atomOf(i).y)
      candidates.push_back(i);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](unsigned a, unsigned b) { return cost(a) < cost(b); });
  std::vector<bool> removed = reduce(integers_, candidates, closure_.integers.size());
  for (unsigned i : candidates)
    if (!removed[i])
      (isJoinAtom(atomOf(i)) ? closure_.joinAtoms : closure_.filterAtoms)
          .push_back(*integerAtom_[i]);
  std::sort(closure_.joinAtoms.begin(), closure_.joinAtoms.end());
  std::sort(closure_.filterAtoms.begin(), closure_.filterAtoms.end());
}

/// Lists of filters, and of attributes that are equal to one with a list.
void ClosureSystems::collectValues() {
  using Values = std::vector<std::int64_t>;
  auto meet = [&](AttributeRef attribute, const Values &values) {
    Interval range = closure_.range(attribute);
    Values inRange;
    std::copy_if(values.begin(), values.end(), std::back_inserter(inRange),
                 [&](std::int64_t value) { return range.contains(value); });
    auto [known, isNew] = closure_.values.try_emplace(attribute, inRange);
    if (isNew)
      return;
    Values both;
    std::set_intersection(known->second.begin(), known->second.end(), inRange.begin(),
                          inRange.end(), std::back_inserter(both));
    known->second = std::move(both);
  };
  for (const Predicate *predicate : predicates_)
    for (AttributeRef attribute : predicate->attributes)
      if (closure_.contains(attribute))
        if (std::optional<Values> values = valuesWhere(predicate->condition, attribute))
          if (values->size() <= maximumValues)
            meet(attribute, *values);
  std::map<AttributeRef, Values> found = closure_.values;
  for (const auto &[source, values] : found)
    for (AttributeRef attribute : closure_.attributes)
      if (auto offset = closure_.equalityOffset(attribute, source)) {
        Values shifted;
        for (std::int64_t value : values)
          if (auto sum = (Bound(value) + Bound(*offset)).toInt64())
            shifted.push_back(*sum);
        meet(attribute, shifted);
      }
}

Closure closeBranch(const Plan &plan, const Branch &branch) {
  return ClosureSystems(plan, branch, nullptr).close();
}

Closure closeExists(const Plan &plan, const Branch &branch, unsigned index) {
  return ClosureSystems(plan, branch, &branch.exists[index]).close();
}

} // namespace bough

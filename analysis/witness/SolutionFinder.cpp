#include "analysis/witness/SolutionFinder.h"

#include <algorithm>
#include <numeric>

namespace bough {

namespace {

/// Values tried in all before the search ends without a solution.
constexpr unsigned maximumTrials = 500;
/// Rows of a table that are tried.
constexpr std::size_t maximumTableRows = 64;
/// How far around the first choice each value is tried where a check reads it.
constexpr std::int64_t neighbourhood = 12;

/// Adds x - y <= c to bounds that are closed, and closes them again, in O(n^2) and mostly in less:
/// a bound a - b can only change if a - y and x - b do.
void tighten(DifferenceBounds &bounds, unsigned x, unsigned y, Bound c) {
  if (c >= bounds(x, y))
    return;
  std::vector<unsigned> changed;
  for (unsigned b = 0; b < bounds.size(); ++b)
    if (c + bounds(y, b) < bounds(x, b))
      changed.push_back(b);
  for (unsigned a = 0; a < bounds.size(); ++a) {
    Bound toX = bounds(a, x);
    if (toX.isInfinity() || toX + c >= bounds(a, y))
      continue;
    for (unsigned b : changed)
      bounds.add(a, b, toX + c + bounds(y, b));
  }
}

void fix(DifferenceBounds &bounds, unsigned node, std::int64_t value) {
  tighten(bounds, node, 0, value);
  tighten(bounds, 0, node, -Bound(value));
}

Interval narrowed(Interval range) {
  constexpr Bound limit = std::int64_t{1} << 62;
  return intersect(range, {-limit, limit});
}

} // namespace

// --- constraints ---------------------------------------------------------------------------------

SolutionFinder::SolutionFinder(const Plan &plan, const Branch &branch, const Closure &closure,
                               const std::vector<Closure> &existsClosures,
                               const std::vector<unsigned> &exists)
    : plan_(plan), branch_(branch), exists_(exists) {
  unsigned nodes = 1;
  unsigned items = static_cast<unsigned>(branch.items.size() + branch.exists.size());
  for (unsigned item = 0; item < items; ++item) {
    offsets_.push_back(nodes);
    nodes += static_cast<unsigned>(plan.stream(branch, item).columns.size() +
                                   plan.item(branch, item).derived.size());
  }
  integers_ = DifferenceBounds(nodes);
  times_ = DifferenceBounds(items + 1);
  preferred_.resize(nodes);
  copyBounds(closure, ~0u);
  for (unsigned index : exists_)
    copyBounds(existsClosures[index], static_cast<unsigned>(branch.items.size()) + index);
  integers_.close();
  times_.close();
}

bool SolutionFinder::takesPart(unsigned item) const {
  return item < branch_.items.size() ||
         std::find(exists_.begin(), exists_.end(), item - branch_.items.size()) != exists_.end();
}

bool SolutionFinder::isTable(unsigned item) const { return plan_.stream(branch_, item).isTable; }

/// Takes over what a closure has found out, filters and tables included.
void SolutionFinder::copyBounds(const Closure &closure, unsigned existsItem) {
  auto integer = [&](unsigned other) {
    return other == 0 ? 0 : node(closure.attributes[other - 1]);
  };
  for (unsigned x = 0; x < closure.integers.size(); ++x)
    for (unsigned y = 0; y < closure.integers.size(); ++y)
      if (x != y)
        integers_.add(integer(x), integer(y), closure.integers(x, y));
  auto time = [&](unsigned other) {
    return other <= closure.streamItems ? other : timeNode(existsItem);
  };
  for (unsigned x = 0; x < closure.times.size(); ++x)
    for (unsigned y = 0; y < closure.times.size(); ++y)
      if (x != y)
        times_.add(time(x), time(y), closure.times(x, y));
}

void SolutionFinder::require(const DifferenceAtom &atom) {
  if (atom.isTime)
    tighten(times_, atom.x ? timeNode(atom.x->item) : 0, atom.y ? timeNode(atom.y->item) : 0,
            atom.c);
  else
    tighten(integers_, atom.x ? node(*atom.x) : 0, atom.y ? node(*atom.y) : 0, atom.c);
}

Bound SolutionFinder::bound(std::optional<AttributeRef> x, std::optional<AttributeRef> y) const {
  return integers_(x ? node(*x) : 0, y ? node(*y) : 0);
}

void SolutionFinder::prefer(AttributeRef attribute, std::int64_t value) {
  preferred_[node(attribute)] = value;
}

void SolutionFinder::takeBoundary(const Predicate &predicate, unsigned number) {
  boundaryOf_ = &predicate;
  boundaryNumber_ = number;
}

// --- preparation ---------------------------------------------------------------------------------

/// Timestamps first, the coarse ones before the fine ones, then item by item.
void SolutionFinder::collectVariables() {
  unsigned items = static_cast<unsigned>(branch_.items.size() + branch_.exists.size());
  auto grid = [&](AttributeRef attribute) {
    return gridOf(plan_, plan_.stream(branch_, attribute.item), attribute.column);
  };
  std::vector<unsigned> order = first_;
  for (unsigned item = 0; item < items; ++item)
    if (takesPart(item) && std::find(first_.begin(), first_.end(), item) == first_.end())
      order.push_back(item);
  variables_.clear();
  for (unsigned item : order)
    if (!isTable(item)) {
      AttributeRef time{item, plan_.stream(branch_, item).timestampColumn};
      variables_.push_back({time, true, false, grid(time), {}, false});
    }
  std::stable_sort(variables_.begin(), variables_.end(),
                   [](const Variable &a, const Variable &b) { return a.grid.unit > b.grid.unit; });
  for (unsigned item : order) {
    if (isTable(item)) {
      variables_.push_back({{item, 0}, false, true, {}, {}, false});
      continue;
    }
    for (unsigned column = 0; column < plan_.stream(branch_, item).columns.size(); ++column) {
      AttributeRef attribute{item, column};
      if (!plan_.isTime(branch_, attribute))
        variables_.push_back({attribute, false, false, grid(attribute), {}, false});
    }
  }
}

void SolutionFinder::addColumns(AttributeRef attribute, std::vector<AttributeRef> &columns) const {
  std::size_t declared = plan_.stream(branch_, attribute.item).columns.size();
  if (attribute.column < declared)
    columns.push_back(attribute);
  else
    addColumns(plan_.item(branch_, attribute.item).derived[attribute.column - declared].value,
               columns);
}

void SolutionFinder::addColumns(const Scalar &scalar, std::vector<AttributeRef> &columns) const {
  if (scalar.kind == Scalar::Kind::Attribute)
    addColumns(scalar.attribute, columns);
  for (const Scalar &operand : scalar.operands)
    addColumns(operand, columns);
}

void SolutionFinder::addCheck(Check check, const std::vector<AttributeRef> &reads) {
  std::vector<AttributeRef> columns;
  for (AttributeRef attribute : reads)
    addColumns(attribute, columns);
  Variable *last = nullptr;
  for (Variable &variable : variables_)
    for (AttributeRef column : columns)
      if (variable.isTableRow ? variable.attribute.item == column.item
                              : variable.attribute == column) {
        variable.isChecked = true;
        last = &variable;
      }
  if (!last) // reads constants only
    last = &variables_.front();
  last->checks.push_back(static_cast<unsigned>(checks_.size()));
  checks_.push_back(check);
}

void SolutionFinder::collectChecks() {
  checks_.clear();
  unsigned items = static_cast<unsigned>(branch_.items.size() + branch_.exists.size());
  for (unsigned item = 0; item < items; ++item) {
    if (!takesPart(item))
      continue;
    unsigned declared = static_cast<unsigned>(plan_.stream(branch_, item).columns.size());
    const std::vector<DerivedAttribute> &derived = plan_.item(branch_, item).derived;
    for (unsigned i = 0; i < derived.size(); ++i)
      addCheck({nullptr, &derived[i].value, {item, declared + i}}, {{item, declared + i}});
  }
  for (const Predicate &predicate : branch_.predicates)
    addCheck({&predicate, nullptr, {}}, predicate.attributes);
  for (unsigned index : exists_)
    for (const Predicate &predicate : branch_.exists[index].predicates)
      addCheck({&predicate, nullptr, {}}, predicate.attributes);
}

// --- search --------------------------------------------------------------------------------------

std::optional<Solution> SolutionFinder::find() {
  Bounds bounds{integers_, times_};
  collectVariables();
  collectChecks();
  cells_.assign(branch_.items.size() + branch_.exists.size(), {});
  for (unsigned item = 0; item < cells_.size(); ++item)
    if (takesPart(item))
      cells_[item].resize(plan_.stream(branch_, item).columns.size(), 0);
  for (const Variable &variable : variables_) {
    if (variable.isTableRow)
      continue;
    Interval range = variable.isTime
                         ? timeRange(plan_, plan_.stream(branch_, variable.attribute.item))
                         : plan_.column(branch_, variable.attribute).inputRange;
    DifferenceBounds &system = variable.isTime ? bounds.times : bounds.integers;
    unsigned index = variable.isTime ? timeNode(variable.attribute.item) : node(variable.attribute);
    tighten(system, index, 0, range.hi);
    tighten(system, 0, index, -range.lo);
  }
  if (bounds.integers.isContradictory() || bounds.times.isContradictory())
    return std::nullopt;
  budget_ = maximumTrials;
  if (!choose(0, bounds))
    return std::nullopt;
  return Solution{cells_};
}

SolutionFinder::Wide SolutionFinder::valueOf(AttributeRef attribute) const {
  std::size_t declared = cells_[attribute.item].size();
  if (attribute.column < declared)
    return cells_[attribute.item][attribute.column];
  return value(plan_.item(branch_, attribute.item).derived[attribute.column - declared].value);
}

__int128 SolutionFinder::valueIn(const Solution &solution, AttributeRef attribute) const {
  std::size_t declared = solution.cells[attribute.item].size();
  if (attribute.column < declared)
    return solution.cells[attribute.item][attribute.column];
  return evaluate(plan_.item(branch_, attribute.item).derived[attribute.column - declared].value,
                  [&](AttributeRef column) { return valueIn(solution, column); });
}

bool SolutionFinder::choose(std::size_t index, const Bounds &bounds) {
  if (index == variables_.size())
    return true;
  const Variable &variable = variables_[index];
  if (variable.isTableRow)
    return chooseTableRow(index, bounds);
  for (std::int64_t candidate : candidates(variable, bounds)) {
    if (budget_ == 0)
      return false;
    --budget_;
    cells_[variable.attribute.item][variable.attribute.column] = candidate;
    Bounds next = bounds;
    if (variable.isTime)
      fix(next.times, timeNode(variable.attribute.item), candidate);
    else
      fix(next.integers, node(variable.attribute), candidate);
    if (continueWith(index, std::move(next)))
      return true;
  }
  return false;
}

bool SolutionFinder::chooseTableRow(std::size_t index, const Bounds &bounds) {
  unsigned item = variables_[index].attribute.item;
  const Stream &table = plan_.stream(branch_, item);
  std::size_t width = table.columns.size();
  std::size_t rows = std::min(table.cells.size() / width, maximumTableRows);
  for (std::size_t row = 0; row < rows; ++row) {
    if (budget_ == 0)
      return false;
    --budget_;
    Bounds next = bounds;
    bool isPossible = true;
    for (unsigned column = 0; column < width; ++column) {
      std::int64_t cell = table.cells[row * width + column];
      cells_[item][column] = cell;
      isPossible &= next.integers.range(node({item, column})).contains(cell);
      fix(next.integers, node({item, column}), cell);
    }
    if (isPossible && continueWith(index, std::move(next)))
      return true;
  }
  return false;
}

/// Judges what can be judged once variable `index` has its value, and goes on.
bool SolutionFinder::continueWith(std::size_t index, Bounds bounds) {
  if (bounds.integers.isContradictory() || bounds.times.isContradictory())
    return false;
  for (unsigned number : variables_[index].checks) {
    const Check &check = checks_[number];
    if (check.predicate) {
      if (!isTrue(*check.predicate))
        return false;
      continue;
    }
    Wide derived = value(*check.definition);
    auto cell = static_cast<std::int64_t>(derived);
    if (cell != derived || !bounds.integers.range(node(check.derived)).contains(cell))
      return false;
    fix(bounds.integers, node(check.derived), cell);
  }
  return choose(index + 1, bounds);
}

/// Values to try, the best first. Any value in the range does for difference constraints.
std::vector<std::int64_t> SolutionFinder::candidates(const Variable &variable,
                                                     const Bounds &bounds) {
  Interval range = variable.isTime ? bounds.times.range(timeNode(variable.attribute.item))
                                   : bounds.integers.range(node(variable.attribute));
  range = narrowed(range);
  std::vector<std::int64_t> list;
  auto add = [&](Bound value) {
    std::optional<std::int64_t> fits = value.toInt64();
    if (fits && range.contains(value) && variable.grid.contains(value) &&
        std::find(list.begin(), list.end(), *fits) == list.end())
      list.push_back(*fits);
  };
  for (unsigned number : variable.checks)
    if (boundaryOf_ && checks_[number].predicate == boundaryOf_) {
      std::vector<std::int64_t> found = boundaries(variable, checks_[number], range, bounds);
      if (boundaryNumber_ < found.size())
        add(found[boundaryNumber_]);
      return list;
    }
  if (const std::optional<std::int64_t> &wanted = preferred_[node(variable.attribute)])
    add(*wanted);
  // Early times, and values near to zero, are the easiest to read.
  const Bound unit = variable.grid.unit;
  Bound home = variable.isTime ? range.lo : std::min(std::max(Bound(0), range.lo), range.hi);
  home = variable.grid.up(home);
  if (home > range.hi)
    home = home - unit;
  if (variable.isTime)
    add(variable.grid.up(withinRates(variable, home)));
  add(home);
  for (unsigned number : variable.checks)
    for (std::int64_t value : boundaries(variable, checks_[number], range, bounds))
      for (std::int64_t near : {0, -1, 1})
        add(Bound(value) + Bound(near));
  if (variable.isChecked)
    for (std::int64_t distance = 1; distance <= neighbourhood; ++distance) {
      add(home + Bound(distance) * unit);
      add(home - Bound(distance) * unit);
    }
  add(variable.grid.up(range.lo));
  add(variable.grid.down(range.hi));
  return list;
}

/// `home`, or a time after the rows chosen so far when another row of the stream there would be
/// more than it declares.
Bound SolutionFinder::withinRates(const Variable &variable, Bound home) const {
  const unsigned item = variable.attribute.item;
  const Stream &stream = plan_.stream(branch_, item);
  const std::int64_t second =
      plan_.unit < TimeUnit::Second ? 1 : ticksPer(TimeUnit::Second, plan_.unit);
  std::int64_t near = 0, inSecond = 0;
  Bound latest = home;
  for (const Variable &chosen : variables_) {
    if (&chosen == &variable)
      break;
    const unsigned other = chosen.attribute.item;
    if (!chosen.isTime || &plan_.stream(branch_, other) != &stream)
      continue;
    Bound time = cells_[other][chosen.attribute.column];
    near += time == home ? 1 : 0;
    inSecond += time > home - Bound(second) && time < home + Bound(second) ? 1 : 0;
    latest = std::max(latest, time);
  }
  if (stream.maxPerSecond && inSecond >= *stream.maxPerSecond)
    return latest + Bound(second);
  if (stream.maxPerTimestamp && near >= *stream.maxPerTimestamp)
    return latest + Bound(1);
  return home;
}

/// Values at which the check changes, and which it admits if it is a predicate.
std::vector<std::int64_t> SolutionFinder::boundaries(const Variable &variable, const Check &check,
                                                     Interval range, const Bounds &bounds) {
  std::vector<std::int64_t> found;
  std::int64_t &cell = cells_[variable.attribute.item][variable.attribute.column];
  const std::int64_t before = cell;
  if (check.predicate) {
    collectBoundaries(check.predicate->condition, variable.attribute, range, found);
    std::erase_if(found, [&](std::int64_t value) {
      cell = value;
      return !range.contains(value) || !isTrue(*check.predicate);
    });
  } else {
    Interval wanted = bounds.integers.range(node(check.derived));
    for (Bound end : {wanted.lo, wanted.hi})
      if (std::optional<std::int64_t> target = end.toInt64())
        collectRoots(*check.definition, nullptr, *target, variable.attribute, range, found);
  }
  cell = before;
  std::vector<std::int64_t> distinct;
  for (std::int64_t value : found)
    if (std::find(distinct.begin(), distinct.end(), value) == distinct.end())
      distinct.push_back(value);
  return distinct;
}

void SolutionFinder::collectBoundaries(const Condition &condition, AttributeRef x, Interval range,
                                       std::vector<std::int64_t> &found) {
  std::vector<std::int64_t> roots;
  if (condition.values.empty() && condition.scalars.size() == 2)
    collectRoots(condition.scalars[0], &condition.scalars[1], 0, x, range, roots);
  for (std::int64_t value : condition.values)
    collectRoots(condition.scalars[0], nullptr, value, x, range, roots);
  for (std::int64_t root : roots)
    for (std::int64_t near : {0, -1, 1})
      found.push_back(root + near);
  for (const Condition &operand : condition.operands)
    collectBoundaries(operand, x, range, found);
}

/// Values of x next to which left - right - target changes its sign: looked for between points
/// whose distance from zero doubles, so that of a polynomial the outermost are found.
void SolutionFinder::collectRoots(const Scalar &left, const Scalar *right, Wide target,
                                  AttributeRef x, Interval range,
                                  std::vector<std::int64_t> &found) {
  std::int64_t &cell = cells_[x.item][x.column];
  auto sign = [&](std::int64_t at) {
    cell = at;
    Wide difference = value(left) - (right ? value(*right) : 0) - target;
    return difference < 0 ? -1 : difference > 0 ? 1 : 0;
  };
  std::vector<std::int64_t> points;
  auto addPoint = [&](Bound at) {
    if (range.contains(at))
      points.push_back(*at.toInt64());
  };
  addPoint(0);
  for (int bit = 0; bit < 62; ++bit) {
    addPoint(std::int64_t{1} << bit);
    addPoint(-(std::int64_t{1} << bit));
  }
  addPoint(range.lo);
  addPoint(range.hi);
  std::sort(points.begin(), points.end());
  for (std::size_t i = 0; i < points.size(); ++i) {
    int here = sign(points[i]);
    if (here == 0)
      found.push_back(points[i]);
    if (i + 1 == points.size() || here == 0)
      continue;
    int there = sign(points[i + 1]);
    if (there == 0 || there == here)
      continue;
    std::int64_t low = points[i], high = points[i + 1]; // the sign changes between them
    while (high - low > 1) {
      std::int64_t middle = std::midpoint(low, high);
      (sign(middle) == here ? low : high) = middle;
    }
    found.push_back(sign(high) == 0 ? high : low);
  }
}

} // namespace bough

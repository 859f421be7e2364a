#include "analysis/SeedConditions.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

bool isEqual(unsigned x, unsigned y, const DifferenceBounds &bounds) {
  return bounds(x, y).isFinite() && bounds(x, y) + bounds(y, x) == Bound(0);
}

/// Adds an attribute to the class of those that are equal to it.
void addToClasses(std::vector<std::vector<unsigned>> &classes, unsigned node,
                  const DifferenceBounds &bounds) {
  for (std::vector<unsigned> &known : classes) {
    if (std::find(known.begin(), known.end(), node) != known.end())
      return;
    if (isEqual(known.front(), node, bounds)) {
      known.push_back(node);
      return;
    }
  }
  classes.push_back({node});
}

} // namespace

std::string_view toString(SeedCondition condition) {
  constexpr std::string_view names[] = {"C1", "C2", "C3", "C4", "C5", "D1", "D2", "D3"};
  return names[static_cast<std::size_t>(condition)];
}

std::string_view describe(SeedCondition condition) {
  switch (condition) {
  case SeedCondition::C1:
    return "every dependency graph is a rooted tree";
  case SeedCondition::C2:
    return "comparisons are between parent and child or between children of one parent";
  case SeedCondition::C3:
    return "columns of the result lie at distance 0 or 1";
  case SeedCondition::C4:
    return "columns of the result that are kept are bounded";
  case SeedCondition::C5:
    return "attributes in comparisons that are not redundant, where kept, are bounded";
  case SeedCondition::D1:
    return "columns of the result are bounded";
  case SeedCondition::D2:
    return "attributes in equalities, where kept, are bounded";
  case SeedCondition::D3:
    return "|MaxRef| + |MinRef| <= 1 where kept, with the streams before";
  }
  return "";
}

std::vector<SeedCondition> seedConditions(bool isDistinct) {
  if (isDistinct)
    return {SeedCondition::D1, SeedCondition::D2, SeedCondition::D3};
  return {SeedCondition::C1, SeedCondition::C2, SeedCondition::C3, SeedCondition::C4,
          SeedCondition::C5};
}

SeedConditions::SeedConditions(const Plan &plan, const SeedQuery &query, const SeedGraph &graph)
    : plan_(plan), branch_(plan.branches[query.branch]), query_(query), graph_(graph) {
  for (unsigned stream = 0; stream < query.streams.size(); ++stream)
    scopes_.push_back(scopeOf(stream));
}

/// Whether P+ orders the two timestamps, or says more of them than what follows from each alone.
bool SeedConditions::isRelatedInTime(unsigned a, unsigned b) const {
  const DifferenceBounds &times = query_.closure.times;
  auto isOneWay = [&](unsigned v, unsigned w) {
    Bound alone = times(Closure::timeNode(query_.streams[v].items.front()), 0) +
                  times(0, Closure::timeNode(query_.streams[w].items.front()));
    return query_.time(v, w) <= Bound(0) || query_.time(v, w) < alone;
  };
  return isOneWay(a, b) || isOneWay(b, a);
}

/// Rows of a stream are kept in combinations with rows of the streams before it, so that a
/// threshold of each would make pairs of which neither is better than the other, without end. Where
/// the streams related in time are no tree of strict orders, the orders that they can arrive in
/// put any of them before any other.
SeedConditions::Scope SeedConditions::scopeOf(unsigned stream) const {
  Scope scope;
  scope.has.assign(query_.streams.size(), false);
  if (!graph_.isVertex(stream))
    return scope;
  std::vector<unsigned> related{stream};
  std::vector<bool> isRelated = scope.has;
  isRelated[stream] = true;
  for (std::size_t i = 0; i < related.size(); ++i)
    for (unsigned other : graph_.streams)
      if (!isRelated[other] && isRelatedInTime(related[i], other)) {
        isRelated[other] = true;
        related.push_back(other);
      }
  for (unsigned a : related) {
    scope.isWhole |= graph_.vertices[a].parents.size() > 1;
    for (unsigned b : related)
      scope.isWhole |=
          a != b && isRelatedInTime(a, b) && !query_.isBefore(a, b) && !query_.isBefore(b, a);
  }
  for (unsigned a : related)
    scope.has[a] = scope.isWhole || a == stream || query_.isBefore(a, stream);
  return scope;
}

bool SeedConditions::isBounded(unsigned node, const DifferenceBounds &bounds) const {
  const SeedStream &stream = query_.streams[query_.streamOfNode[node]];
  if (stream.isTable || stream.isFinite || bounds.range(node).isFinite())
    return true;
  for (unsigned other = 1; other < bounds.size(); ++other)
    if (query_.streams[query_.streamOfNode[other]].isFinite && isEqual(node, other, bounds))
      return true;
  return false;
}

/// The attribute (or 0 for a constant) that lies between x and y, x - y <= c being the sum of what
/// P+ says of x and it and of it and y. One of a third stream, or of x's own (y's own) stream, must
/// not be equal to x (to y), else each of two comparisons could be the reason to drop the other.
std::optional<unsigned> SeedConditions::between(unsigned x, unsigned y,
                                                const DifferenceBounds &bounds) const {
  for (unsigned z = 0; z < bounds.size(); ++z) {
    if (z == x || z == y || bounds(x, z) + bounds(z, y) != bounds(x, y))
      continue;
    if (z == 0)
      return 0;
    unsigned stream = query_.streamOfNode[z];
    bool ofX = stream == query_.streamOfNode[x], ofY = stream == query_.streamOfNode[y];
    if ((ofY || !isEqual(x, z, bounds)) && (ofX || !isEqual(z, y, bounds)))
      return z;
  }
  return std::nullopt;
}

std::vector<SeedJoin> SeedConditions::joins(const DifferenceBounds &bounds) const {
  std::vector<SeedJoin> joins;
  for (unsigned x = 1; x < bounds.size(); ++x)
    for (unsigned y = 1; y < bounds.size(); ++y) {
      unsigned s = query_.streamOfNode[x], t = query_.streamOfNode[y];
      if (s == t || !bounds(x, y).isFinite() || (!graph_.isVertex(s) && !graph_.isVertex(t)))
        continue;
      bool equality = isEqual(x, y, bounds);
      if (!equality || x < y)
        joins.push_back({x, y, bounds(x, y), equality, between(x, y, bounds)});
    }
  return joins;
}

std::vector<SeedReferences> SeedConditions::references(const DifferenceBounds &bounds) const {
  std::vector<SeedReferences> references(query_.streams.size());
  for (const SeedJoin &join : joins(bounds)) {
    if (join.isEquality || join.between)
      continue;
    if (!isBounded(join.x, bounds))
      addToClasses(references[query_.streamOfNode[join.x]].minRef, join.x, bounds);
    if (!isBounded(join.y, bounds))
      addToClasses(references[query_.streamOfNode[join.y]].maxRef, join.y, bounds);
  }
  return references;
}

bool SeedConditions::isFaultyOutput(unsigned output, const DifferenceBounds &bounds) const {
  const std::optional<AttributeRef> &attribute = branch_.outputs[output].attribute;
  if (!attribute)
    return false;
  const SeedStream &stream = query_.streams[query_.streamOf[attribute->item]];
  bool isRemembered = query_.isDistinct || graph_.vertices[query_.streamOf[attribute->item]].isKept;
  if (!isRemembered || stream.isTable || stream.isFinite)
    return false;
  return plan_.isTime(branch_, *attribute) || !isBounded(query_.closure.node(*attribute), bounds);
}

/// C5 or D2 for an attribute.
std::optional<SeedFault> SeedConditions::joinFault(unsigned node,
                                                   const DifferenceBounds &bounds) const {
  if (!isKept(node) || isBounded(node, bounds))
    return std::nullopt;
  unsigned stream = query_.streamOfNode[node];
  for (unsigned other = 1; other < bounds.size(); ++other) {
    if (query_.streamOfNode[other] == stream)
      continue;
    auto isNeeded = [&](unsigned x, unsigned y) {
      return bounds(x, y).isFinite() && (!query_.isDistinct || isEqual(x, y, bounds)) &&
             !between(x, y, bounds);
    };
    if (isNeeded(node, other) || isNeeded(other, node))
      return SeedFault{
          query_.isDistinct ? SeedCondition::D2 : SeedCondition::C5, stream, {}, node, other, {}};
  }
  return std::nullopt;
}

DifferenceBounds SeedConditions::permittedPart(const DifferenceBounds &bounds) const {
  DifferenceBounds permitted(bounds.size());
  for (unsigned x = 0; x < bounds.size(); ++x)
    for (unsigned y = 0; y < bounds.size(); ++y)
      if (x == 0 || y == 0 || graph_.mayJoin(query_.streamOfNode[x], query_.streamOfNode[y]))
        permitted.add(x, y, bounds(x, y));
  permitted.close();
  return permitted;
}

/// C2 for two streams: a comparison of theirs that does not follow from permitted ones.
std::optional<SeedFault> SeedConditions::placeFault(unsigned s, unsigned t,
                                                    const DifferenceBounds &bounds,
                                                    const DifferenceBounds &permitted) const {
  for (unsigned x : query_.streams[s].nodes)
    for (unsigned y : query_.streams[t].nodes)
      if (bounds(x, y) < permitted(x, y) || bounds(y, x) < permitted(y, x))
        return SeedFault{SeedCondition::C2, s, t, x, y, {}};
  return std::nullopt;
}

/// Whether the greatest (least) value of the attribute has to be kept with rows of the stream.
bool SeedConditions::isThreshold(unsigned stream, SeedThreshold threshold,
                                 const DifferenceBounds &bounds) const {
  const Scope &scope = scopes_[stream];
  unsigned node = threshold.node, own = query_.streamOfNode[node];
  if (!scope.has[own] || !graph_.vertices[own].isKept || isBounded(node, bounds))
    return false;
  for (unsigned other = 1; other < bounds.size(); ++other) {
    unsigned partner = query_.streamOfNode[other];
    if (partner == own || (scope.has[partner] && !scope.isWhole))
      continue;
    unsigned x = threshold.isMax ? other : node, y = threshold.isMax ? node : other;
    if (bounds(x, y).isFinite() && !isEqual(x, y, bounds) && !between(x, y, bounds))
      return true;
  }
  return false;
}

std::vector<SeedThreshold> SeedConditions::thresholds(unsigned stream,
                                                      const DifferenceBounds &bounds) const {
  std::vector<SeedThreshold> thresholds;
  for (bool isMax : {true, false})
    for (unsigned node = 1; node < bounds.size(); ++node) {
      bool isKnown = std::any_of(thresholds.begin(), thresholds.end(), [&](SeedThreshold known) {
        return known.isMax == isMax && isEqual(known.node, node, bounds);
      });
      if (!isKnown && isThreshold(stream, {node, isMax}, bounds))
        thresholds.push_back({node, isMax});
    }
  return thresholds;
}

std::vector<SeedFault> SeedConditions::faults(const DifferenceBounds &bounds) const {
  std::vector<SeedFault> faults;
  bool isBag = !query_.isDistinct;
  for (unsigned stream : graph_.streams)
    if (isBag && graph_.vertices[stream].parents.size() > 1)
      faults.push_back({SeedCondition::C1, stream, {}, {}, {}, {}});
  if (isBag) {
    DifferenceBounds permitted = permittedPart(bounds);
    for (unsigned s : graph_.streams)
      for (unsigned t : graph_.streams)
        if (s < t && !graph_.mayJoin(s, t))
          if (auto fault = placeFault(s, t, bounds, permitted))
            faults.push_back(*fault);
  }
  for (unsigned i = 0; i < branch_.outputs.size(); ++i) {
    const std::optional<AttributeRef> &attribute = branch_.outputs[i].attribute;
    if (!attribute)
      continue;
    SeedFault fault{SeedCondition::C3, query_.streamOf[attribute->item], {}, {}, {}, i};
    if (!plan_.isTime(branch_, *attribute))
      fault.node = query_.closure.node(*attribute);
    if (isBag && graph_.vertices[fault.stream].distance.value_or(0) > 1)
      faults.push_back(fault);
    fault.condition = isBag ? SeedCondition::C4 : SeedCondition::D1;
    if (isFaultyOutput(i, bounds))
      faults.push_back(fault);
  }
  for (unsigned node = 1; node < bounds.size(); ++node)
    if (auto fault = joinFault(node, bounds))
      faults.push_back(*fault);
  for (unsigned stream : graph_.streams)
    if (!isBag && graph_.vertices[stream].isKept)
      if (auto thresholds = this->thresholds(stream, bounds); thresholds.size() > 1)
        faults.push_back({SeedCondition::D3, stream, {}, {}, {}, {}, std::move(thresholds)});
  std::stable_sort(faults.begin(), faults.end(), [](const SeedFault &a, const SeedFault &b) {
    return a.condition < b.condition;
  });
  return faults;
}

std::optional<SeedFault> SeedConditions::find(SeedFault fault,
                                              const DifferenceBounds &bounds) const {
  bool isThere = true; // C1 and C3: nothing of them depends on values
  switch (fault.condition) {
  case SeedCondition::C1:
  case SeedCondition::C3:
    break;
  case SeedCondition::C2:
    return placeFault(fault.stream, *fault.otherStream, bounds, permittedPart(bounds));
  case SeedCondition::C4:
  case SeedCondition::D1:
    isThere = isFaultyOutput(*fault.output, bounds);
    break;
  case SeedCondition::C5:
  case SeedCondition::D2:
    return joinFault(*fault.node, bounds);
  case SeedCondition::D3:
    isThere =
        std::all_of(fault.thresholds.begin(), fault.thresholds.end(), [&](SeedThreshold threshold) {
          return isThreshold(fault.stream, threshold, bounds);
        });
    break;
  }
  return isThere ? std::optional(fault) : std::nullopt;
}

} // namespace bough

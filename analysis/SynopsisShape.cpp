#include "analysis/SynopsisShape.h"

#include "analysis/Analysis.h"
#include "analysis/Criterion.h"
#include "analysis/ForestPlaces.h"
#include "analysis/KeyChoice.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough {

namespace {

/// The timestamps of a finite stream are slots up to so many, else entries.
constexpr std::int64_t maximumTimes = 1024;

class Shaper {
public:
  Shaper(const BranchContext &context, Forest forest, std::vector<Rejection> &rejections,
         DiagnosticEngine &diagnostics)
      : closure_(context.closure),
        context_{context.plan, context.index, context.branch, closure_, context.exists},
        plan_(context.plan), branch_(context.branch), rejections_(rejections),
        diagnostics_(diagnostics) {
    // In this order of the timestamps more of them may be bounded.
    closure_.times = forest.times;
    shaped_.forest = std::move(forest);
  }

  std::optional<ShapedForest> run(MarkPlaces marks) {
    const Forest &forest = shaped_.forest;
    bool ok = true;
    for (const ForestNode &node : forest.nodes)
      if (node.items.size() > 1)
        ok = checkRatesAreDeclared(node) && ok;
    placeTables(context_, shaped_);
    if (!placeExists(context_, marks, shaped_, rejections_))
      return std::nullopt;
    if (shaped_.isEmpty)
      return std::move(shaped_);
    shaped_.shapes.resize(forest.nodes.size());
    for (unsigned v = 0; v < forest.nodes.size(); ++v)
      if (!forest.isSingleRoot(v))
        ok = shapeNode(v) && ok;
    for (ExistsPlace &place : shaped_.exists)
      if (place.kind == ExistsPlace::Kind::Look)
        ok = shapeLook(place) && ok;
    if (!ok)
      return std::nullopt;
    return std::move(shaped_);
  }

private:
  bool checkRatesAreDeclared(const ForestNode &node) {
    bool ok = true;
    for (unsigned item : node.items) {
      const Stream &stream = plan_.stream(branch_, item);
      if (stream.maxPerTimestamp)
        continue;
      const Diagnostic *known = findMissingRate(stream);
      if (!known) {
        Diagnostic &diagnostic =
            diagnostics_.report(diag::missingMaxPerTimestamp, branch_.items[item].range,
                                branch_.items[item].alias, stream.name);
        diagnostic.notes.push_back(
            {fmt::format("add WITH (max_per_timestamp = n) to the declaration of '{}'",
                         stream.name),
             stream.range});
      }
      ok = false;
    }
    return ok;
  }

  /// One error per stream is enough, however many forests and items it is used in.
  const Diagnostic *findMissingRate(const Stream &stream) const {
    for (const Diagnostic &diagnostic : diagnostics_.all())
      if (diagnostic.code == diag::missingMaxPerTimestamp.code && !diagnostic.notes.empty() &&
          diagnostic.notes.front().range == stream.range)
        return &diagnostic;
    return nullptr;
  }

  bool isSet() const { return plan_.term(branch_).isDistinct; }

  // --- a node ------------------------------------------------------------------------------------

  bool shapeNode(unsigned v) {
    std::vector<unsigned> list = itemsOfSubtree(shaped_, v);
    std::set<unsigned> inside(list.begin(), list.end());
    SynopsisShape shape;
    shape.value = isSet() ? SynopsisValue::Flag : SynopsisValue::Count;
    std::vector<KeyNeed> needs;
    for (AttributeRef x : closure_.attributes)
      if (inside.count(x.item))
        if (std::optional<KeyNeed> need = nodeNeed(context_, shaped_, v, x, inside))
          needs.push_back(std::move(*need));
    for (const ExistsPlace &place : shaped_.exists)
      if (place.kind == ExistsPlace::Kind::Enable &&
          std::find(place.path.begin(), place.path.end(), v) != place.path.end())
        shape.enabledKeys.push_back(place.index);
    KeyChoice choice(
        context_, closure_, isSet(),
        [&](unsigned item) { return windowAt(v, shaped_.forest.nodeOf[item]); },
        [&](unsigned item) { return shaped_.forest.nodeOf[item]; }, diagnostics_);
    if (!addKeys(choice, closure_, needs, shape) ||
        !addTimeKeys(v, choice.expiringNodes(), shape) || !choice.chooseLayout(shape))
      return false;
    shaped_.shapes[v] = std::move(shape);
    return true;
  }

  bool addKeys(KeyChoice &choice, const Closure &closure, const std::vector<KeyNeed> &needs,
               SynopsisShape &shape) {
    std::vector<KeyNeed> refused;
    choice.addKeys(needs, shape, refused);
    for (const KeyNeed &need : refused)
      reject(closure, need);
    return refused.empty();
  }

  /// The largest age at which entries of v can still be read, of node m of its subtree.
  Bound windowAt(unsigned v, unsigned m) const {
    const Forest &forest = shaped_.forest;
    if (forest.nodes[v].parent)
      return forest.bound(*forest.nodes[v].parent, m);
    Bound window = Bound::minusInfinity();
    for (unsigned root : forest.roots)
      if (root != v)
        window = std::max(window, forest.bound(root, m));
    return window;
  }

  /// Ages of nodes that an ancestor still compares, or whose attributes expire.
  bool addTimeKeys(unsigned v, const std::set<unsigned> &expiring, SynopsisShape &shape) {
    const Forest &forest = shaped_.forest;
    for (unsigned m : forest.nodes[v].subtree) {
      std::optional<Bound> saturation = saturationAt(v, m);
      bool inResult = isTimeInOutput(m);
      bool mustExpire = expiring.count(m) != 0;
      if (!saturation && !inResult && !mustExpire)
        continue;
      Bound window = windowAt(v, m);
      bool isFiniteStream = closure_.isFiniteStream(forest.nodes[m].items.front());
      if (inResult && !window.isFinite() && isFiniteStream) {
        addAbsoluteTime(m, shape);
        if (!saturation)
          continue;
        inResult = false;
      }
      bool isSaturating = !window.isFinite();
      std::optional<std::int64_t> limit = (isSaturating ? *saturation : window).toInt64();
      if (!limit || (isSaturating && inResult)) {
        rejectTime(m);
        return false;
      }
      shape.timeKeys.push_back({m, isSaturating, *limit});
    }
    return true;
  }

  /// The age from which on all time constraints of node m with nodes outside Sub(v) are decided, as
  /// far as gaps are concerned; nothing when there are no constraints.
  std::optional<Bound> saturationAt(unsigned v, unsigned m) const {
    const Forest &forest = shaped_.forest;
    const std::vector<unsigned> &subtree = forest.nodes[v].subtree;
    auto isInside = [&](unsigned node) {
      return std::binary_search(subtree.begin(), subtree.end(), node);
    };
    std::optional<Bound> saturation;
    auto need = [&](Bound bound) { saturation = std::max(saturation.value_or(Bound(1)), bound); };
    for (const TimeAtom &atom : forest.atoms) {
      if ((atom.x != m || isInside(atom.y)) && (atom.y != m || isInside(atom.x)))
        continue;
      need(atom.x == m ? -atom.bound : Bound(1)); // t_m - t_w <= bound: a gap of at least -bound
    }
    for (const ExistsPlace &place : shaped_.exists)
      if (place.kind == ExistsPlace::Kind::Look && place.node != v && !isInside(*place.node))
        for (const ExistsTimeAtom &atom : place.timeAtoms)
          if (atom.node == m)
            need(Bound::infinity()); // ages of both are compared: neither may saturate
    return saturation;
  }

  bool isTimeInOutput(unsigned node) const {
    return std::any_of(branch_.outputs.begin(), branch_.outputs.end(), [&](const auto &output) {
      return output.attribute && plan_.isTime(branch_, *output.attribute) &&
             shaped_.forest.nodeOf[output.attribute->item] == node;
    });
  }

  /// The timestamp of a finite stream's row, itself as a key.
  void addAbsoluteTime(unsigned m, SynopsisShape &shape) {
    unsigned item = shaped_.forest.nodes[m].items.front();
    AttributeRef time{item, plan_.stream(branch_, item).timestampColumn};
    Interval range = closure_.times.range(Closure::timeNode(item));
    if (range.size() > Bound(maximumTimes))
      range = {};
    shape.integerKeys.push_back({{{time, 0}}, range});
  }

  // --- the rows of an EXISTS
  // -----------------------------------------------------------------------

  bool shapeLook(ExistsPlace &place) {
    const Closure &closure = context_.exists[place.index];
    unsigned item = static_cast<unsigned>(branch_.items.size()) + place.index;
    SynopsisShape &shape = place.shape;
    shape.value = SynopsisValue::Flag;
    std::vector<KeyNeed> needs;
    for (AttributeRef x : closure.attributes)
      if (x.item == item)
        if (std::optional<KeyNeed> need = existsNeed(context_, place.index, x))
          needs.push_back(std::move(*need));
    // Its age at the row that decides: bounded by the closure, or as far as it is told apart.
    Bound window = closure.times(Closure::timeNode(shaped_.forest.nodes[*place.node].items.front()),
                                 closure.timeNodeOf(item));
    KeyChoice choice(
        context_, closure, true, [&](unsigned) { return window; },
        [](unsigned) { return TimeKey::ofExists; }, diagnostics_);
    if (!addKeys(choice, closure, needs, shape))
      return false;
    if (!place.timeAtoms.empty() || !choice.expiringNodes().empty()) {
      Bound saturation = 1;
      for (const ExistsTimeAtom &atom : place.timeAtoms)
        saturation = std::max(saturation, saturationOf(place, atom));
      bool isSaturating = !window.isFinite();
      std::optional<std::int64_t> limit = (isSaturating ? saturation : window).toInt64();
      if (!limit) {
        rejectExists(place);
        return false;
      }
      shape.timeKeys.push_back({TimeKey::ofExists, isSaturating, *limit});
    }
    return choice.chooseLayout(shape);
  }

  Bound saturationOf(const ExistsPlace &place, const ExistsTimeAtom &atom) const {
    if (!atom.isUpper)
      return 1; // a window: the closure bounds the age
    if (atom.node == *place.node)
      return -atom.bound;
    return shaped_.forest.bound(*place.node, atom.node) - atom.bound;
  }

  // --- rejections --------------------------------------------------------------------------------

  void reject(const Closure &closure, const KeyNeed &need) {
    std::string why = "unbounded " + unboundedDirections(closure.range(need.attribute));
    std::string rule = need.rule;
    std::string reason;
    std::string name = attributeName(plan_, branch_, need.attribute);
    if (rule == "output")
      reason = fmt::format("'{}' is in the result and is {}, and a row that completes the result "
                           "can arrive at any time after it",
                           name, why);
    else
      reason = fmt::format("'{}' is {}, and is needed by rows of '{}' that can arrive at any time "
                           "after it",
                           name, why, plan_.item(branch_, need.laterItem).alias);
    addRejection({context_.index, need.attribute, {need.laterItem}, rule, reason, need.range});
  }

  void rejectTime(unsigned m) {
    unsigned item = shaped_.forest.nodes[m].items.front();
    AttributeRef time{item, plan_.stream(branch_, item).timestampColumn};
    addRejection({context_.index,
                  time,
                  {},
                  "output",
                  fmt::format("'{}' has to be kept without a bound on its age",
                              attributeName(plan_, branch_, time)),
                  branch_.range});
  }

  void rejectExists(const ExistsPlace &place) {
    const Exists &exists = branch_.exists[place.index];
    AttributeRef time{static_cast<unsigned>(branch_.items.size()) + place.index,
                      plan_.catalog.streams[exists.item.stream].timestampColumn};
    addRejection({context_.index,
                  time,
                  {},
                  "exists",
                  fmt::format("rows of '{}' are compared in time with rows whose age has no bound",
                              exists.item.alias),
                  exists.range});
  }

  void addRejection(Rejection rejection) {
    bool known = std::any_of(rejections_.begin(), rejections_.end(), [&](const Rejection &r) {
      return r.branch == rejection.branch && r.attribute == rejection.attribute &&
             r.rule == rejection.rule && r.range == rejection.range;
    });
    if (!known)
      rejections_.push_back(std::move(rejection));
  }

  Closure closure_;
  BranchContext context_;
  const Plan &plan_;
  const Branch &branch_;
  std::vector<Rejection> &rejections_;
  DiagnosticEngine &diagnostics_;
  ShapedForest shaped_;
};

} // namespace

std::optional<SynopsisShape::Place> SynopsisShape::find(AttributeRef attribute) const {
  for (unsigned key = 0; key < integerKeys.size(); ++key)
    for (const IntegerKey::Member &member : integerKeys[key].members)
      if (member.attribute == attribute)
        return Place{key, member.offset};
  return std::nullopt;
}

namespace {

bool marksSparseEntries(const ShapedForest &shaped) {
  return std::any_of(shaped.shapes.begin(), shaped.shapes.end(), [](const auto &shape) {
    return shape && shape->capacity && !shape->enabledKeys.empty();
  });
}

} // namespace

std::optional<ShapedForest> shapeForest(const BranchContext &context, Forest forest,
                                        std::vector<Rejection> &rejections,
                                        DiagnosticEngine &diagnostics) {
  std::optional<ShapedForest> shaped =
      Shaper(context, forest, rejections, diagnostics).run(MarkPlaces::Allowed);
  if (!shaped || !marksSparseEntries(*shaped))
    return shaped;
  return Shaper(context, std::move(forest), rejections, diagnostics).run(MarkPlaces::Refused);
}

} // namespace bough

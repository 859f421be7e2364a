#include "analysis/SynopsisShape.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough {

namespace {

class Shaper {
public:
  Shaper(const Plan &plan, const Branch &branch, const Closure &closure, Forest forest,
         DiagnosticEngine &diagnostics)
      : plan_(plan), branch_(branch), closure_(closure), diagnostics_(diagnostics) {
    shaped_.forest = std::move(forest);
  }

  std::optional<ShapedForest> run() {
    const Forest &forest = shaped_.forest;
    bool ok = true;
    for (const ForestNode &node : forest.nodes)
      if (node.items.size() > 1)
        ok = checkRatesAreDeclared(node) && ok;
    shaped_.shapes.resize(forest.nodes.size());
    for (unsigned v = 0; v < forest.nodes.size(); ++v)
      if (!forest.isSingleRoot(v))
        ok = shape(v) && ok;
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

  bool shape(unsigned v) {
    SynopsisShape &shape = shaped_.shapes[v].emplace();
    std::set<unsigned> inside;
    for (unsigned node : shaped_.forest.nodes[v].subtree)
      inside.insert(shaped_.forest.nodes[node].items.begin(),
                    shaped_.forest.nodes[node].items.end());
    return addTimeKeys(v, inside, shape) && addIntegerKeys(inside, shape);
  }

  bool isTimeInOutput(unsigned node) const {
    return std::any_of(branch_.outputs.begin(), branch_.outputs.end(), [&](const auto &output) {
      return output.attribute && plan_.column(branch_, *output.attribute).type.isTimestamp() &&
             shaped_.forest.nodeOf[output.attribute->item] == node;
    });
  }

  bool addTimeKeys(unsigned v, const std::set<unsigned> &inside, SynopsisShape &shape) {
    const Forest &forest = shaped_.forest;
    for (unsigned m : forest.nodes[v].subtree) {
      bool isNeeded = isTimeInOutput(m);
      Bound saturation = 1;
      for (const TimeAtom &atom : forest.atoms) {
        unsigned other = atom.x == m ? atom.y : atom.y == m ? atom.x : m;
        if (other == m || inside.count(forest.nodes[other].items.front()))
          continue;
        isNeeded = true;
        if (atom.x == m) // t_m - t_w <= bound: a gap of at least -bound
          saturation = std::max(saturation, -atom.bound);
      }
      if (!isNeeded)
        continue;
      // The next reader is v's parent: entries too old for it are too old for all.
      Bound window =
          forest.nodes[v].parent ? forest.bound(*forest.nodes[v].parent, m) : Bound::infinity();
      bool isSaturating = !window.isFinite();
      std::optional<std::int64_t> limit = (isSaturating ? saturation : window).toInt64();
      if (!limit || (isSaturating && isTimeInOutput(m))) {
        diagnostics_.report(diag::notSupportedYet, branch_.items[forest.nodes[m].items[0]].range,
                            "keeping timestamps without a bound on their age");
        return false;
      }
      shape.timeKeys.push_back({m, isSaturating, *limit});
    }
    return true;
  }

  /// The values of x that rows outside the subtree can still tell apart; nothing if no row can.
  std::optional<Interval> neededRange(AttributeRef x, const std::set<unsigned> &inside) const {
    for (const OutputExpression &output : branch_.outputs)
      if (output.attribute && *output.attribute == x)
        return closure_.range(x);
    std::optional<Interval> needed;
    for (unsigned index : closure_.joinAtoms) {
      const DifferenceAtom &atom = branch_.atoms[index];
      bool isX = *atom.x == x;
      if (!isX && *atom.y != x)
        continue;
      if (inside.count(isX ? atom.y->item : atom.x->item))
        continue;
      Interval relevant = closure_.relevantRange(atom, x);
      needed = needed ? hull(*needed, relevant) : relevant;
    }
    return needed;
  }

  bool addIntegerKeys(const std::set<unsigned> &inside, SynopsisShape &shape) {
    for (AttributeRef x : closure_.attributes) {
      if (!inside.count(x.item))
        continue;
      std::optional<Interval> range = neededRange(x, inside);
      if (!range)
        continue;
      if (!range->lo.toInt64() || !range->hi.toInt64()) {
        diagnostics_
            .report(diag::notSupportedYet, branch_.items[x.item].range,
                    "a synopsis with keys that expire but have no finite range")
            .notes.push_back(
                {fmt::format("'{}' is kept for as long as its window lasts; give it a range with "
                             "CHECK or BETWEEN",
                             attributeName(plan_, branch_, x)),
                 plan_.column(branch_, x).range});
        return false;
      }
      addToKey(x, *range, shape);
    }
    return true;
  }

  void addToKey(AttributeRef x, Interval range, SynopsisShape &shape) const {
    for (IntegerKey &key : shape.integerKeys)
      if (auto offset = closure_.equalityOffset(x, key.members.front().attribute)) {
        key.members.push_back({x, *offset});
        key.range = hull(key.range, {range.lo - Bound(*offset), range.hi - Bound(*offset)});
        return;
      }
    shape.integerKeys.push_back({{{x, 0}}, range});
  }

  const Plan &plan_;
  const Branch &branch_;
  const Closure &closure_;
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

std::optional<ShapedForest> shapeForest(const Plan &plan, const Branch &branch,
                                        const Closure &closure, Forest forest,
                                        DiagnosticEngine &diagnostics) {
  return Shaper(plan, branch, closure, std::move(forest), diagnostics).run();
}

} // namespace bough

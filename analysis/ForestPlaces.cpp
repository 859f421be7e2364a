#include "analysis/ForestPlaces.h"

#include "analysis/Analysis.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough {

namespace {

using Items = std::set<unsigned>;

void addItems(const Predicate &predicate, Items &items) {
  for (AttributeRef attribute : predicate.attributes)
    items.insert(attribute.item);
}

/// The lowest node whose subtree holds all the stream items and joins all the tables, if there is
/// one; a table that is joined at the emission rules out all nodes.
std::optional<unsigned> lowestNode(const ShapedForest &shaped, const Closure &closure,
                                   const Items &items) {
  std::optional<unsigned> lowest;
  const std::vector<ForestNode> &nodes = shaped.forest.nodes;
  for (unsigned node = 0; node < nodes.size(); ++node) {
    auto isInside = [&](unsigned item) {
      std::optional<unsigned> place =
          closure.isTable(item) ? shaped.tableNodes[item] : shaped.forest.nodeOf[item];
      return place &&
             std::binary_search(nodes[node].subtree.begin(), nodes[node].subtree.end(), *place);
    };
    if (std::all_of(items.begin(), items.end(), isInside) &&
        (!lowest || nodes[node].subtree.size() < nodes[*lowest].subtree.size()))
      lowest = node;
  }
  return lowest;
}

/// Places one EXISTS over a stream.
class ExistsPlacer {
public:
  ExistsPlacer(const BranchContext &context, const ShapedForest &shaped, unsigned index,
               MarkPlaces marks)
      : context_(context), shaped_(shaped), forest_(shaped.forest), index_(index), marks_(marks),
        exists_(context.branch.exists[index]), closure_(context.exists[index]),
        item_(static_cast<unsigned>(context.branch.items.size()) + index) {}

  /// Whether no row can ever match when the timestamps are in this order.
  bool isImpossible() {
    if (isTable())
      return false;
    closeTimes();
    return times_.isContradictory();
  }

  /// Empty when there is no place from which it can be decided.
  std::optional<ExistsPlace> place() {
    Items read = itemsRead();
    if (isTable()) {
      place_.kind = ExistsPlace::Kind::Table;
      place_.node = lowestNode(shaped_, context_.closure, read);
      place_.index = index_;
      return place_;
    }
    std::optional<unsigned> node = lowestLaterNode(read);
    if (!node)
      return std::nullopt;
    place_.index = index_;
    place_.node = node;
    place_.includesBatch = afterNode(*node) >= Bound(0);
    findTimeAtoms(*node);
    if (!placeBetween(*node))
      place_.kind = ExistsPlace::Kind::Look;
    return place_;
  }

private:
  bool isTable() const { return context_.plan.catalog.streams[exists_.item.stream].isTable; }

  /// Items of the branch whose attributes or timestamps its conditions mention.
  Items itemsRead() const {
    Items items;
    auto add = [&](const DifferenceAtom &atom) {
      for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
        if (side && side->item < context_.branch.items.size())
          items.insert(side->item);
    };
    for (unsigned index : closure_.joinAtoms)
      add(closure_.atoms[index]);
    for (const DifferenceAtom &atom : exists_.atoms)
      if (atom.isTime)
        add(atom);
    for (const Predicate &predicate : exists_.predicates)
      addItems(predicate, items);
    items.erase(item_);
    return items;
  }

  unsigned timeNodeOf(unsigned node) const {
    return Closure::timeNode(forest_.nodes[node].items.front());
  }
  unsigned own() const { return closure_.streamItems + 1; }

  /// The times of the forest and of this item.
  void closeTimes() {
    unsigned size = forest_.times.size();
    for (unsigned x = 0; x < size; ++x)
      for (unsigned y = 0; y < size; ++y)
        if (x != y && forest_.times(x, y).isFinite())
          given_.push_back({x, y, forest_.times(x, y)});
    given_.push_back({0, own(), 0});
    for (const DifferenceAtom &atom : exists_.atoms)
      if (atom.isTime)
        own_.push_back({atom.x ? closure_.timeNodeOf(atom.x->item) : 0,
                        atom.y ? closure_.timeNodeOf(atom.y->item) : 0, atom.c});
    Interval range = closure_.times.range(own());
    own_.push_back({0, own(), -range.lo});
    if (range.hi.isFinite())
      own_.push_back({own(), 0, range.hi});
    times_ = closure_.times.withoutBounds();
    for (const std::vector<Difference> *list : {&given_, &own_})
      for (const Difference &difference : *list)
        times_.add(difference.x, difference.y, difference.c);
    times_.close();
  }

  /// Tightest bound of t - t_node, and of t_node - t.
  Bound afterNode(unsigned node) const { return times_(own(), timeNodeOf(node)); }
  Bound beforeNode(unsigned node) const { return times_(timeNodeOf(node), own()); }

  /// The lowest node that is never earlier than the item's row and has all that it reads.
  std::optional<unsigned> lowestLaterNode(const Items &read) const {
    std::optional<unsigned> lowest;
    for (unsigned node = 0; node < forest_.nodes.size(); ++node) {
      if (afterNode(node) > Bound(0))
        continue;
      std::vector<unsigned> inside = itemsOfSubtree(shaped_, node);
      bool hasAll = std::includes(inside.begin(), inside.end(), read.begin(), read.end());
      if (hasAll &&
          (!lowest || forest_.nodes[node].subtree.size() < forest_.nodes[*lowest].subtree.size()))
        lowest = node;
    }
    return lowest;
  }

  /// The item's time constraints that its order before `node` and the forest do not imply.
  void findTimeAtoms(unsigned node) {
    std::vector<Difference> all = given_;
    all.push_back({own(), timeNodeOf(node), place_.includesBatch ? 0 : -1});
    std::vector<unsigned> candidates;
    for (const Difference &difference : own_) {
      if (difference.x != 0 && difference.y != 0)
        candidates.push_back(static_cast<unsigned>(all.size()));
      all.push_back(difference);
    }
    std::vector<bool> removed = reduce(all, candidates, times_.size());
    for (unsigned i : candidates)
      if (!removed[i]) {
        bool isUpper = all[i].x == own();
        unsigned other = (isUpper ? all[i].y : all[i].x) - 1;
        place_.timeAtoms.push_back({forest_.nodeOf[other], isUpper, all[i].c});
      }
  }

  /// Whether rows of the item can act on the entries of a lower position at once: the constraints
  /// are "after the lower position", and all that they read comes no later than it.
  bool placeBetween(unsigned node) {
    if (!exists_.isNegated && marks_ == MarkPlaces::Refused)
      return false;
    std::optional<unsigned> lower;
    for (const ExistsTimeAtom &atom : place_.timeAtoms) {
      bool isOrder = !atom.isUpper && (atom.bound == Bound(0) || atom.bound == Bound(-1));
      if (!isOrder || atom.node == node)
        return false;
      if (!lower || forest_.nodes[atom.node].subtree.size() > forest_.nodes[*lower].subtree.size())
        lower = atom.node;
    }
    if (!lower)
      return false;
    std::vector<unsigned> inside = itemsOfSubtree(shaped_, *lower);
    Items read = itemsRead();
    for (const DifferenceAtom &atom : exists_.atoms)
      if (atom.isTime) // the upper position is read for its order only
        for (const std::optional<AttributeRef> &side : {atom.x, atom.y})
          if (side && side->item < closure_.streamItems && !isReadForValues(side->item))
            read.erase(side->item);
    if (!std::includes(inside.begin(), inside.end(), read.begin(), read.end()))
      return false;
    auto isBelow = [&](const ExistsTimeAtom &atom) {
      const std::vector<unsigned> &subtree = forest_.nodes[*lower].subtree;
      return std::binary_search(subtree.begin(), subtree.end(), atom.node);
    };
    if (!std::all_of(place_.timeAtoms.begin(), place_.timeAtoms.end(), isBelow))
      return false;
    place_.kind = exists_.isNegated ? ExistsPlace::Kind::Remove : ExistsPlace::Kind::Enable;
    place_.includesLowerBatch = beforeNode(*lower) >= Bound(0);
    for (std::optional<unsigned> at = lower; at && *at != node; at = forest_.nodes[*at].parent)
      place_.path.push_back(*at);
    return true;
  }

  bool isReadForValues(unsigned item) const {
    for (unsigned index : closure_.joinAtoms)
      if (closure_.atoms[index].x->item == item || closure_.atoms[index].y->item == item)
        return true;
    return std::any_of(exists_.predicates.begin(), exists_.predicates.end(),
                       [&](const Predicate &predicate) {
                         Items items;
                         addItems(predicate, items);
                         return items.count(item) != 0;
                       });
  }

  const BranchContext &context_;
  const ShapedForest &shaped_;
  const Forest &forest_;
  unsigned index_;
  MarkPlaces marks_;
  const Exists &exists_;
  const Closure &closure_;
  unsigned item_;
  std::vector<Difference> given_, own_;
  DifferenceBounds times_;
  ExistsPlace place_;
};

} // namespace

std::vector<unsigned> itemsOfSubtree(const ShapedForest &shaped, unsigned node) {
  const std::vector<unsigned> &subtree = shaped.forest.nodes[node].subtree;
  std::vector<unsigned> items;
  for (unsigned member : subtree)
    items.insert(items.end(), shaped.forest.nodes[member].items.begin(),
                 shaped.forest.nodes[member].items.end());
  for (unsigned item = 0; item < shaped.tableNodes.size(); ++item)
    if (shaped.tableNodes[item] &&
        std::binary_search(subtree.begin(), subtree.end(), *shaped.tableNodes[item]))
      items.push_back(item);
  std::sort(items.begin(), items.end());
  return items;
}

void placeTables(const BranchContext &context, ShapedForest &shaped) {
  const Closure &closure = context.closure;
  unsigned count = static_cast<unsigned>(context.branch.items.size());
  shaped.tableNodes.assign(count, std::nullopt);
  // Tables that are joined with each other go together.
  std::vector<Items> joined;
  for (unsigned index : closure.joinAtoms)
    joined.push_back({closure.atoms[index].x->item, closure.atoms[index].y->item});
  for (const Predicate &predicate : context.branch.predicates)
    addItems(predicate, joined.emplace_back());
  for (unsigned item = closure.streamItems; item < count; ++item) {
    Items tables{item}, streams;
    for (bool grows = true; grows;) {
      std::size_t before = tables.size();
      for (const Items &items : joined)
        if (std::any_of(items.begin(), items.end(), [&](unsigned i) { return tables.count(i); }))
          for (unsigned other : items)
            (closure.isTable(other) ? tables : streams).insert(other);
      grows = tables.size() != before;
    }
    if (!streams.empty())
      shaped.tableNodes[item] = lowestNode(shaped, closure, streams);
  }
}

bool placeExists(const BranchContext &context, MarkPlaces marks, ShapedForest &shaped,
                 std::vector<Rejection> &rejections) {
  bool isPlaced = true;
  for (unsigned index = 0; index < context.branch.exists.size(); ++index) {
    if (context.exists[index].isContradictory)
      continue; // no row can ever match: NOT EXISTS is true
    ExistsPlacer placer(context, shaped, index, marks);
    if (placer.isImpossible()) {
      shaped.isEmpty |= !context.branch.exists[index].isNegated;
      continue;
    }
    if (std::optional<ExistsPlace> place = placer.place()) {
      shaped.exists.push_back(std::move(*place));
      continue;
    }
    const Exists &exists = context.branch.exists[index];
    Rejection rejection;
    rejection.branch = context.index;
    rejection.attribute = {static_cast<unsigned>(context.branch.items.size()) + index, 0};
    rejection.rule = "exists";
    rejection.range = exists.range;
    rejection.reason = fmt::format("rows of '{}' are compared with rows that can arrive after the "
                                   "row that decides whether they count",
                                   exists.item.alias);
    rejections.push_back(std::move(rejection));
    isPlaced = false;
  }
  return isPlaced;
}

} // namespace bough

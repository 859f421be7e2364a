#include "analysis/SeedOrders.h"

#include <algorithm>
#include <functional>

namespace bough {

namespace {

/// Adds lower < upper between what stands for two blocks; a constant is an offset from zero.
bool addLess(const SeedQuery &query, const SeedOrder::Block &lower, const SeedOrder::Block &upper,
             DifferenceBounds &bounds) {
  if (lower.constant && upper.constant)
    return true;
  if (lower.constant)
    return bounds.tighten(0, upper.nodes.front(), -query.constants[*lower.constant] - Bound(1));
  if (upper.constant)
    return bounds.tighten(lower.nodes.front(), 0, query.constants[*upper.constant] - Bound(1));
  return bounds.tighten(lower.nodes.front(), upper.nodes.front(), -1);
}

bool addEqual(const SeedQuery &query, const SeedOrder::Block &block, unsigned node,
              DifferenceBounds &bounds) {
  if (block.constant) {
    Bound constant = query.constants[*block.constant];
    return bounds.tighten(node, 0, constant) && bounds.tighten(0, node, -constant);
  }
  unsigned other = block.nodes.front();
  return bounds.tighten(node, other, 0) && bounds.tighten(other, node, 0);
}

/// Puts the attributes one after the other into the order of the constants, in all ways.
class Enumerator {
public:
  /// `visit` gets every preorder and says whether to go on.
  using Visit = std::function<bool(const SeedOrder &)>;

  Enumerator(const SeedQuery &query, unsigned stream, Visit visit)
      : query_(query), nodes_(query.streams[stream].ordered), visit_(std::move(visit)) {
    for (unsigned i = 0; i < query.constants.size(); ++i)
      order_.blocks.push_back({i, {}});
  }
  void run() { insert(0, query_.closure.integers); }

private:
  bool insert(std::size_t position, const DifferenceBounds &bounds) {
    if (position == nodes_.size())
      return visit_(order_);
    unsigned node = nodes_[position];
    for (std::size_t place = 0; place <= order_.blocks.size(); ++place)
      if (!insertBefore(place, position, bounds) ||
          (place < order_.blocks.size() && !insertInto(place, position, node, bounds)))
        return false;
    return true;
  }

  bool insertBefore(std::size_t place, std::size_t position, DifferenceBounds bounds) {
    SeedOrder::Block block{{}, {nodes_[position]}};
    std::vector<SeedOrder::Block> &blocks = order_.blocks;
    if ((place > 0 && !addLess(query_, blocks[place - 1], block, bounds)) ||
        (place < blocks.size() && !addLess(query_, block, blocks[place], bounds)))
      return true;
    blocks.insert(blocks.begin() + static_cast<std::ptrdiff_t>(place), block);
    bool goesOn = insert(position + 1, bounds);
    order_.blocks.erase(order_.blocks.begin() + static_cast<std::ptrdiff_t>(place));
    return goesOn;
  }

  bool insertInto(std::size_t place, std::size_t position, unsigned node, DifferenceBounds bounds) {
    if (!addEqual(query_, order_.blocks[place], node, bounds))
      return true;
    order_.blocks[place].nodes.push_back(node);
    bool goesOn = insert(position + 1, bounds);
    order_.blocks[place].nodes.pop_back();
    return goesOn;
  }

  const SeedQuery &query_;
  const std::vector<unsigned> &nodes_;
  Visit visit_;
  SeedOrder order_;
};

/// Counts preorders by the set of attributes that stand at or below each constant. Possible where
/// what P+ says of the stream's attributes is an order between them and a range for each: then the
/// values between two constants can be chosen without regard to the rest.
class Counter {
public:
  Counter(const SeedQuery &query, unsigned stream)
      : query_(query), nodes_(query.streams[stream].ordered), bounds_(query.closure.integers) {}

  bool isApplicable() const {
    if (nodes_.size() > maximumCountedAttributes)
      return false;
    DifferenceBounds order(static_cast<unsigned>(nodes_.size()) + 1);
    for (unsigned i = 0; i < nodes_.size(); ++i) {
      order.add(i + 1, 0, bounds_(nodes_[i], 0));
      order.add(0, i + 1, bounds_(0, nodes_[i]));
      for (unsigned j = 0; j < nodes_.size(); ++j)
        if (Bound bound = bounds_(nodes_[i], nodes_[j]); i != j && bound <= Bound(0))
          order.add(i + 1, j + 1, std::max(bound, Bound(-1)));
    }
    order.close();
    for (unsigned i = 0; i < nodes_.size(); ++i)
      for (unsigned j = 0; j < nodes_.size(); ++j)
        if (order(i + 1, j + 1) > bounds_(nodes_[i], nodes_[j]))
          return false;
    return true;
  }

  Natural count() {
    // counts[set]: ways to arrange `set` below the present constant.
    std::vector<Natural> counts(std::size_t{1} << nodes_.size());
    counts[0] = 1;
    Bound below = Bound::minusInfinity();
    for (Bound constant : query_.constants) {
      addGap(counts, below, constant);
      addBlockAt(counts, constant);
      below = constant;
    }
    addGap(counts, below, Bound::infinity());
    return counts.back();
  }

private:
  using Set = std::uint32_t;

  Set all() const { return (Set{1} << nodes_.size()) - 1; }

  /// Whether the members of `block` can be equal and next above `below`: nobody outside has to be
  /// lower.
  bool canFollow(Set below, Set block) const {
    for (unsigned i = 0; i < nodes_.size(); ++i)
      for (unsigned j = 0; (block >> i & 1) != 0 && j < nodes_.size(); ++j) {
        if (i == j || (below >> j & 1) != 0)
          continue;
        Bound atMost = bounds_(nodes_[j], nodes_[i]); // j - i <= atMost
        if (atMost < Bound(0) || (atMost == Bound(0) && (block >> j & 1) == 0))
          return false;
      }
    return true;
  }

  /// The values that all members can have.
  Interval rangeOf(Set block) const {
    Interval range;
    for (unsigned i = 0; i < nodes_.size(); ++i)
      if ((block >> i & 1) != 0)
        range = intersect(range, bounds_.range(nodes_[i]));
    return range;
  }

  template <typename Visit> static void forEachSubset(Set set, const Visit &visit) {
    for (Set subset = set; subset != 0; subset = (subset - 1) & set)
      visit(subset);
  }

  void addBlockAt(std::vector<Natural> &counts, Bound constant) const {
    std::vector<Natural> next = counts;
    for (Set below = 0; below < counts.size(); ++below)
      if (!counts[below].isZero())
        forEachSubset(all() & ~below, [&](Set block) {
          if (canFollow(below, block) && rangeOf(block).contains(constant))
            next[below | block] += counts[below];
        });
    counts = std::move(next);
  }

  /// Chains of blocks with values above `lo` and below `hi`, each block as low as it can be.
  void addGap(std::vector<Natural> &counts, Bound lo, Bound hi) const {
    // states[set]: for each lowest value of the last block in the gap, the number of ways.
    std::vector<std::vector<std::pair<Bound, Natural>>> states(counts.size());
    for (Set below = 0; below < counts.size(); ++below)
      if (!counts[below].isZero())
        states[below].emplace_back(lo, counts[below]);
    for (Set below = 0; below < states.size(); ++below) {
      counts[below] = 0;
      for (const auto &[last, ways] : states[below]) {
        counts[below] += ways;
        forEachSubset(all() & ~below, [&, last = last, &ways = ways](Set block) {
          Interval range = rangeOf(block);
          Bound value = std::max(range.lo, last + Bound(1));
          if (value <= range.hi && value < hi && canFollow(below, block))
            addWays(states[below | block], value, ways);
        });
      }
    }
  }

  static void addWays(std::vector<std::pair<Bound, Natural>> &state, Bound value,
                      const Natural &ways) {
    auto known = std::find_if(state.begin(), state.end(),
                              [&](const auto &entry) { return entry.first == value; });
    if (known != state.end())
      known->second += ways;
    else
      state.emplace_back(value, ways);
  }

  const SeedQuery &query_;
  const std::vector<unsigned> &nodes_;
  const DifferenceBounds &bounds_;
};

} // namespace

SeedOrderCount countSeedOrders(const SeedQuery &query, unsigned stream) {
  Counter counter(query, stream);
  if (counter.isApplicable())
    return {counter.count(), false};
  std::size_t count = 0;
  Enumerator(query, stream, [&](const SeedOrder &) {
    return ++count < maximumEnumeratedOrders;
  }).run();
  return {count, count == maximumEnumeratedOrders};
}

std::vector<SeedOrder> listSeedOrders(const SeedQuery &query, unsigned stream, std::size_t limit) {
  std::vector<SeedOrder> orders;
  if (limit != 0)
    Enumerator(query, stream, [&](const SeedOrder &order) {
      orders.push_back(order);
      return orders.size() < limit;
    }).run();
  return orders;
}

bool addSeedOrder(const SeedQuery &query, const SeedOrder &order, DifferenceBounds &bounds) {
  const SeedOrder::Block *previous = nullptr;
  for (const SeedOrder::Block &block : order.blocks) {
    SeedOrder::Block added{block.constant, {}};
    for (unsigned node : block.nodes) {
      if ((added.constant || !added.nodes.empty()) && !addEqual(query, added, node, bounds))
        return false;
      added.nodes.push_back(node);
    }
    if (previous != nullptr && !addLess(query, *previous, block, bounds))
      return false;
    previous = &block;
  }
  return true;
}

SeedOrder decidedSeedOrder(const SeedQuery &query, unsigned stream,
                           const DifferenceBounds &bounds) {
  SeedOrder order;
  for (unsigned i = 0; i < query.constants.size(); ++i)
    order.blocks.push_back({i, {}});
  auto isLess = [&](const SeedOrder::Block &block, unsigned node) {
    if (block.constant)
      return bounds(0, node) < -query.constants[*block.constant];
    return bounds(block.nodes.front(), node) < Bound(0);
  };
  auto isEqual = [&](const SeedOrder::Block &block, unsigned node) {
    if (block.constant)
      return bounds.range(node) ==
             Interval{query.constants[*block.constant], query.constants[*block.constant]};
    return bounds(block.nodes.front(), node) == Bound(0) &&
           bounds(node, block.nodes.front()) == Bound(0);
  };
  for (unsigned node : query.streams[stream].ordered) {
    auto place = order.blocks.begin();
    while (place != order.blocks.end() && isLess(*place, node))
      ++place;
    if (place != order.blocks.end() && isEqual(*place, node))
      place->nodes.push_back(node);
    else
      order.blocks.insert(place, SeedOrder::Block{{}, {node}});
  }
  return order;
}

std::string toString(const Plan &plan, const SeedQuery &query, const SeedOrder &order) {
  std::string text;
  for (const SeedOrder::Block &block : order.blocks) {
    if (!text.empty())
      text += " < ";
    std::string members;
    for (unsigned node : block.nodes)
      members += (members.empty() ? "" : " = ") + seedNodeName(plan, query, node);
    if (block.constant)
      members += (members.empty() ? "" : " = ") + query.constants[*block.constant].toString();
    text += members;
  }
  return text;
}

} // namespace bough

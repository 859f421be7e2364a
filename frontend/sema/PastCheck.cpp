#include "frontend/sema/PastCheck.h"

#include "frontend/syntax/Names.h"

#include <algorithm>

namespace bough {

namespace {

/// time of x - time of y <= c; node 0 is the time zero, node i + 1 the time of item i.
struct TimeConstraint {
  std::size_t x, y;
  Bound c;
};

std::size_t nodeOf(const std::optional<AttributeRef> &side) { return side ? side->item + 1 : 0; }

/// By Bellman and Ford: without a negative cycle the distances settle.
bool isPossible(const std::vector<TimeConstraint> &constraints, std::size_t nodes) {
  std::vector<Bound> distance(nodes, 0);
  for (std::size_t round = 0; round <= nodes; ++round) {
    bool isSettled = true;
    for (const TimeConstraint &constraint : constraints) {
      Bound reached = distance[constraint.y] + constraint.c;
      if (reached >= distance[constraint.x])
        continue;
      distance[constraint.x] = reached;
      isSettled = false;
    }
    if (isSettled)
      return true;
  }
  return false;
}

/// How many items are of streams: tables come after them.
std::size_t streamItemsOf(const Catalog &catalog, const Branch &branch) {
  std::size_t count = 0;
  for (const Item &item : branch.items)
    count += catalog.streams[item.stream].isTable ? 0 : 1;
  return count;
}

/// What the atoms say about times, none of which is before time 0.
std::vector<TimeConstraint> constraintsOf(const std::vector<DifferenceAtom> &atoms,
                                          std::size_t streamItems) {
  std::vector<TimeConstraint> constraints;
  for (const DifferenceAtom &atom : atoms)
    if (atom.isTime)
      constraints.push_back({nodeOf(atom.x), nodeOf(atom.y), atom.c});
  for (std::size_t item = 0; item < streamItems; ++item)
    constraints.push_back({0, item + 1, 0});
  return constraints;
}

} // namespace

std::optional<unsigned> findLater(const Catalog &catalog, const Branch &branch, unsigned item) {
  const std::size_t streamItems = streamItemsOf(catalog, branch);
  for (unsigned other = 0; other < streamItems; ++other) {
    std::vector<TimeConstraint> constraints = constraintsOf(branch.atoms, streamItems);
    constraints.push_back({item + 1, std::size_t{other} + 1, -1});
    if (other != item && isPossible(constraints, branch.items.size() + 1))
      return other;
  }
  return std::nullopt;
}

bool checkPast(const Catalog &catalog, const Branch &branch, DiagnosticEngine &diagnostics) {
  bool isValid = true;
  const std::size_t streamItems = streamItemsOf(catalog, branch);
  std::size_t nodes = branch.items.size() + branch.exists.size() + 1;
  for (std::size_t i = 0; i < branch.exists.size(); ++i) {
    const Exists &exists = branch.exists[i];
    const Stream &stream = catalog.streams[exists.item.stream];
    if (stream.isTable)
      continue;
    std::vector<DifferenceAtom> atoms = branch.atoms;
    atoms.insert(atoms.end(), exists.atoms.begin(), exists.atoms.end());
    std::vector<TimeConstraint> constraints = constraintsOf(atoms, streamItems);
    std::size_t node = branch.items.size() + i + 1;
    for (std::size_t item = 0; item < streamItems; ++item)
      constraints.push_back({item + 1, node, -1}); // earlier than the row of the EXISTS
    if (!isPossible(constraints, nodes))
      continue;
    isValid = false;
    auto isSame = [&](const Diagnostic &other) {
      return other.code == diag::existsFuture.code && other.range == exists.range;
    };
    // Each branch of a SELECT has the same EXISTS.
    if (std::any_of(diagnostics.all().begin(), diagnostics.all().end(), isSame))
      continue;
    auto timeOf = [&](const Item &item) {
      const Stream &of = catalog.streams[item.stream];
      return spellName(item.alias) + "." + spellName(of.columns[of.timestampColumn].name);
    };
    diagnostics.report(diag::existsFuture, exists.range, spellName(exists.item.alias))
        .notes.push_back({fmt::format("add {} <= {}, say, or <", timeOf(exists.item),
                                      timeOf(branch.items[streamItems - 1])),
                          exists.item.range});
  }
  return isValid;
}

} // namespace bough

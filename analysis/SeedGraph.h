#pragma once

#include "analysis/SeedPreprocessing.h"

#include <optional>
#include <vector>

namespace bough {

/// The dependency graphs of a query (seed 000; design note 2.6): an edge from S to T when (S.I >
/// T.J) is in P+. For every stream S the graph G(S,Q) is the connected component that holds S,
/// transitively reduced. Static relations are no vertices.
struct SeedGraph {
  struct Vertex {
    std::vector<unsigned> parents;  ///< the next later streams, ascending
    std::vector<unsigned> children; ///< the next earlier streams, ascending
    unsigned component = 0;
    std::optional<unsigned> distance; ///< d(G(S,Q)): from the root; none where it is no tree
    /// Whether some stream can bring rows at or after its time: all but a stream that is later than
    /// all others. Then its values must be kept.
    bool isKept = false;
  };
  std::vector<Vertex> vertices;  ///< by stream; those of tables have no component
  std::vector<unsigned> streams; ///< those that are vertices
  std::vector<bool> isTree;      ///< by component: C1
  std::vector<unsigned> roots;   ///< vertices without parents

  /// Whether C2 lets attributes of the two be compared: one is the parent of the other or they have
  /// a parent in common (two roots: none at all); always with a static relation and within a
  /// stream.
  bool mayJoin(unsigned a, unsigned b) const;
  bool isVertex(unsigned stream) const;
};

SeedGraph buildSeedGraph(const SeedQuery &query);

} // namespace bough

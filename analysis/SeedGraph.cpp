#include "analysis/SeedGraph.h"

#include <algorithm>

namespace bough {

namespace {

/// Numbers the connected components of the graph.
unsigned numberComponents(SeedGraph &graph) {
  unsigned count = 0;
  std::vector<bool> reached(graph.vertices.size(), false);
  for (unsigned start : graph.streams) {
    if (reached[start])
      continue;
    std::vector<unsigned> pending{start};
    reached[start] = true;
    while (!pending.empty()) {
      SeedGraph::Vertex &vertex = graph.vertices[pending.back()];
      pending.pop_back();
      vertex.component = count;
      for (const std::vector<unsigned> *next : {&vertex.parents, &vertex.children})
        for (unsigned neighbour : *next)
          if (!reached[neighbour]) {
            reached[neighbour] = true;
            pending.push_back(neighbour);
          }
    }
    ++count;
  }
  return count;
}

void measureDistances(SeedGraph &graph) {
  std::vector<unsigned> pending;
  for (unsigned root : graph.roots)
    if (graph.isTree[graph.vertices[root].component]) {
      graph.vertices[root].distance = 0;
      pending.push_back(root);
    }
  while (!pending.empty()) {
    const SeedGraph::Vertex &vertex = graph.vertices[pending.back()];
    pending.pop_back();
    for (unsigned child : vertex.children) {
      graph.vertices[child].distance = *vertex.distance + 1;
      pending.push_back(child);
    }
  }
}

} // namespace

bool SeedGraph::isVertex(unsigned stream) const {
  return std::binary_search(streams.begin(), streams.end(), stream);
}

bool SeedGraph::mayJoin(unsigned a, unsigned b) const {
  if (a == b || !isVertex(a) || !isVertex(b))
    return true;
  const std::vector<unsigned> &ofA = vertices[a].parents, &ofB = vertices[b].parents;
  auto has = [](const std::vector<unsigned> &list, unsigned stream) {
    return std::find(list.begin(), list.end(), stream) != list.end();
  };
  if ((ofA.empty() && ofB.empty()) || has(ofA, b) || has(ofB, a))
    return true;
  return std::any_of(ofA.begin(), ofA.end(), [&](unsigned parent) { return has(ofB, parent); });
}

SeedGraph buildSeedGraph(const SeedQuery &query) {
  SeedGraph graph;
  graph.vertices.resize(query.streams.size());
  for (unsigned stream = 0; stream < query.streams.size(); ++stream)
    if (!query.streams[stream].isTable)
      graph.streams.push_back(stream);
  for (unsigned v : graph.streams)
    for (unsigned w : graph.streams) {
      if (v == w)
        continue;
      if (!query.isBefore(w, v))
        graph.vertices[v].isKept = true;
      bool isNext = query.isBefore(v, w) &&
                    std::none_of(graph.streams.begin(), graph.streams.end(), [&](unsigned between) {
                      return query.isBefore(v, between) && query.isBefore(between, w);
                    });
      if (isNext) {
        graph.vertices[v].parents.push_back(w);
        graph.vertices[w].children.push_back(v);
      }
    }
  for (unsigned v : graph.streams)
    if (graph.vertices[v].parents.empty())
      graph.roots.push_back(v);
  for (SeedGraph::Vertex &vertex : graph.vertices)
    std::sort(vertex.children.begin(), vertex.children.end());
  graph.isTree.assign(numberComponents(graph), true);
  // A connected graph without cycles in which nobody has two parents has one root.
  for (unsigned v : graph.streams)
    if (graph.vertices[v].parents.size() > 1)
      graph.isTree[graph.vertices[v].component] = false;
  measureDistances(graph);
  return graph;
}

} // namespace bough

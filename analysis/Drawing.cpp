#include "analysis/Drawing.h"

#include "analysis/PatternText.h"
#include "analysis/ShapeText.h"

#include <fmt/format.h>

namespace bough {

namespace {

/// Text as a quoted string of Graphviz.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

void drawPattern(TextWriter &writer, const Plan &plan, const Branch &branch,
                 const PatternShape &shape, const std::string &prefix) {
  const Automaton automaton = automatonOf(plan, branch, shape);
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    const Automaton::State &state = automaton.states[i];
    const bool isMatch = i + 1 == automaton.states.size();
    writer.line("{}_{} [shape={}, label={}];", prefix, i, isMatch ? "doublecircle" : "ellipse",
                quoted(state.kept.empty() ? state.name : state.name + "\n" + state.kept));
  }
  unsigned drops = 0;
  for (const Automaton::Transition &transition : automaton.transitions) {
    const std::string label =
        quoted(transition.condition.empty() ? transition.row
                                            : transition.row + "\n" + transition.condition);
    if (!transition.drops) {
      writer.line("{}_{} -> {}_{} [label={}];", prefix, transition.from, prefix, transition.to,
                  label);
      continue;
    }
    writer.line("{}_end{} [shape=point];", prefix, drops);
    writer.line("{}_{} -> {}_end{} [style=dashed, label={}];", prefix, transition.from, prefix,
                drops++, label);
  }
}

void drawForest(TextWriter &writer, const Plan &plan, const Branch &branch,
                const ShapedForest &shaped, const std::string &prefix) {
  const Forest &forest = shaped.forest;
  for (std::size_t v = 0; v < forest.nodes.size(); ++v) {
    const std::string kept =
        shaped.shapes[v] ? shapeText(plan, branch, shaped, *shaped.shapes[v]) : "keeps nothing";
    writer.line("{}_{} [shape=box, label={}];", prefix, v,
                quoted(nodeNames(plan, branch, forest.nodes[v]) + "\n" + kept));
    for (unsigned child : forest.nodes[v].children)
      writer.line("{}_{} -> {}_{};", prefix, child, prefix, v);
  }
}

} // namespace

std::string drawQueries(const Plan &plan, const Analysis &analysis) {
  TextWriter writer;
  writer.line("digraph queries {{");
  {
    TextWriter::Indented indented(writer);
    writer.line("rankdir=LR;");
    for (std::size_t i = 0; i < plan.branches.size(); ++i) {
      const Branch &branch = plan.branches[i];
      if (analysis.patterns[i])
        drawPattern(writer, plan, branch, *analysis.patterns[i], fmt::format("b{}", i + 1));
      for (std::size_t j = 0; j < analysis.forests[i].size(); ++j)
        drawForest(writer, plan, branch, analysis.forests[i][j],
                   fmt::format("b{}f{}", i + 1, j + 1));
    }
  }
  writer.line("}}");
  return writer.take();
}

} // namespace bough

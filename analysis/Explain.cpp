#include "analysis/Explain.h"

#include "frontend/basic/TextWriter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <span>

namespace bough {

namespace {

std::string timestampName(const Plan &plan, const Branch &branch, unsigned item) {
  return attributeName(plan, branch, {item, plan.stream(branch, item).timestampColumn});
}

/// All finite pairwise bounds of a closed system whose nodes have names; node 0 is zero.
void writeDifferences(TextWriter &writer, const DifferenceBounds &bounds,
                      const std::vector<std::string> &names) {
  for (unsigned node = 1; node < bounds.size(); ++node) {
    Interval range = bounds.range(node);
    if (range.lo.isFinite() || range.hi.isFinite())
      writer.line("{} in {}", names[node], toString(range));
  }
  for (unsigned x = 1; x < bounds.size(); ++x)
    for (unsigned y = 1; y < bounds.size(); ++y) {
      Bound bound = bounds(x, y);
      // What follows from the two ranges alone is no news.
      if (x != y && bound.isFinite() && bound < bounds(x, 0) + bounds(0, y))
        writer.line("{} - {} <= {}", names[x], names[y], bound.toString());
    }
}

std::string atomText(const Plan &plan, const Branch &branch, const DifferenceAtom &atom) {
  return fmt::format("{} - {} <= {}", attributeName(plan, branch, *atom.x),
                     attributeName(plan, branch, *atom.y), atom.c);
}

std::string keyText(const Plan &plan, const Branch &branch, const IntegerKey &key) {
  std::string text = fmt::format(
      "{} in {}", attributeName(plan, branch, key.members.front().attribute), toString(key.range));
  for (std::size_t i = 1; i < key.members.size(); ++i) {
    text += fmt::format(" = {}", attributeName(plan, branch, key.members[i].attribute));
    if (key.members[i].offset != 0)
      text += fmt::format("{:+}", -Bound(key.members[i].offset).clampToInt64());
  }
  return text;
}

void writeNode(TextWriter &writer, const Plan &plan, const Branch &branch,
               const ShapedForest &shaped, unsigned v) {
  const ForestNode &node = shaped.forest.nodes[v];
  std::string names;
  for (unsigned item : node.items)
    names += (names.empty() ? "" : " = ") + timestampName(plan, branch, item);
  if (!shaped.shapes[v]) {
    writer.line("{}: keeps nothing", names);
  } else {
    const SynopsisShape &shape = *shaped.shapes[v];
    std::string keys;
    for (const TimeKey &key : shape.timeKeys)
      keys += fmt::format("{}age of {} in 0..{}{}", keys.empty() ? "" : ", ",
                          timestampName(plan, branch, shaped.forest.nodes[key.node].items[0]),
                          key.limit, key.isSaturating ? "+" : "");
    for (const IntegerKey &key : shape.integerKeys)
      keys += (keys.empty() ? "" : ", ") + keyText(plan, branch, key);
    writer.line("{}: keeps a counter{}", names, keys.empty() ? "" : " per " + keys);
  }
  TextWriter::Indented indented(writer);
  for (unsigned child : node.children)
    writeNode(writer, plan, branch, shaped, child);
}

bool isSameComparison(const Rejection &a, const Rejection &b) {
  return a.rule == "join" && b.rule == "join" && a.branch == b.branch && a.range == b.range;
}

/// What would help against these rejections of one place, in words.
std::string proposal(const Plan &plan, std::span<const Rejection> rejections) {
  const Branch &branch = plan.branches[rejections.front().branch];
  std::set<AttributeRef> attributes;
  std::set<std::string> windows;
  for (const Rejection &rejection : rejections) {
    if (!plan.column(branch, rejection.attribute).type.isTimestamp())
      attributes.insert(rejection.attribute);
    for (unsigned later : rejection.laterItems)
      windows.insert(fmt::format("{} <= {} + INTERVAL '...'", timestampName(plan, branch, later),
                                 timestampName(plan, branch, rejection.attribute.item)));
  }
  std::string ranges;
  for (AttributeRef attribute : attributes)
    ranges +=
        fmt::format("{}'{}'", ranges.empty() ? "" : " or ", attributeName(plan, branch, attribute));
  if (!ranges.empty())
    ranges = fmt::format("a range for {} (CHECK or BETWEEN), or ", ranges);
  return fmt::format("{}a window between the timestamps ({}) would bound it", ranges,
                     fmt::join(windows, " AND "));
}

} // namespace

std::string explainClosure(const Plan &plan, const Analysis &analysis) {
  TextWriter writer;
  for (std::size_t i = 0; i < plan.branches.size(); ++i) {
    const Branch &branch = plan.branches[i];
    const Closure &closure = analysis.closures[i];
    writer.line("branch {}{}", i + 1, closure.isContradictory ? ": contradictory" : "");
    TextWriter::Indented indented(writer);
    if (closure.isContradictory) {
      for (unsigned atom : closure.contradiction)
        writer.lineText(std::string(plan.source->text(branch.atoms[atom].range)));
      continue;
    }
    std::vector<std::string> integerNames{"0"}, timeNames{"0"};
    for (AttributeRef attribute : closure.attributes)
      integerNames.push_back(attributeName(plan, branch, attribute));
    for (unsigned item = 0; item < branch.items.size(); ++item)
      timeNames.push_back(timestampName(plan, branch, item));
    writer.line("integers");
    {
      TextWriter::Indented inner(writer);
      writeDifferences(writer, closure.integers, integerNames);
    }
    writer.line("timestamps");
    {
      TextWriter::Indented inner(writer);
      writeDifferences(writer, closure.times, timeNames);
    }
    writer.line("join atoms that do not follow from others");
    TextWriter::Indented inner(writer);
    if (closure.joinAtoms.empty())
      writer.line("none");
    for (unsigned index : closure.joinAtoms) {
      const DifferenceAtom &atom = closure.atoms[index];
      writer.line(
          "{}; relevant {} in {}, {} in {}", atomText(plan, branch, atom),
          attributeName(plan, branch, *atom.x), toString(closure.relevantRange(atom, *atom.x)),
          attributeName(plan, branch, *atom.y), toString(closure.relevantRange(atom, *atom.y)));
    }
  }
  return writer.take();
}

std::string explainForests(const Plan &plan, const Analysis &analysis) {
  TextWriter writer;
  for (std::size_t i = 0; i < analysis.forests.size(); ++i)
    for (std::size_t j = 0; j < analysis.forests[i].size(); ++j) {
      const ShapedForest &shaped = analysis.forests[i][j];
      writer.line("branch {}, forest {} of {}", i + 1, j + 1, analysis.forests[i].size());
      TextWriter::Indented indented(writer);
      for (unsigned root : shaped.forest.roots)
        writeNode(writer, plan, plan.branches[i], shaped, root);
    }
  return writer.take();
}

void reportRejections(const Plan &plan, const Analysis &analysis, DiagnosticEngine &diagnostics) {
  const auto &kind = analysis.verdict == Verdict::Unbounded ? diag::notBounded : diag::notProven;
  std::set<std::pair<std::uint32_t, std::string>> reported;
  for (auto next = analysis.rejections.begin(); next != analysis.rejections.end();) {
    auto first = next;
    std::string reasons;
    do {
      // The branches of a split <> repeat what does not depend on the split.
      if (reported.emplace(next->range.begin, next->reason).second)
        reasons += (reasons.empty() ? "" : "; and ") + next->reason;
      ++next;
    } while (next != analysis.rejections.end() && isSameComparison(*first, *next));
    if (!reasons.empty())
      diagnostics.report(kind, first->range, reasons)
          .notes.push_back({proposal(plan, {first, next}), {}});
  }
}

} // namespace bough

#include "analysis/Explain.h"

#include "analysis/PatternText.h"
#include "analysis/ShapeText.h"
#include "frontend/basic/TextWriter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <span>

namespace bough {

namespace {

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

/// The tables and EXISTS that are joined at a node, or at the emission.
void writePlaces(TextWriter &writer, const Plan &plan, const Branch &branch,
                 const ShapedForest &shaped, std::optional<unsigned> node) {
  for (unsigned item = 0; item < branch.items.size(); ++item)
    if (plan.stream(branch, item).isTable && shaped.tableNodes[item] == node)
      writer.line("joined with the rows of {}", branch.items[item].alias);
  for (const ExistsPlace &place : shaped.exists) {
    if (place.node != node)
      continue;
    const Exists &exists = branch.exists[place.index];
    std::string condition =
        fmt::format("{}EXISTS {}", exists.isNegated ? "NOT " : "", exists.item.alias);
    std::string path;
    for (unsigned v : place.path)
      path += (path.empty() ? "" : ", ") + nodeNames(plan, branch, shaped.forest.nodes[v]);
    switch (place.kind) {
    case ExistsPlace::Kind::Table:
      writer.line("{}: among the rows of the table", condition);
      break;
    case ExistsPlace::Kind::Look:
      writer.line("{}: {}", condition, shapeText(plan, branch, shaped, place.shape));
      break;
    case ExistsPlace::Kind::Remove:
      writer.line("{}: its rows remove what is kept at {}", condition, path);
      break;
    case ExistsPlace::Kind::Enable:
      writer.line("{}: its rows mark what is kept at {}", condition, path);
      break;
    }
  }
}

void writeNode(TextWriter &writer, const Plan &plan, const Branch &branch,
               const ShapedForest &shaped, unsigned v) {
  const ForestNode &node = shaped.forest.nodes[v];
  writer.line("{}: {}", nodeNames(plan, branch, node),
              shaped.shapes[v] ? shapeText(plan, branch, shaped, *shaped.shapes[v])
                               : "keeps nothing");
  TextWriter::Indented indented(writer);
  writePlaces(writer, plan, branch, shaped, v);
  for (unsigned child : node.children)
    writeNode(writer, plan, branch, shaped, child);
}

/// What a distinct term remembers.
void writeResult(TextWriter &writer, const Plan &plan, const Term &term,
                 const ResultShape &result) {
  if (result.isPerBatch) {
    writer.line("rows of the result: equal ones come in one batch, nothing is kept");
    return;
  }
  std::string keys;
  for (const ResultShape::Key &key : result.keys) {
    const std::string &name = plan.queries[term.query].columns[key.column].name;
    keys += (keys.empty() ? "" : ", ");
    switch (key.kind) {
    case ResultShape::Key::Kind::Slots:
      keys += fmt::format("{} in {}", name, toString(key.range));
      break;
    case ResultShape::Key::Kind::Age:
      keys += fmt::format("age of {} in 0..{}", name, key.limit);
      break;
    case ResultShape::Key::Kind::Any:
      keys += name;
      break;
    }
  }
  writer.line("rows of the result: keeps whether there is one{}{}",
              keys.empty() ? "" : " per " + keys,
              result.capacity ? fmt::format(", at most {} entries", *result.capacity) : "");
}

/// What a term with an aggregation keeps.
void writeGroups(TextWriter &writer, const Term &term, const GroupShape &shape) {
  std::string keys;
  for (const Interval &key : shape.keys)
    keys += (keys.empty() ? ", by " : ", ") + toString(key);
  if (const std::optional<Window> &window = term.aggregation->window)
    keys += fmt::format(", in windows of {} every {}", window->size, window->slide);
  writer.line("totals of groups: at most {}{}", shape.groups, keys);
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
  if (windows.empty())
    return "";
  std::string ranges;
  for (AttributeRef attribute : attributes)
    ranges +=
        fmt::format("{}'{}'", ranges.empty() ? "" : " or ", attributeName(plan, branch, attribute));
  if (!ranges.empty())
    ranges = fmt::format("a range for {} (CHECK or BETWEEN), or ", ranges);
  if (branch.pattern)
    return ranges + "WITHIN INTERVAL '...' or WITHIN n EVENTS would bound it";
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
  for (std::size_t i = 0; i < analysis.patterns.size(); ++i)
    if (analysis.patterns[i]) {
      writer.line("branch {}, a pattern", i + 1);
      TextWriter::Indented indented(writer);
      writePattern(writer, plan, plan.branches[i], *analysis.patterns[i]);
    }
  for (std::size_t i = 0; i < analysis.forests.size(); ++i)
    for (std::size_t j = 0; j < analysis.forests[i].size(); ++j) {
      const ShapedForest &shaped = analysis.forests[i][j];
      writer.line("branch {}, forest {} of {}", i + 1, j + 1, analysis.forests[i].size());
      TextWriter::Indented indented(writer);
      for (unsigned root : shaped.forest.roots)
        writeNode(writer, plan, plan.branches[i], shaped, root);
      writePlaces(writer, plan, plan.branches[i], shaped, std::nullopt);
    }
  for (std::size_t term = 0; term < analysis.results.size(); ++term)
    if (analysis.results[term])
      writeResult(writer, plan, plan.terms[term], *analysis.results[term]);
  for (std::size_t term = 0; term < analysis.groups.size(); ++term)
    if (analysis.groups[term])
      writeGroups(writer, plan.terms[term], *analysis.groups[term]);
  return writer.take();
}

namespace {

/// The exact text to insert, at its places, and what the repaired file needs.
void addRepair(const Repair &repair, Diagnostic &error) {
  auto place = [](const Insertion &insertion) {
    return SourceRange{insertion.offset, insertion.offset};
  };
  if (repair.insertions.size() == 1) {
    const Insertion &insertion = repair.insertions.front();
    error.notes.push_back(
        {fmt::format("bounded with '{}' here: {} bytes", insertion.text, repair.bytes),
         place(insertion)});
    return;
  }
  error.notes.push_back({fmt::format("bounded with these {} changes together: {} bytes",
                                     repair.insertions.size(), repair.bytes),
                         {}});
  for (const Insertion &insertion : repair.insertions)
    error.notes.push_back({fmt::format("'{}' here", insertion.text), place(insertion)});
}

/// Whether a repair was made for one of the rejections from `first` on, and for none before them.
bool belongsTo(const Repair &repair, std::size_t first, std::size_t last) {
  unsigned start = *std::min_element(repair.rejections.begin(), repair.rejections.end());
  return first <= start && start < last;
}

} // namespace

void reportRejections(const Plan &plan, const Analysis &analysis,
                      const std::vector<Repair> &repairs, DiagnosticEngine &diagnostics) {
  const std::vector<Rejection> &rejections = analysis.rejections;
  std::set<std::pair<std::uint32_t, std::string>> reported;
  for (std::size_t first = 0, next = 0; first < rejections.size(); first = next) {
    std::string reasons;
    bool isWitnessed = false;
    do {
      const Rejection &rejection = rejections[next];
      // The branches of a split <> repeat what does not depend on the split.
      if (reported.emplace(rejection.range.begin, rejection.reason).second)
        reasons += (reasons.empty() ? "" : "; and ") + rejection.reason;
      isWitnessed |= rejection.isWitnessed;
      ++next;
    } while (next != rejections.size() && isSameComparison(rejections[first], rejections[next]));
    if (reasons.empty())
      continue;
    Diagnostic &error = diagnostics.report(isWitnessed ? diag::notBounded : diag::notProven,
                                           rejections[first].range, reasons);
    for (const Repair &repair : repairs)
      if (belongsTo(repair, first, next))
        addRepair(repair, error);
    if (!repairs.empty())
      continue; // they lift this rejection, too
    std::string note = proposal(plan, std::span(rejections).subspan(first, next - first));
    if (!note.empty())
      error.notes.push_back({std::move(note), {}});
  }
}

} // namespace bough

#include "analysis/SeedReport.h"

#include "analysis/SeedReasons.h"
#include "frontend/basic/TextWriter.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bough {

namespace {

std::string joinNames(const std::vector<std::string> &names, std::string_view separator = ", ") {
  return fmt::format("{}", fmt::join(names, separator));
}

/// x - y <= c, or x = y + c, as a comparison.
std::string comparison(const std::string &x, const std::string &y, Bound c, bool isEquality) {
  auto plus = [](const std::string &name, Bound offset) {
    return offset == Bound(0) ? name : fmt::format("{} + {}", name, offset.toString());
  };
  if (isEquality)
    return c < Bound(0) ? fmt::format("{} = {}", plus(x, -c), y)
                        : fmt::format("{} = {}", x, plus(y, c));
  if (c < Bound(0))
    return fmt::format("{} < {}", plus(x, -c - Bound(1)), y);
  return fmt::format("{} <= {}", x, plus(y, c));
}

/// "0 < t.b < 5"; empty when there are no bounds.
std::string rangeText(const std::string &name, Interval range) {
  if (range.isFinite() && range.lo == range.hi)
    return fmt::format("{} = {}", name, range.lo.toString());
  std::string lower, upper;
  if (range.lo.isFinite())
    lower = (range.lo - Bound(1)).toString() + " < ";
  if (range.hi.isFinite())
    upper = " < " + (range.hi + Bound(1)).toString();
  return lower.empty() && upper.empty() ? "" : lower + name + upper;
}

class Report {
public:
  Report(const Plan &plan, const SeedBranch &branch, std::size_t ltoLimit, TextWriter &writer)
      : plan_(plan), branch_(branch), query_(branch.query), graph_(branch.graph),
        source_(plan.branches[branch.query.branch]), ltoLimit_(ltoLimit), writer_(writer),
        conditions_(plan, query_, graph_) {}

  void write() {
    writer_.line("branch {}: {}", query_.branch + 1,
                 query_.isDistinct ? "duplicates eliminated, Theorem 2"
                                   : "duplicates preserved, Theorem 1");
    TextWriter::Indented indented(writer_);
    writeDisjunctions();
    if (query_.closure.isContradictory) {
      writer_.line("the predicates contradict each other: there is nothing to compute");
      return;
    }
    writeStreams();
    writeOrders();
    section("P+ before step 4", [this] { writePredicates(); });
    section("comparisons between streams in it", [this] { writeJoins(); });
    section("unbounded attributes, MaxRef and MinRef", [this] { writeReferences(); });
    section("dependency graphs", [this] { writeGraphs(); });
    section("conditions on every LTO query", [this] { writeConditions(); });
    writeLtoQueries();
  }

private:
  template <typename Body> void section(std::string_view title, const Body &body) {
    writer_.line("{}", title);
    TextWriter::Indented indented(writer_);
    body();
  }

  std::string node(unsigned node) const { return seedNodeName(plan_, query_, node); }
  std::string stream(unsigned stream) const { return seedStreamName(plan_, query_, stream); }
  std::string time(unsigned item) const {
    return attributeName(plan_, source_, {item, plan_.stream(source_, item).timestampColumn});
  }

  // --- preprocessing ---------------------------------------------------------------------------

  void writeDisjunctions() {
    auto isOfSelect = [&](const Branch &branch) { return branch.range == source_.range; };
    auto parts = std::count_if(plan_.branches.begin(), plan_.branches.end(), isOfSelect);
    if (parts == 1) {
      writer_.line("step 1, disjunctions: none");
      return;
    }
    auto here = plan_.branches.begin() + static_cast<std::ptrdiff_t>(query_.branch);
    writer_.line("step 1, disjunctions: the SELECT is a union of {}; this is number {}", parts,
                 std::count_if(plan_.branches.begin(), here, isOfSelect) + 1);
  }

  void writeStreams() {
    std::vector<std::string> joined, finite;
    for (unsigned s = 0; s < query_.streams.size(); ++s) {
      const std::vector<unsigned> &items = query_.streams[s].items;
      if (items.size() > 1) {
        std::vector<std::string> times;
        for (unsigned item : items)
          times.push_back(time(item));
        joined.push_back(
            fmt::format("{}, with the timestamp {}", stream(s), joinNames(times, " = ")));
      }
      if (query_.streams[s].isFinite)
        finite.push_back(
            fmt::format("{}, up to {}", stream(s),
                        query_.closure.times(Closure::timeNode(items.front()), 0).toString()));
    }
    writer_.line("step 2, streams of equal timestamps: {}",
                 joined.empty() ? "none" : joinNames(joined, "; "));
    writer_.line("step 3, finite streams: {}", finite.empty() ? "none" : joinNames(finite, "; "));
  }

  std::string countText(const SeedOrderCount &count) const {
    return (count.isLowerBound ? "at least " : "") + count.count.toString();
  }

  void writeOrders() {
    std::vector<std::string> constants, orders;
    for (Bound constant : query_.constants)
      constants.push_back(constant.toString());
    for (unsigned s : graph_.streams)
      orders.push_back(fmt::format("{} {}", stream(s), countText(branch_.orders[s])));
    writer_.line("step 4, orders of the attributes of each stream and the constants ({})",
                 constants.empty() ? "there are none" : joinNames(constants));
    TextWriter::Indented indented(writer_);
    writer_.line("{}: {}", joinNames(orders),
                 branch_.ltoQueries.count == Natural(1)
                     ? "1 LTO query"
                     : countText(branch_.ltoQueries) + " LTO queries");
  }

  // --- P+ --------------------------------------------------------------------------------------

  /// All comparisons x - y <= D[x,y] in a closed system that its ranges do not imply, an equality
  /// once.
  template <typename Visit>
  static void forEachDifference(const DifferenceBounds &bounds, const Visit &visit) {
    for (unsigned x = 1; x < bounds.size(); ++x)
      for (unsigned y = 1; y < bounds.size(); ++y) {
        Bound c = bounds(x, y);
        bool isEquality = c.isFinite() && c + bounds(y, x) == Bound(0);
        bool isNew = c < bounds(x, 0) + bounds(0, y);
        if (x != y && c.isFinite() && isNew && (!isEquality || x < y))
          visit(x, y, isEquality);
      }
  }

  /// What follows from the order of the timestamps and from 0 being the first of all. Time is
  /// discrete, so that between ordered timestamps there are distances that nobody means.
  DifferenceBounds orderOfTimes() const {
    const DifferenceBounds &times = query_.closure.times;
    DifferenceBounds order(times.size());
    for (unsigned x = 0; x < times.size(); ++x)
      for (unsigned y = 0; y < times.size(); ++y)
        if (times(x, y) <= Bound(0))
          order.add(x, y, x == 0 ? Bound(0) : std::max(times(x, y), Bound(-1)));
    order.close();
    return order;
  }

  void writePredicates() {
    std::vector<std::string> lines;
    const DifferenceBounds &integers = query_.closure.integers;
    for (unsigned n = 1; n < integers.size(); ++n)
      lines.push_back(rangeText(node(n), integers.range(n)));
    forEachDifference(integers, [&](unsigned x, unsigned y, bool isEquality) {
      lines.push_back(comparison(node(x), node(y), integers(x, y), isEquality));
    });
    DifferenceBounds times = query_.closure.times, order = orderOfTimes();
    for (unsigned item = 0; item < plan_.streamItems(source_); ++item) {
      Interval range = times.range(Closure::timeNode(item));
      if (range.lo == order.range(Closure::timeNode(item)).lo)
        range.lo = Bound::minusInfinity();
      lines.push_back(rangeText(time(item), range));
    }
    forEachDifference(times, [&](unsigned x, unsigned y, bool isEquality) {
      Bound c = times(x, y);
      if (c < Bound(0) && c == order(x, y))
        c = -1;
      lines.push_back(comparison(time(x - 1), time(y - 1), c, isEquality));
    });
    std::erase(lines, "");
    if (lines.empty())
      lines.emplace_back("nothing");
    for (const std::string &line : lines)
      writer_.lineText(line);
  }

  std::string joinText(const SeedJoin &join) const {
    return comparison(node(join.x), node(join.y), join.c, join.isEquality);
  }
  /// A consequence of ranges that is no order is nothing that anyone would call a comparison.
  static bool isWorthWriting(const SeedJoin &join) {
    return join.between != 0U || join.c <= Bound(0);
  }

  void writeJoins() {
    bool isEmpty = true;
    for (const SeedJoin &join : conditions_.joins(query_.closure.integers)) {
      if (!isWorthWriting(join))
        continue;
      isEmpty = false;
      std::string why;
      if (join.between)
        why = *join.between == 0 ? ": redundant, a constant lies between"
                                 : fmt::format(": redundant, {} lies between", node(*join.between));
      writer_.line("{}{}", joinText(join), why);
    }
    if (isEmpty)
      writer_.line("none");
  }

  std::string classesText(const std::vector<std::vector<unsigned>> &classes) const {
    std::vector<std::string> texts;
    for (const std::vector<unsigned> &members : classes) {
      std::vector<std::string> names;
      for (unsigned member : members)
        names.push_back(node(member));
      texts.push_back(joinNames(names, " = "));
    }
    return fmt::format("{{{}}}", joinNames(texts));
  }

  std::vector<std::string> unboundedNames(unsigned s, const DifferenceBounds &bounds) const {
    std::vector<std::string> names;
    for (unsigned n : query_.streams[s].nodes)
      if (!conditions_.isBounded(n, bounds))
        names.push_back(node(n));
    return names;
  }

  void writeReferences() {
    std::vector<SeedReferences> references = conditions_.references(query_.closure.integers);
    for (unsigned s : graph_.streams) {
      std::vector<std::string> unbounded = unboundedNames(s, query_.closure.integers);
      writer_.line("{}: unbounded {}; MaxRef {}, MinRef {}", stream(s),
                   unbounded.empty() ? "none" : joinNames(unbounded),
                   classesText(references[s].maxRef), classesText(references[s].minRef));
    }
  }

  // --- graphs ----------------------------------------------------------------------------------

  void writeVertex(unsigned s) {
    const SeedGraph::Vertex &vertex = graph_.vertices[s];
    std::string distance;
    if (vertex.distance)
      distance = fmt::format(", distance {}", *vertex.distance);
    writer_.line("{}{}{}", stream(s), distance, vertex.isKept ? ", kept" : "");
    TextWriter::Indented indented(writer_);
    for (unsigned child : vertex.children)
      writeVertex(child);
  }

  void writeGraphs() {
    for (unsigned component = 0; component < graph_.isTree.size(); ++component) {
      writer_.line("component {}: {}", component + 1,
                   graph_.isTree[component] ? "a tree" : "no tree");
      TextWriter::Indented indented(writer_);
      if (graph_.isTree[component]) {
        for (unsigned root : graph_.roots)
          if (graph_.vertices[root].component == component)
            writeVertex(root);
        continue;
      }
      // Below several parents a vertex would be written over and over.
      for (unsigned s : graph_.streams) {
        const SeedGraph::Vertex &vertex = graph_.vertices[s];
        if (vertex.component != component)
          continue;
        std::vector<std::string> parents;
        for (unsigned parent : vertex.parents)
          parents.push_back(stream(parent));
        writer_.line("{}{}{}", stream(s),
                     parents.empty() ? ", a root" : ", below " + joinNames(parents, " and "),
                     vertex.isKept ? ", kept" : "");
      }
    }
  }

  // --- conditions ------------------------------------------------------------------------------

  void writeConditions() {
    for (SeedCondition condition : seedConditions(query_.isDistinct)) {
      auto isOf = [&](const SeedFault &fault) { return fault.condition == condition; };
      bool fails = std::any_of(branch_.findings.begin(), branch_.findings.end(),
                               [&](const SeedFinding &finding) { return isOf(finding.fault); });
      bool isOpen = !fails && std::any_of(branch_.undecided.begin(), branch_.undecided.end(), isOf);
      writer_.line("{} {}: {}", toString(condition),
                   fails    ? "fails"
                   : isOpen ? "is not decided"
                            : "holds",
                   describe(condition));
      TextWriter::Indented indented(writer_);
      for (const SeedFinding &finding : branch_.findings) {
        if (!isOf(finding.fault))
          continue;
        writer_.lineText(seedReason(plan_, branch_, finding.fault, finding.bounds));
        if (std::string example = seedExample(plan_, branch_, finding); !example.empty())
          writer_.line("  in the LTO query {}", example);
      }
    }
  }

  void writeLtoQueries() {
    std::vector<SeedLtoQuery> ltoQueries = listLtoQueries(plan_, branch_, ltoLimit_);
    if (ltoQueries.empty()) {
      writer_.line("LTO queries: more than {}, not listed", ltoLimit_);
      return;
    }
    writer_.line("LTO queries");
    TextWriter::Indented indented(writer_);
    for (std::size_t i = 0; i < ltoQueries.size(); ++i)
      writeLtoQuery(i + 1, ltoQueries[i]);
  }

  void writeLtoQuery(std::size_t number, const SeedLtoQuery &lto) {
    std::vector<std::string> orders;
    for (unsigned s : graph_.streams)
      if (!query_.streams[s].ordered.empty())
        orders.push_back(toString(plan_, query_, lto.orders[s]));
    writer_.line("{}. {}", number, orders.empty() ? "nothing to order" : joinNames(orders, "; "));
    TextWriter::Indented indented(writer_);
    if (lto.isEmpty) {
      writer_.line("  empty: the orders contradict P");
      return;
    }
    std::vector<std::string> unbounded, comparisons, faults;
    for (unsigned s : graph_.streams)
      for (std::string &name : unboundedNames(s, lto.bounds))
        unbounded.push_back(std::move(name));
    for (const SeedJoin &join : conditions_.joins(lto.bounds))
      if (!join.between)
        comparisons.push_back(joinText(join));
    for (const SeedFault &fault : lto.faults)
      faults.push_back(fmt::format("{}: {}", toString(fault.condition),
                                   seedReason(plan_, branch_, fault, lto.bounds)));
    writer_.line("  unbounded {}; not redundant {}",
                 unbounded.empty() ? "none" : joinNames(unbounded),
                 comparisons.empty() ? "none" : joinNames(comparisons));
    if (faults.empty())
      writer_.line("  accepted");
    for (const std::string &fault : faults)
      writer_.line("  {}", fault);
  }

  const Plan &plan_;
  const SeedBranch &branch_;
  const SeedQuery &query_;
  const SeedGraph &graph_;
  const Branch &source_;
  std::size_t ltoLimit_;
  TextWriter &writer_;
  SeedConditions conditions_;
};

} // namespace

std::string explainSeed(const Plan &plan, const SeedAnalysis &analysis, std::size_t ltoLimit) {
  TextWriter writer;
  for (const SeedBranch &branch : analysis.branches)
    Report(plan, branch, ltoLimit, writer).write();
  return writer.take();
}

} // namespace bough

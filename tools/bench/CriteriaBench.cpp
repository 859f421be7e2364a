#include "tools/bench/Benches.h"

#include "analysis/Analysis.h"
#include "analysis/SeedCriteria.h"
#include "frontend/sema/Binder.h"

#include <benchmark/benchmark.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace bough::bench {

namespace {

struct Size {
  unsigned items, attributes, constants;
};

/// A chain of streams in which every attribute is compared with the same one of the next stream.
/// Two of the constants bound all attributes, so that the query is accepted; the others bound
/// single attributes from below.
std::string querySql(Size size) {
  bool isBounded = size.constants >= 2;
  std::string sql;
  std::vector<std::string> from, where;
  for (unsigned i = 0; i < size.items; ++i) {
    sql += fmt::format("CREATE STREAM s{} (", i);
    for (unsigned a = 0; a < size.attributes; ++a)
      sql += fmt::format("a{} INT{}, ", a,
                         isBounded ? fmt::format(" CHECK (a{} BETWEEN 1 AND 99)", a) : "");
    sql += "t TIMESTAMP) WITH (max_per_timestamp = 9);\n";
    from.push_back(fmt::format("s{}", i));
    if (i == 0)
      continue;
    where.push_back(fmt::format("s{}.t < s{}.t", i, i - 1));
    for (unsigned a = 0; a < size.attributes; ++a)
      where.push_back(fmt::format("s{}.a{} <= s{}.a{}", i, a, i - 1, a));
  }
  unsigned attributes = size.items * size.attributes;
  for (unsigned c = isBounded ? 2 : 0; c < size.constants; ++c)
    where.push_back(
        fmt::format("s{}.a{} > {}", c % attributes / size.attributes, c % size.attributes, 2 * c));
  sql += fmt::format("SELECT s0.a0 FROM {} WHERE {}", fmt::join(from, ", "),
                     fmt::join(where, " AND "));
  return sql;
}

Plan bindSql(const std::string &sql) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("benchmark.sql", sql));
  return *bindSource(diagnostics.source(), diagnostics);
}

void exactly(benchmark::State &state, Size size) {
  std::string sql = querySql(size);
  for (auto _ : state) {
    Plan plan = bindSql(sql);
    DiagnosticEngine diagnostics(plan.source);
    benchmark::DoNotOptimize(analyse(plan, diagnostics));
  }
}

/// Counts the LTO queries, and looks only at those orders that a condition depends on.
void bySeed(benchmark::State &state, Size size) {
  std::string sql = querySql(size);
  double ltoQueries = 0;
  for (auto _ : state) {
    Plan plan = bindSql(sql);
    DiagnosticEngine diagnostics(plan.source);
    std::optional<SeedAnalysis> analysis = analyseBySeed(plan, diagnostics);
    ltoQueries = std::stod(analysis->branches.front().ltoQueries.count.toString());
  }
  state.counters["LTO"] = ltoQueries;
}

constexpr std::size_t mostEnumerated = 1000;

/// Checks LTO queries one by one, up to `mostEnumerated` of them: what deciding by the definition
/// takes for each, and for all.
void byEnumeration(benchmark::State &state, Size size) {
  Plan plan = bindSql(querySql(size));
  DiagnosticEngine diagnostics(plan.source);
  SeedAnalysis analysis = *analyseBySeed(plan, diagnostics);
  const SeedBranch &branch = analysis.branches.front();
  if (branch.query.closure.isContradictory) // has no graph, and no orders
    return state.SkipWithError("the query never gives a result");
  SeedConditions conditions(plan, branch.query, branch.graph);
  std::size_t enumerated = 0, faulty = 0;
  for (auto _ : state) {
    std::vector<DifferenceBounds> ltoQueries{branch.query.closure.integers};
    for (unsigned stream : branch.graph.streams) {
      std::vector<DifferenceBounds> longer;
      for (const SeedOrder &order : listSeedOrders(branch.query, stream, mostEnumerated))
        for (DifferenceBounds bounds : ltoQueries)
          if (longer.size() < mostEnumerated && addSeedOrder(branch.query, order, bounds))
            longer.push_back(std::move(bounds));
      ltoQueries = std::move(longer);
    }
    enumerated = ltoQueries.size();
    for (const DifferenceBounds &bounds : ltoQueries)
      faulty += !conditions.faults(bounds).empty();
  }
  benchmark::DoNotOptimize(faulty);
  state.counters["enumerated"] = static_cast<double>(enumerated);
  state.counters["each"] = benchmark::Counter(static_cast<double>(enumerated),
                                              benchmark::Counter::kIsIterationInvariantRate |
                                                  benchmark::Counter::kInvert);
}

} // namespace

void addCriteriaBenches() {
  // The largest one along each side, then all sides together, beyond what is promised at the end.
  const Size sizes[] = {{2, 4, 20}, {3, 4, 20}, {4, 4, 20}, {5, 4, 20}, {6, 4, 20},
                        {5, 1, 20}, {5, 2, 20}, {5, 3, 20}, {5, 4, 1},  {5, 4, 5},
                        {5, 4, 10}, {2, 1, 1},  {3, 2, 5},  {4, 3, 10}, {10, 8, 40}};
  for (Size size : sizes) {
    std::string name = fmt::format("{}-items/{}-attributes/{}-constants", size.items,
                                   size.attributes, size.constants);
    benchmark::RegisterBenchmark(("criteria/" + name + "/exact").c_str(), exactly, size)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("criteria/" + name + "/seed").c_str(), bySeed, size)
        ->Unit(benchmark::kMillisecond);
    if (size.items <= 6) // seconds
      benchmark::RegisterBenchmark(("criteria/" + name + "/enumeration").c_str(), byEnumeration,
                                   size)
          ->Unit(benchmark::kMillisecond);
  }
}

} // namespace bough::bench

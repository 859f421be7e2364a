#include "analysis/shedding/TreeTraining.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Schema.h"
#include "codegen/lower/ShedLowering.h"
#include "frontend/sema/Binder.h"
#include "runtime/shedding/ESpiceTraining.h"
#include "runtime/shedding/ForestShedder.h"
#include "runtime/shedding/Pane.h"
#include "runtime/shedding/ShedderState.h"
#include "tools/bench/Benches.h"
#include "tools/bench/CountingSink.h"
#include "tools/bench/Programs.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <random>

namespace bough::bench {

namespace {

constexpr std::size_t rowCount = 200'000;

/// Six types by a column, two attributes; what the query makes of the rows is not measured.
constexpr const char *queryText = R"(
CREATE STREAM e (ts TIMESTAMP, type INT CHECK (type BETWEEN 0 AND 5),
                 v INT CHECK (v BETWEEN 0 AND 99), w INT CHECK (w BETWEEN 0 AND 9));
SELECT a.v FROM PATTERN (e a ; e b) WHERE a.type = 0 AND b.type = 1 WITHIN 20 EVENTS MATCH NEXT;
)";
/// A program of these rows that does nothing but shed them.
constexpr const char *programText = R"(program @q {
  stream @e(ts: time, type: i64, v: i64, w: i64)
  result @q ()
}
)";

MachineSchema readSchema() {
  DiagnosticEngine diagnostics(std::make_shared<Source>("q.sql", queryText));
  const std::optional<Plan> plan = bindSource(diagnostics.source(), diagnostics);
  if (!plan) {
    std::fputs(diagnostics.renderAll(false).c_str(), stderr);
    std::exit(2);
  }
  return schemaOf(*plan);
}

/// Rows of skewed types; a row matters when few rows of type 1 came before it and its value is
/// small.
struct ShedBed {
  MachineSchema schema = readSchema();
  std::vector<std::uint32_t> tags = std::vector<std::uint32_t>(rowCount, 0);
  std::vector<std::int64_t> cells;
  ShedFeatures features;
  std::optional<AggregatedObservations> observations;
  std::optional<ESpiceTraining> espice;
  std::vector<std::uint64_t> rowsOfTypes;

  explicit ShedBed(std::uint64_t seed) {
    std::mt19937_64 random(1);
    for (std::size_t row = 0; row < rowCount; ++row) {
      const auto below = [&](std::uint64_t most) {
        return static_cast<std::int64_t>(random() % most);
      };
      cells.insert(cells.end(), {static_cast<std::int64_t>(row + 1), std::min(below(6), below(6)),
                                 below(100), below(10)});
    }
    FeatureOptions options;
    options.types = {"e.type"};
    options.attributes = {"e.v:bin=10", "e.w:bin=2"};
    DiagnosticEngine diagnostics;
    features = *declareFeatures(options, schema, diagnostics);
    observations.emplace(features);
    ShedWindows windows;
    espice.emplace(features, windows);
    rowsOfTypes.assign(features.typeCount(), 0);
    RowFeatures rows(features, schema);
    const Zobrist zobrist(features, seed);
    Pane pane(zobrist);
    for (std::size_t row = 0; row < rowCount; ++row) {
      const ShedRow known = rows.row(0, cells.data() + 4 * row);
      const std::uint64_t weight =
          pane.frequencies()[1] < 3 && known.attributes[0] < 40 ? known.type : 0;
      observations->add(known, pane.frequencies(), weight);
      espice->row(known.type);
      if (weight != 0)
        espice->contribution(row, row, row, weight);
      ++rowsOfTypes[known.type];
      pane.shift(known.type);
    }
  }
};

const ShedBed &shedBed() {
  static const ShedBed bed(1);
  return bed;
}

/// Empty when it cannot be trained here.
std::optional<ShedModel> makeModel(const ShedBed &bed, ShedKind kind) {
  ShedModel model;
  model.kind = kind;
  model.features = bed.features;
  model.seed = 1;
  const Zobrist zobrist(model.features, model.seed);
  switch (kind) {
  case ShedKind::GspiceH:
    model.content = UtilityTable(*bed.observations, zobrist);
    break;
  case ShedKind::GspiceT:
  case ShedKind::GspiceF: {
    TreeOptions options;
    options.trees = kind == ShedKind::GspiceT ? 1 : 10;
    DiagnosticEngine diagnostics;
    std::optional<RegressionForest> forest = trainTrees(*bed.observations, options, diagnostics);
    if (!forest)
      return std::nullopt;
    model.distribution = distributionOf(*forest, *bed.observations);
    model.content = std::move(*forest);
    break;
  }
  case ShedKind::ESpice:
    model.distribution = UtilityDistribution({{0, 1}, {500000, 1}});
    model.content = bed.espice->utilities();
    break;
  case ShedKind::TypeWeights: {
    const std::vector<std::uint32_t> repetition(bed.features.typeCount(), 1);
    model.content =
        TypeWeightTable::make(repetition, bed.rowsOfTypes, TypeWeightTable::Frequency::Raises);
    break;
  }
  case ShedKind::Random:
    break;
  }
  return model;
}

void countRows(benchmark::State &state) {
  state.counters["10^9 rows"] = benchmark::Counter(static_cast<double>(rowCount) / 1e9,
                                                   benchmark::Counter::kIsIterationInvariantRate |
                                                       benchmark::Counter::kInvert);
}

/// Rows go through the JIT's ingest loop; half of them are dropped.
void runCompiled(benchmark::State &state, ShedKind kind) {
  const ShedBed &bed = shedBed();
  const std::optional<ShedModel> model = makeModel(bed, kind);
  if (!model)
    return state.SkipWithError("XGBoost is missing");
  ir::Program program = parseProgram(programText);
  addShedding(program, {*model, bed.schema}, {});
  DiagnosticEngine diagnostics;
  if (!ir::verify(program, diagnostics))
    return state.SkipWithError(diagnostics.renderAll(false).c_str());
  const std::unique_ptr<Machine> machine = compileProgram(program);
  const Zobrist zobrist(model->features, model->seed);
  const auto *table = std::get_if<UtilityTable>(&model->content);
  const bough_utilities utilities =
      table != nullptr ? table->abi(zobrist.numbers()) : bough_utilities{};
  ShedderState shedder(model->features.typeCount(),
                       table != nullptr ? table->distribution() : model->distribution);
  const UtilityThreshold thresholds(table != nullptr ? table->distribution() : model->distribution);
  UtilityThreshold::apply(thresholds.at({1, 2}), shedder.abi());
  shedder.abi().active = 1;
  std::vector<std::uint8_t> mask(rowCount);
  void *memory = std::aligned_alloc(64, (machine->stateBytes() + 63) / 64 * 64);
  CountingSink sink(1);
  for (auto _ : state) {
    machine->init(memory);
    const bough_offered_rows offered{
        {bed.tags.data(), bed.cells.data(), 4, rowCount}, &utilities, &shedder.abi(), mask.data()};
    if (machine->ingestOffered(memory, &offered, &sink.sink) != BOUGH_OK)
      state.SkipWithError("the machine stopped");
  }
  std::free(memory);
  std::uint64_t dropped = 0;
  for (std::uint8_t each : mask)
    dropped += each;
  state.counters["dropped"] = static_cast<double>(dropped) / rowCount;
  countRows(state);
}

/// The same loop over rows that nobody weighs.
void runWithout(benchmark::State &state) {
  const ShedBed &bed = shedBed();
  const std::unique_ptr<Machine> machine = compileProgram(parseProgram(programText));
  void *memory = std::aligned_alloc(64, (machine->stateBytes() + 63) / 64 * 64);
  CountingSink sink(1);
  const bough_tagged_rows rows{bed.tags.data(), bed.cells.data(), 4, rowCount};
  for (auto _ : state) {
    machine->init(memory);
    if (machine->ingestMixed(memory, &rows, &sink.sink) != BOUGH_OK)
      state.SkipWithError("the machine stopped");
  }
  std::free(memory);
  countRows(state);
}

void runInterpreted(benchmark::State &state, ShedKind kind) {
  const ShedBed &bed = shedBed();
  const std::optional<ShedModel> model = makeModel(bed, kind);
  if (!model)
    return state.SkipWithError("XGBoost is missing");
  const Zobrist zobrist(model->features, model->seed);
  const std::unique_ptr<Shedder> shedder = makeShedder(*model, zobrist);
  RowFeatures features(model->features, bed.schema);
  shedder->beginInterval({1, 2});
  std::uint64_t dropped = 0;
  for (auto _ : state) {
    dropped = 0;
    for (std::size_t row = 0; row < rowCount; ++row) {
      const ShedRow known = features.row(0, bed.cells.data() + 4 * row);
      dropped += shedder->drops(known) ? 1 : 0;
      shedder->shift(known);
    }
    benchmark::DoNotOptimize(dropped);
  }
  state.counters["dropped"] = static_cast<double>(dropped) / rowCount;
  countRows(state);
}

/// The key of the pane, kept up to date or made of all frequencies for each row.
void runKey(benchmark::State &state, std::uint32_t types, bool isKept) {
  ShedFeatures features;
  for (std::uint32_t type = 0; type < types; ++type)
    features.types.push_back({fmt::format("{}", type), 0, 0});
  features.paneLength = 50;
  const Zobrist zobrist(features, 1);
  std::vector<std::uint32_t> rows(10'000);
  std::mt19937_64 random(1);
  for (std::uint32_t &row : rows)
    row = static_cast<std::uint32_t>(random() % types);
  Pane pane(zobrist);
  for (auto _ : state) {
    std::uint64_t all = 0;
    for (std::uint32_t row : rows) {
      all += isKept ? pane.key() : zobrist.paneKey(pane.frequencies());
      pane.shift(row);
    }
    benchmark::DoNotOptimize(all);
  }
  state.counters["10^9 rows"] = benchmark::Counter(static_cast<double>(rows.size()) / 1e9,
                                                   benchmark::Counter::kIsIterationInvariantRate |
                                                       benchmark::Counter::kInvert);
}

} // namespace

void addShedBenches() {
  auto add = [](const std::string &name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
  };
  add("shed/none/compiled", runWithout);
  for (ShedKind kind : {ShedKind::GspiceH, ShedKind::GspiceT, ShedKind::GspiceF})
    add(fmt::format("shed/{}/compiled", nameOf(kind)),
        [=](benchmark::State &state) { runCompiled(state, kind); });
  for (ShedKind kind : {ShedKind::GspiceH, ShedKind::GspiceT, ShedKind::GspiceF, ShedKind::ESpice,
                        ShedKind::TypeWeights, ShedKind::Random})
    add(fmt::format("shed/{}/interpreted", nameOf(kind)),
        [=](benchmark::State &state) { runInterpreted(state, kind); });
  for (std::uint32_t types : {10U, 30U, 100U, 300U, 1000U})
    for (bool isKept : {true, false})
      add(fmt::format("shed/key/{}-types/{}", types, isKept ? "kept" : "recomputed"),
          [=](benchmark::State &state) { runKey(state, types, isKept); });
}

} // namespace bough::bench

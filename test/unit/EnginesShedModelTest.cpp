#include "test/unit/OfferedRun.h"
#include "test/unit/RandomProgram.h"

#include "codegen/Pipeline.h"
#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/ir/OpInfo.h"
#include "codegen/ir/Printer.h"
#include "codegen/llvm/Backend.h"
#include "codegen/lower/Schema.h"
#include "frontend/sema/Binder.h"
#include "runtime/shedding/ForestShedder.h"
#include "runtime/shedding/Pane.h"
#include "runtime/shedding/TableShedder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

/// What is generated from a model decides as the model itself does, at the cost that the paper
/// states.
namespace bough::test {

namespace {

/// Two streams, one with a type column, under a pattern that takes rows of both.
constexpr const char *queryText =
    "CREATE STREAM e (ts TIMESTAMP, type ENUM('A', 'B', 'C', 'D'), v INT CHECK (v BETWEEN -20 AND "
    "20), w INT CHECK (w BETWEEN 0 AND 3));\n"
    "CREATE STREAM f (ts TIMESTAMP, x INT CHECK (x BETWEEN 0 AND 9));\n"
    "SELECT a.v, b.x FROM PATTERN (e a ; f b ; e c) WHERE a.type = 'A' AND c.type = 'B' AND b.x > "
    "2\n"
    "WITHIN 9 EVENTS MATCH NEXT;\n";

struct Query {
  Plan plan;
  MachineSchema schema;
};

Query bindQuery() {
  DiagnosticEngine diagnostics(std::make_shared<Source>("q.sql", queryText));
  std::optional<Plan> plan = bindSource(diagnostics.source(), diagnostics);
  EXPECT_TRUE(plan) << diagnostics.renderAll(false);
  MachineSchema schema = schemaOf(*plan);
  return {std::move(*plan), std::move(schema)};
}

std::vector<InputRow> someRows(Random &random, std::size_t count) {
  std::vector<InputRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const auto time = static_cast<std::int64_t>(i + 1);
    // The first type comes more often than others.
    if (random.chance(75))
      rows.push_back({0,
                      {time, random.chance(40) ? 0 : random.between(0, 3), random.between(-20, 20),
                       random.between(0, 3)}});
    else
      rows.push_back({1, {time, random.between(0, 9)}});
  }
  return rows;
}

ShedFeatures someFeatures(Random &random, const MachineSchema &schema) {
  FeatureOptions options;
  if (random.chance(70))
    options.types = {"e.type"};
  if (random.chance(60))
    options.attributes.push_back(random.chance(50) ? "e.v:bin=7" : "e.v:bin=3:range=-10..9");
  if (random.chance(60))
    options.attributes.emplace_back("e.w");
  if (random.chance(60))
    options.attributes.emplace_back("f.x:bin=2");
  options.paneLength = static_cast<std::uint32_t>(random.between(1, 12));
  options.frequencyBinSize = static_cast<std::uint32_t>(random.between(1, 3));
  DiagnosticEngine diagnostics;
  std::optional<ShedFeatures> features = declareFeatures(options, schema, diagnostics);
  EXPECT_TRUE(features) << diagnostics.renderAll(false);
  return std::move(*features);
}

/// Inner nodes compare any feature of the type's rows.
RegressionTree someTree(Random &random, const ShedFeatures &features, std::uint32_t type) {
  RegressionTree tree;
  const auto attributes = static_cast<std::int64_t>(features.attributesOf(type).size());
  // Breadth first: children come after their parents.
  tree.nodes.emplace_back();
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    RegressionNode node;
    if (tree.nodes.size() < 12 && random.chance(70)) {
      node.feature =
          static_cast<std::uint32_t>(random.between(0, features.typeCount() + attributes - 1));
      node.threshold = node.feature < features.typeCount() ? random.between(0, features.paneLength)
                                                           : random.between(-12, 12);
      node.left = static_cast<std::uint32_t>(tree.nodes.size());
      node.right = node.left + 1;
      tree.nodes.resize(tree.nodes.size() + 2);
    } else {
      node.threshold = 100 * random.between(-1, 6);
    }
    tree.nodes[i] = node;
  }
  return tree;
}

/// A model that knows some of what will be looked up.
ShedModel someModel(Random &random, const MachineSchema &schema, ShedKind kind) {
  ShedModel model;
  model.kind = kind;
  model.features = someFeatures(random, schema);
  model.seed = static_cast<std::uint64_t>(random.between(0, 1000000));
  AggregatedObservations observations(model.features);
  const Zobrist zobrist(model.features, model.seed);
  Pane pane(zobrist);
  RowFeatures features(model.features, schema);
  for (const InputRow &row : someRows(random, 300)) {
    const ShedRow known = features.row(row.stream, row.cells.data());
    observations.add(known, pane.frequencies(), static_cast<std::uint64_t>(random.between(0, 2)));
    pane.shift(known.type);
  }
  if (kind == ShedKind::GspiceH) {
    model.content = UtilityTable(observations, zobrist);
    return model;
  }
  RegressionForest forest;
  for (std::uint32_t type = 0; type < model.features.typeCount(); ++type) {
    forest.trees.emplace_back();
    for (int i = kind == ShedKind::GspiceT ? 1 : 3; i > 0; --i)
      forest.trees.back().push_back(someTree(random, model.features, type));
  }
  EXPECT_EQ(forest.fault(model.features), std::nullopt);
  model.distribution = distributionOf(forest, observations);
  model.content = std::move(forest);
  return model;
}

ir::Program programOf(Plan plan, const ShedModel &model, const MachineSchema &schema) {
  DiagnosticEngine diagnostics;
  const ShedLoweringInput shedding{model, schema};
  std::optional<Compilation> compilation =
      compilePlan(std::move(plan), PassOptions(), diagnostics, defaultPipeline(), &shedding);
  EXPECT_TRUE(compilation && compilation->program) << diagnostics.renderAll(false);
  return std::move(*compilation->program);
}

/// Idle, by thresholds in the midst of the model's, with ties, all.
std::vector<ShedSetting> settingsOf(const ShedModel &model) {
  const auto *table = std::get_if<UtilityTable>(&model.content);
  const UtilityThreshold thresholds(table != nullptr ? table->distribution() : model.distribution);
  std::vector<ShedSetting> settings{{}, {1, 1, 0, 0, 1}};
  for (std::uint64_t drop : {10, 35, 50, 80}) {
    const UtilityThreshold::Cut cut = thresholds.at({drop, 100});
    settings.push_back({1, 0, cut.threshold, cut.tieNumerator, cut.tieDenominator});
  }
  return settings;
}

/// Which rows the interpreted shedder of the model drops, when each row is a call.
std::vector<std::uint8_t> decisionsOf(const ShedModel &model, const MachineSchema &schema,
                                      const std::vector<InputRow> &rows,
                                      const std::vector<ShedSetting> &settings) {
  const Zobrist zobrist(model.features, model.seed);
  const std::unique_ptr<Shedder> shedder = makeShedder(model, zobrist);
  auto &utilities = dynamic_cast<UtilityShedder &>(*shedder);
  RowFeatures features(model.features, schema);
  bough_shedder state = {};
  std::vector<std::uint8_t> shed;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ShedSetting &setting = settings[i % settings.size()];
    state.threshold = setting.threshold;
    state.tie_numerator = setting.numerator;
    state.tie_denominator = setting.denominator;
    state.tie_accumulator %= setting.denominator;
    const ShedRow row = features.row(rows[i].stream, rows[i].cells.data());
    const bool isDropped = setting.active != 0 && (setting.dropAll != 0 ||
                                                   isBelowThreshold(state, utilities.utility(row)));
    shed.push_back(isDropped ? 1 : 0);
    shedder->shift(row);
  }
  return shed;
}

/// The most XORs of any path through a region; of two branches one is taken.
unsigned mostXors(const ir::Region &region) {
  unsigned count = 0;
  for (const ir::Op &op : region.ops) {
    count += std::holds_alternative<ir::Xor>(op.node) ? 1 : 0;
    unsigned most = 0;
    ir::forEachRegion(op, [&](const ir::Region &inner) { most = std::max(most, mostXors(inner)); });
    EXPECT_TRUE(most == 0 || !ir::isLoop(op)) << "as many as there are turns";
    count += most;
  }
  return count;
}

} // namespace

TEST(EnginesShedModel, GeneratedCodeDropsWhatTheModelDrops) {
  const Query query = bindQuery();
  DiagnosticEngine diagnostics;
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  ASSERT_TRUE(backend) << diagnostics.renderAll(false);
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Random random(seed);
    const ShedKind kind = seed % 3 == 0   ? ShedKind::GspiceT
                          : seed % 3 == 1 ? ShedKind::GspiceH
                                          : ShedKind::GspiceF;
    const ShedModel model = someModel(random, query.schema, kind);
    const ir::Program program = programOf(query.plan, model, query.schema);
    const std::vector<InputRow> rows = someRows(random, 400);
    OfferedOptions options;
    options.run = {Entry::Mixed, 64, 0, 1, false};
    options.settings = settingsOf(model);
    std::vector<std::uint8_t> expected = decisionsOf(model, query.schema, rows, options.settings);
    ASSERT_TRUE(std::count(expected.begin(), expected.end(), 1) > 80 &&
                std::count(expected.begin(), expected.end(), 0) > 80);
    expected.push_back(2);
    const auto *table = std::get_if<UtilityTable>(&model.content);
    const UtilityTable none({}, std::vector<std::int64_t>(model.features.typeCount(), 0));
    std::vector<std::pair<std::string, std::unique_ptr<Machine>>> machines;
    machines.emplace_back("interpreter", makeInterpreter(program));
    machines.emplace_back("jit", backend->compile(program, {1, {}}, diagnostics));
    if (seed <= 3)
      machines.emplace_back("c++", makeHostMachine(program, 0, diagnostics));
    for (const auto &[name, machine] : machines) {
      ASSERT_TRUE(machine) << diagnostics.renderAll(false);
      const OfferedOutcome outcome =
          runOffered(*machine, program, rows, table != nullptr ? *table : none, options);
      ASSERT_EQ(outcome.outcome.status, BOUGH_OK) << name << ir::print(program);
      ASSERT_EQ(outcome.shed, expected) << name << " seed " << seed << ir::print(program);
    }
  }
}

TEST(EnginesShedModel, ARowTakesAtMostFourXorsAndOneForEachAttribute) {
  const Query query = bindQuery();
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    const ShedModel model = someModel(random, query.schema, ShedKind::GspiceH);
    const ir::Program program = programOf(query.plan, model, query.schema);
    std::map<unsigned, std::size_t> attributes;
    for (const ShedAttribute &attribute : model.features.attributes)
      ++attributes[attribute.stream];
    unsigned entries = 0;
    for (const ir::Handler &handler : program.handlers) {
      if (handler.trigger != ir::Trigger::Entry)
        continue;
      ++entries;
      EXPECT_LE(mostXors(handler.body), 4 + attributes[handler.stream]) << ir::print(program);
      EXPECT_GE(mostXors(handler.body), 4U) << "the pane has a key";
    }
    EXPECT_EQ(entries, 2U);
  }
}

} // namespace bough::test

#include "analysis/shedding/Retraining.h"
#include "codegen/lower/Schema.h"
#include "frontend/sema/Binder.h"

#include <gtest/gtest.h>

namespace bough {
namespace {

struct Query {
  Plan plan;
  MachineSchema schema;
};

Query rowQuery(const std::string &window) {
  DiagnosticEngine diagnostics(std::make_shared<Source>(
      "q.sql", "CREATE STREAM e (ts TIMESTAMP, v INT CHECK (v BETWEEN 0 AND 9));\n"
               "CREATE STREAM f (ts TIMESTAMP);\n"
               "SELECT a.v FROM PATTERN (e a ; e b) WHERE a.v = b.v " +
                   window + " MATCH NEXT;\n"));
  std::optional<Plan> plan = bindRowNumbers(diagnostics.source(), diagnostics);
  EXPECT_TRUE(plan) << diagnostics.renderAll(false);
  MachineSchema schema = schemaOf(*plan);
  return {std::move(*plan), std::move(schema)};
}

/// Rows of e at these times, with the value 1.
RecordedRows rowsAt(const std::vector<std::int64_t> &times) {
  RecordedRows rows;
  rows.stride = 2;
  for (std::int64_t time : times) {
    rows.streams.push_back(0);
    rows.cells.insert(rows.cells.end(), {time, 1});
  }
  return rows;
}

TEST(Training, RowsThatGoBackInTime) {
  const Query query = rowQuery("WITHIN 3 EVENTS");
  const RecordedRows rows = rowsAt({1, 2, 1});
  TrainingOptions options;
  options.kinds = {ShedKind::GspiceH};
  DiagnosticEngine diagnostics;
  options.features = *declareFeatures({}, query.schema, diagnostics);
  TrainingReport report;
  EXPECT_FALSE(trainModels(query.plan, query.schema, rows, 0, options, {}, report, diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all().front().code, "B0952") << diagnostics.renderAll(false);
}

TEST(Training, RowsOfOpenWindowsAreNotFinal) {
  const RecordedRows rows = rowsAt({1, 2, 5, 9, 10});
  // A match of three events that ends with the next row has at most the last two of these.
  EXPECT_EQ(finalRows(rowQuery("WITHIN 3 EVENTS").plan, rows), 3U);
  EXPECT_EQ(finalRows(rowQuery("WITHIN 1 EVENTS").plan, rows), 5U);
  EXPECT_EQ(finalRows(rowQuery("WITHIN 100 EVENTS").plan, rows), 0U);
  // Of the last row's time, 10, rows from 6 on can still be within 4.
  EXPECT_EQ(finalRows(rowQuery("WITHIN INTERVAL '4' SECOND").plan, rows), 3U);
  EXPECT_EQ(finalRows(rowQuery("WITHIN INTERVAL '5' SECOND").plan, rows), 2U);
  EXPECT_EQ(finalRows(rowQuery("").plan, rows), 5U);
  EXPECT_EQ(finalRows(rowQuery("").plan, RecordedRows()), 0U);
}

TEST(Training, ATableIsLearnedAgainFromTheLastRows) {
  const Query query = rowQuery("WITHIN 2 EVENTS");
  ShedModel model;
  DiagnosticEngine diagnostics;
  FeatureOptions options;
  options.paneLength = 2;
  model.features = *declareFeatures(options, query.schema, diagnostics);
  Retrainer retrainer(query.plan, query.schema, model, 40);
  EXPECT_EQ(retrainer.take(true), nullptr) << "nothing was begun";
  std::int64_t time = 0;
  auto feed = [&](std::int64_t count, std::int64_t step) {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t cells[] = {++time, i * step % 10};
      retrainer.row(0, cells);
    }
  };
  // No row equals the one before it.
  feed(100, 1);
  retrainer.begin();
  EXPECT_TRUE(retrainer.isLearning());
  std::shared_ptr<const UtilityTable> table = retrainer.take(true);
  ASSERT_TRUE(table);
  EXPECT_FALSE(retrainer.isLearning());
  EXPECT_EQ(table->distribution().steps().back().utility, 0);
  EXPECT_EQ(table->distribution().rows(), 39U) << "the last row is not final";
  // All are equal; what came before is forgotten.
  feed(41, 0);
  retrainer.begin();
  table = retrainer.take(true);
  ASSERT_TRUE(table);
  EXPECT_GT(table->distribution().steps().front().utility, 0);
}

TEST(Training, DriftIsAShareThatIsMissed) {
  DriftMonitor monitor(50000, 100);
  for (int i = 0; i < 100; ++i)
    monitor.weighed({1, 4}, i % 4 == 0);
  EXPECT_FALSE(monitor.takeDrift());
  for (int i = 0; i < 100; ++i)
    monitor.weighed({1, 4}, i % 5 == 0); // 20 %, 5 less
  EXPECT_FALSE(monitor.takeDrift());
  for (int i = 0; i < 100; ++i)
    monitor.weighed({1, 4}, i % 6 == 0);
  EXPECT_TRUE(monitor.takeDrift());
  EXPECT_FALSE(monitor.takeDrift()) << "once";
}

} // namespace
} // namespace bough

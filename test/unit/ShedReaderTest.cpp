#include "runtime/Runner.h"
#include "runtime/shedding/QueuedReader.h"
#include "runtime/shedding/ShedDecision.h"
#include "runtime/shedding/SheddingMachine.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

// Real threads on the real clock: what holds whatever the machine that runs the test is doing.

namespace bough {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

MachineSchema schemaOfOneStream() {
  MachineSchema schema;
  MachineStream stream;
  stream.name = "s";
  stream.columns = {{"i", true, 0, never, false, "TIMESTAMP"}, {"v", false, 0, 9, true, "INT"}};
  schema.streams.push_back(stream);
  schema.queries.emplace_back();
  schema.queries.back().columns.resize(1);
  schema.queries.back().columns[0].name = "v";
  schema.results.emplace_back();
  schema.needsArrivalOrder = true;
  return schema;
}

/// Gives out the value of each row that it keeps; takes its time for it.
class Echo final : public Machine {
public:
  std::chrono::nanoseconds rowTime{0};
  std::int64_t failsAt = never;

  std::uint64_t stateBytes() const override { return sizeof(bough_state_header); }
  void init(void *state) override { *static_cast<bough_state_header *>(state) = {}; }
  std::uint64_t ingestBlock(void *, const bough_columns *, bough_sink *) override {
    return BOUGH_NEEDS_ARRIVAL_ORDER;
  }
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override {
    std::vector<std::uint8_t> shed(rows->rows);
    std::uint64_t seen = 0;
    bough_shedder shedder = {};
    shedder.seen = &seen;
    const bough_offered_rows offered{*rows, nullptr, &shedder, shed.data()};
    return ingestOffered(state, &offered, sink);
  }
  std::uint64_t ingestOffered(void *state, const bough_offered_rows *offered,
                              bough_sink *sink) override {
    auto &header = *static_cast<bough_state_header *>(state);
    bough_shedder &shedder = *offered->shedder;
    for (std::uint64_t row = 0; row < offered->rows.rows; ++row) {
      const std::int64_t *cells = offered->rows.cells + row * offered->rows.stride;
      if (cells[0] >= failsAt) {
        header.status = BOUGH_EXPRESSION_OVERFLOW;
        header.error_time = cells[0];
        header.error_stream = 0;
        header.error_row = row;
        return BOUGH_EXPRESSION_OVERFLOW;
      }
      header.now = cells[0];
      ++shedder.seen[0];
      const bool isDropped =
          shedder.active != 0 && (shedder.drop_all != 0 || isBelowThreshold(shedder, cells[1]));
      offered->shed[row] = isDropped ? 1 : 0;
      if (isDropped) {
        ++shedder.shed[0];
        continue;
      }
      const auto until = std::chrono::steady_clock::now() + rowTime;
      while (std::chrono::steady_clock::now() < until) {
      }
      sink->times[sink->used] = cells[0];
      sink->results[sink->used] = 0;
      sink->rows[sink->used] = cells[1];
      sink->counts[sink->used] = 1;
      if (++sink->used == sink->capacity && sink->flush(sink) != 0)
        return BOUGH_STOPPED;
    }
    return BOUGH_OK;
  }
};

struct Outcome {
  RunSummary summary;
  std::string diagnostics, results;
  std::uint64_t seen = 0, shed = 0, kept = 0;
  ArrivalQueue::Waits waits;
};

struct Wall {
  Nanoseconds bound = 1000'000'000'000;
  std::uint64_t queueRows = 1 << 20;
  QueuedReader::Options reading;
};

std::string temporary(const char *suffix) {
  return ::testing::TempDir() + "bough-shed-reader-" + std::to_string(::getpid()) + suffix;
}

class Cleanup final : public ::testing::Environment {
  void TearDown() override {
    std::filesystem::remove(temporary(".csv"));
    std::filesystem::remove(temporary(".out"));
  }
};
const ::testing::Environment *const cleanup = ::testing::AddGlobalTestEnvironment(new Cleanup);

/// Runs an input with a reading thread, or without any.
Outcome run(const std::string &path, const Echo &echo, const std::optional<Wall> &wall,
            const std::string &output = temporary(".out")) {
  const MachineSchema schema = schemaOfOneStream();
  ShedModel model;
  model.features.types.push_back({"s", 0, -1});
  std::vector<UtilityDistribution::Step> steps;
  for (int utility = 0; utility < 10; ++utility)
    steps.push_back({utility, 1});
  model.distribution = UtilityDistribution(steps);

  InputSpec input;
  input.path = path;
  RunOptions options;
  options.input.mixed = true;
  options.queryName = "q";
  std::unique_ptr<Machine> machine = std::make_unique<Echo>(echo);
  std::optional<ArrivalQueue> arrivals;
  std::optional<WallQueue> queue;
  const SheddingMachine *shedding = nullptr;
  if (wall) {
    arrivals.emplace(wall->queueRows);
    queue.emplace(*arrivals);
    LatencyOptions latency;
    latency.bound = wall->bound;
    auto made =
        std::make_unique<SheddingMachine>(std::move(machine), model, schema, latency, *queue);
    shedding = made.get();
    machine = std::move(made);
    options.source = [&](InputMerge &merge) {
      return std::make_unique<QueuedReader>(merge, schema, *queue, wall->reading);
    };
  }
  Outcome outcome;
  DiagnosticEngine diagnostics;
  {
    OutputFile file(output);
    outcome.summary = runMachine(*machine, schema, {input}, options, {{&file, false}}, diagnostics);
  }
  outcome.diagnostics = diagnostics.renderAll(false);
  if (std::filesystem::is_regular_file(output)) {
    std::ifstream results(output);
    outcome.results = {std::istreambuf_iterator<char>(results), {}};
  }
  if (shedding != nullptr) {
    outcome.seen = shedding->seen()[0];
    outcome.shed = shedding->shed()[0];
    outcome.kept = shedding->latencies().count();
    outcome.waits = arrivals->waits();
  }
  return outcome;
}

/// Three rows in each batch.
std::string writeRows(int rows, const std::string &last = "") {
  const std::string path = temporary(".csv");
  std::ofstream file(path);
  file << "i,v\n";
  for (int row = 0; row < rows; ++row)
    file << row / 3 << ',' << row % 10 << '\n';
  file << last;
  return path;
}

TEST(ShedReader, NothingIsShedAtALowRate) {
  const std::string path = writeRows(300);
  Wall wall;
  wall.reading.arrivalDistance = 300'000'000; // 0.3 ms
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = run(path, Echo(), wall);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::microseconds(299 * 300));
  EXPECT_EQ(outcome.diagnostics, "");
  EXPECT_EQ(outcome.results, run(path, Echo(), std::nullopt).results);
  EXPECT_EQ(outcome.summary.rows, 300u);
  EXPECT_EQ(outcome.summary.skippedByStream, std::vector<std::uint64_t>{0});
  EXPECT_EQ(outcome.seen, 300u);
  EXPECT_EQ(outcome.shed, 0u);
  EXPECT_EQ(outcome.kept, 300u);
  EXPECT_EQ(outcome.waits.count, 0u);
}

TEST(ShedReader, AFullQueueMakesTheReaderWait) {
  const std::string path = writeRows(3000);
  Wall wall;
  wall.queueRows = 10;
  wall.reading.blockRows = 4;
  const Outcome outcome = run(path, Echo(), wall);
  EXPECT_EQ(outcome.results, run(path, Echo(), std::nullopt).results);
  EXPECT_EQ(outcome.kept, 3000u);
  Echo slow;
  slow.rowTime = std::chrono::microseconds(50);
  EXPECT_GT(run(path, slow, wall).waits.count, 0u);
}

TEST(ShedReader, RowsAddUpUnderOverload) {
  const std::string path = writeRows(6000);
  Echo slow;
  slow.rowTime = std::chrono::microseconds(20);
  Wall wall;
  wall.bound = 5'000'000; // all of it would take 120 ms
  const Outcome outcome = run(path, slow, wall);
  EXPECT_EQ(outcome.summary.outcome, RunSummary::Outcome::Finished);
  EXPECT_EQ(outcome.seen, 6000u);
  EXPECT_EQ(outcome.kept + outcome.shed, 6000u);
  EXPECT_EQ(outcome.summary.rows, 6000u);
  EXPECT_EQ(outcome.summary.results[0].multiplicity, outcome.kept);
}

TEST(ShedReader, FaultsOfTheInputAreTheSame) {
  for (const char *last : {"2000,x\n", "2000,10\n", "3,1\n", "2000\n"}) {
    const std::string path = writeRows(3000, last);
    const Outcome plain = run(path, Echo(), std::nullopt), queued = run(path, Echo(), Wall());
    EXPECT_NE(plain.diagnostics, "");
    EXPECT_EQ(queued.diagnostics, plain.diagnostics);
    EXPECT_EQ(queued.results, plain.results);
    EXPECT_EQ(queued.summary.outcome, RunSummary::Outcome::Failed);
  }
}

TEST(ShedReader, FaultsOfTheMachineAreTheSame) {
  Echo failing;
  failing.failsAt = 700;
  for (const char *last : {"", "2000,x\n"}) {
    const std::string path = writeRows(3000, last);
    const Outcome plain = run(path, failing, std::nullopt), queued = run(path, failing, Wall());
    EXPECT_NE(plain.diagnostics.find(".csv:2102"), std::string::npos) << plain.diagnostics;
    EXPECT_EQ(queued.diagnostics, plain.diagnostics);
    EXPECT_EQ(queued.results, plain.results);
  }
}

TEST(ShedReader, AReaderThatWaitsForAPipeCanBeEnded) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text = "i,v\n1,1\n2,2\n3,3\n";
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  Echo failing;
  failing.failsAt = 2;
  const Outcome outcome = run("/dev/fd/" + std::to_string(ends[0]), failing, Wall());
  EXPECT_EQ(outcome.summary.outcome, RunSummary::Outcome::Failed);
  EXPECT_EQ(outcome.results, "v,count\n1,1\n");
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(ShedReader, OutputsThatFailEndTheReader) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP();
  const Outcome outcome = run(writeRows(3000), Echo(), Wall(), "/dev/full");
  EXPECT_EQ(outcome.summary.outcome, RunSummary::Outcome::Failed);
  EXPECT_NE(outcome.diagnostics.find("/dev/full"), std::string::npos);
}

TEST(ShedReader, SourcesThatAreNotAskedStartNothing) {
  const MachineSchema schema = schemaOfOneStream();
  DiagnosticEngine diagnostics;
  std::vector<Dictionary> dictionaries;
  InputSpec input;
  input.path = writeRows(3);
  std::optional<InputMerge> merge =
      InputMerge::open({input}, schema, dictionaries, {10, true, false}, diagnostics);
  ASSERT_TRUE(merge);
  ArrivalQueue arrivals(10);
  WallQueue queue(arrivals);
  QueuedReader reader(*merge, schema, queue, {});
  EXPECT_EQ(reader.bytesRead(), 0u);
  EXPECT_TRUE(reader.arrivesSlowly());
}

} // namespace
} // namespace bough

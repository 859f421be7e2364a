#include "runtime/shedding/ArrivalTimes.h"
#include "runtime/shedding/LatencyHistogram.h"
#include "runtime/shedding/LatencyStatistics.h"
#include "runtime/shedding/RandomDraw.h"
#include "runtime/shedding/ShedDecision.h"
#include "runtime/shedding/SheddingMachine.h"
#include "runtime/shedding/WallQueue.h"

#include <gtest/gtest.h>
#include <thread>

namespace bough {
namespace {

constexpr std::int64_t rowCost = 1000000; // picoseconds: 1 us
constexpr Nanoseconds decision = 20;
constexpr Nanoseconds bound = 1000000; // as long as 1000 rows take

MachineSchema schemaOfOneStream() {
  MachineSchema schema;
  MachineStream stream;
  stream.name = "s";
  stream.columns.resize(2); // time and utility
  schema.streams.push_back(stream);
  return schema;
}

/// With utilities 0..9 of equal frequency.
ShedModel modelOfOneType() {
  ShedModel model;
  model.features.types.push_back({"s", 0, -1});
  std::vector<UtilityDistribution::Step> steps;
  for (int utility = 0; utility < 10; ++utility)
    steps.push_back({utility, 100});
  model.distribution = UtilityDistribution(steps);
  return model;
}

/// Rows that come by a clock which only the machine moves on, and the machine.
class Simulation {
public:
  Simulation(const ArrivalTimes &times, std::uint64_t rows, std::uint64_t batchRows)
      : times_(times), rows_(rows), batchRows_(batchRows), schema_(schemaOfOneStream()),
        model_(modelOfOneType()), arrivals_(rows, [this] { return readClock(); }),
        wall_(arrivals_) {
    due_ = times_.time(batchRows - 1) / 1000;
    LatencyOptions latency;
    latency.bound = bound;
    machine_ = std::make_unique<SheddingMachine>(std::make_unique<Inner>(*this), model_, schema_,
                                                 latency, wall_);
  }

  void run(Nanoseconds betweenBlocks = 0) {
    std::uint64_t taken = 0;
    while (taken < rows_) {
      now_ += betweenBlocks;
      arriveBy(now_);
      if (taken == come_) {
        idleUntil_ = std::max(now_, due_);
        arriveBy(idleUntil_);
        readings_ = 0;
      }
      ASSERT_TRUE(wall_.takeRows());
      const ArrivedRows &rows = wall_.rows();
      const bough_tagged_rows tagged{rows.streams.data(), rows.cells.data(), 2, rows.size()};
      ASSERT_EQ(machine_->ingestMixed(nullptr, &tagged, nullptr), std::uint64_t{BOUGH_OK});
      taken += rows.size();
    }
  }

  const SheddingMachine &machine() const { return *machine_; }
  std::uint64_t shed() const { return machine_->shed()[0]; }
  /// Of kept rows of the second half.
  const LatencyStatistics &settled() const { return settled_; }
  Nanoseconds now() const { return now_; }

private:
  /// Keeps and drops as generated code does, in a time of its own.
  class Inner final : public Machine {
  public:
    explicit Inner(Simulation &simulation) : simulation_(simulation) {}
    std::uint64_t stateBytes() const override { return sizeof(bough_state_header); }
    void init(void *) override {}
    std::uint64_t ingestBlock(void *, const bough_columns *, bough_sink *) override {
      return BOUGH_NO_ENTRY;
    }
    std::uint64_t ingestMixed(void *, const bough_tagged_rows *, bough_sink *) override {
      return BOUGH_NO_ENTRY;
    }
    std::uint64_t ingestOffered(void *, const bough_offered_rows *offered, bough_sink *) override {
      bough_shedder &shedder = *offered->shedder;
      for (std::uint64_t row = 0; row < offered->rows.rows; ++row) {
        ++shedder.seen[0];
        const std::int64_t utility = offered->rows.cells[2 * row + 1];
        const bool isDropped =
            shedder.active != 0 && (shedder.drop_all != 0 || isBelowThreshold(shedder, utility));
        shedder.shed[0] += isDropped ? 1 : 0;
        offered->shed[row] = isDropped ? 1 : 0;
        simulation_.now_ += (shedder.active != 0 ? decision : 0) + (isDropped ? 0 : rowCost / 1000);
        simulation_.arriveBy(simulation_.now_);
      }
      for (std::uint64_t row = 0; row < offered->rows.rows; ++row)
        if (offered->shed[row] == 0 && shedder.seen[0] > simulation_.rows_ / 2)
          simulation_.settled_.add(simulation_.now_ - simulation_.wall_.arrival());
      return BOUGH_OK;
    }

  private:
    Simulation &simulation_;
  };

  /// The machine's thread asks before and after it waits.
  Nanoseconds readClock() {
    if (++readings_ == 2)
      now_ = std::max(now_, idleUntil_);
    return now_;
  }

  /// A batch comes when its last row does.
  void arriveBy(Nanoseconds time) {
    const Nanoseconds now = now_;
    while (come_ < rows_ && due_ <= time) {
      ArrivedRows batch;
      for (std::uint64_t row = 0; row < batchRows_; ++row) {
        batch.streams.push_back(0);
        batch.cells.push_back(static_cast<std::int64_t>(come_));
        batch.cells.push_back(static_cast<std::int64_t>(nextRandom(random_) % 10));
        batch.places.emplace_back();
      }
      batch.timestamps = 1;
      now_ = due_;
      EXPECT_TRUE(arrivals_.put(batch));
      come_ += batchRows_;
      due_ = times_.time(come_ + batchRows_ - 1) / 1000;
    }
    now_ = now;
  }

  ArrivalTimes times_;
  std::uint64_t rows_, batchRows_;
  MachineSchema schema_;
  ShedModel model_;
  Nanoseconds now_ = 0;
  ArrivalQueue arrivals_;
  WallQueue wall_;
  std::unique_ptr<SheddingMachine> machine_;
  std::uint64_t come_ = 0, random_ = 1;
  Nanoseconds due_; ///< of the next batch
  LatencyStatistics settled_;
  Nanoseconds idleUntil_ = 0;
  int readings_ = 2; ///< 0 when the machine is about to wait
};

void expectSettled(const Simulation &simulation) {
  EXPECT_LE(simulation.machine().latencies().maximum(), bound);
  EXPECT_GE(simulation.settled().percentile(1), bound * 70 / 100);
  EXPECT_LE(simulation.settled().percentile(1000), bound * 90 / 100);
  EXPECT_NEAR(static_cast<double>(simulation.settled().mean()), bound * 0.8, bound * 0.02);
  EXPECT_EQ(simulation.machine().shedUnasked(), 0u); // all of it by utility
}

TEST(ShedWall, NothingIsShedBelowTheThroughput) {
  for (std::uint64_t batchRows : {1u, 4u}) {
    Simulation simulation(ArrivalTimes::atLoad(rowCost, 90), 20000, batchRows);
    simulation.run();
    EXPECT_EQ(simulation.shed(), 0u);
    EXPECT_EQ(simulation.machine().seen()[0], 20000u);
    EXPECT_EQ(simulation.machine().latencies().count(), 20000u);
    EXPECT_EQ(simulation.machine().controller().rowCost(), rowCost);
    EXPECT_LE(simulation.machine().latencies().maximum(), rowCost / 1000 * 4);
  }
}

TEST(ShedWall, OverloadSettlesAtFourFifthsOfTheBound) {
  for (std::uint64_t batchRows : {1u, 10u})
    for (int load : {120, 160, 200}) {
      SCOPED_TRACE(std::to_string(batchRows) + " rows in a batch at " + std::to_string(load));
      const std::uint64_t rows = 20000;
      Simulation simulation(ArrivalTimes::atLoad(rowCost, load), rows, batchRows);
      simulation.run();
      expectSettled(simulation);
      EXPECT_EQ(simulation.machine().latencies().count() + simulation.shed(), rows);
      // What is kept is what there is time for beside the decisions, and what waits at the end.
      const double time = static_cast<double>(simulation.now());
      EXPECT_NEAR(static_cast<double>(simulation.machine().latencies().count()),
                  (time - static_cast<double>(rows * decision)) * 1000 / rowCost, rows * 0.02);
    }
}

TEST(ShedWall, TimeBetweenRowsIsPartOfTheirCost) {
  // Writing the results of a row takes as long as the row.
  Simulation half(ArrivalTimes::atLoad(rowCost, 45), 20000, 1);
  half.run(rowCost / 1000);
  EXPECT_EQ(half.shed(), 0u);
  EXPECT_NEAR(static_cast<double>(half.machine().controller().rowCost()), 2.0 * rowCost,
              0.01 * rowCost);
  // A row is done before its results are written.
  Simulation over(ArrivalTimes::atLoad(rowCost, 70), 20000, 1);
  over.run(rowCost / 1000);
  expectSettled(over);
}

TEST(ShedWall, ABurstIsShedWithinTheBoundAndForgotten) {
  for (int load : {150, 300, 1000}) {
    SCOPED_TRACE(load);
    ArrivalTimes arrivals = ArrivalTimes::atLoad(rowCost, 90);
    arrivals.change(5000, rowCost * 100 / load).change(8000, rowCost * 100 / 80);
    Simulation simulation(arrivals, 20000, 1);
    simulation.run();
    EXPECT_LE(simulation.machine().latencies().maximum(), bound);
    EXPECT_GT(simulation.shed(), 0u);
    EXPECT_EQ(simulation.machine().shedUnasked(), 0u);
    EXPECT_EQ(simulation.settled().percentile(500), rowCost / 1000);
  }
}

TEST(ShedWall, AQueueThatIsFullHoldsItsReaderUp) {
  ArrivalQueue queue(3);
  auto rowsOf = [](std::uint64_t count) {
    ArrivedRows rows;
    rows.streams.assign(count, 0);
    rows.cells.assign(count, 7);
    rows.places.resize(count);
    return rows;
  };
  std::atomic<int> put = 0;
  std::thread reader([&] {
    for (std::uint64_t count : {2u, 1u, 1u, 5u}) {
      ArrivedRows rows = rowsOf(count);
      EXPECT_TRUE(queue.put(rows));
      EXPECT_EQ(rows.size(), 0u);
      ++put;
    }
    ArrivedRows none;
    EXPECT_TRUE(queue.put(none));
    queue.finish();
  });
  while (put < 2)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(put, 2); // the fourth row does not fit
  ArrivedRows taken;
  std::vector<std::uint64_t> sizes;
  Nanoseconds last = 0;
  while (queue.take(taken)) {
    sizes.push_back(taken.size());
    EXPECT_GE(taken.arrival, last);
    last = taken.arrival;
  }
  reader.join();
  EXPECT_EQ(sizes, (std::vector<std::uint64_t>{2, 1, 1, 5})); // five go alone
  EXPECT_GE(queue.waits().count, 1u);
  EXPECT_LE(queue.waits().count, 2u);
  EXPECT_GT(queue.waits().time, 10000000);

  std::uint64_t told = 0, rows = 0;
  for (Nanoseconds time = 0; queue.takeArrivals(queue.now(), time, rows);)
    told += rows;
  EXPECT_EQ(told, 9u);
}

TEST(ShedWall, StoppingAQueueLetsItsReaderGo) {
  ArrivalQueue full(1), pacing(1);
  std::atomic<bool> isFull = false;
  std::thread reader([&] {
    ArrivedRows rows;
    rows.streams.assign(1, 0);
    EXPECT_TRUE(full.put(rows));
    rows.streams.assign(1, 0);
    isFull = true;
    EXPECT_FALSE(full.put(rows));
    EXPECT_FALSE(pacing.waitUntil(steadyTime() + 3600'000'000'000));
  });
  while (!isFull)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  full.stop();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  pacing.stop();
  reader.join();
}

TEST(ShedWall, HistogramsAgreeWithExactLatencies) {
  LatencyHistogram histogram;
  EXPECT_EQ(histogram.percentile(500), 0);
  EXPECT_EQ(histogram.mean(), 0);
  LatencyStatistics exact;
  std::uint64_t random = 3;
  for (int row = 0; row < 20000; ++row) {
    const auto latency = static_cast<Nanoseconds>(nextRandom(random) >> (2 + row % 62));
    histogram.add(latency);
    exact.add(latency);
  }
  for (unsigned permille : {0u, 1u, 100u, 500u, 900u, 990u, 999u, 1000u}) {
    const Nanoseconds truth = exact.percentile(permille);
    EXPECT_GE(histogram.percentile(permille), truth);
    EXPECT_LE(histogram.percentile(permille), truth + truth / 256);
  }
  EXPECT_EQ(histogram.maximum(), exact.maximum());
  EXPECT_EQ(histogram.mean(), exact.mean());
  histogram.add(-5);
  EXPECT_EQ(histogram.percentile(0), 0);
}

} // namespace
} // namespace bough

#include <bough/bough.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

// What threads may do with libbough at the same time, and what not. The preset tsan runs it with
// ThreadSanitizer, which sees all but LLVM and the code that it generates: that code knows only
// what it is called with, the state of one query and a function for its results.

namespace {

using bough::Code;
using bough::Engine;
using bough::Optimisation;

constexpr const char *joined = "CREATE STREAM s (a INT, i TIMESTAMP);\n"
                               "CREATE STREAM t (b INT, j TIMESTAMP);\n"
                               "SELECT t.b FROM s, t WHERE s.i > t.j AND t.b BETWEEN 1 AND 4;\n";
constexpr const char *texts =
    "CREATE STREAM s (kind ENUM('buy', 'sell'), name VARCHAR(8) KEYS 3, at TIMESTAMP(3))\n"
    "  WITH (max_per_timestamp = 2);\n"
    "SELECT DISTINCT s.kind, s.name FROM s;\n";
constexpr const char *rejected = "CREATE STREAM s (a INT, i TIMESTAMP);\n"
                                 "CREATE STREAM t (b INT, j TIMESTAMP);\n"
                                 "SELECT t.b FROM s, t WHERE s.i > t.j;\n";

constexpr std::int64_t lastTime = 20;
constexpr std::uint64_t joinedRows = lastTime * (lastTime - 1) / 2;
constexpr std::uint64_t textsRows = 6;

void feedJoined(bough::Query &query) {
  for (std::int64_t time = 0; time < lastTime; ++time) {
    query.feedRow(1, {1 + time % 4, time});
    query.feedRow(0, {0, time});
  }
  query.finish();
}

void feedTexts(bough::Query &query) {
  const char *const names[] = {"x", "y", "z"};
  for (std::int64_t time = 0; time < lastTime; ++time)
    query.feedRow(0, {time % 2 == 0 ? "buy" : "sell", names[time % 3], time});
  EXPECT_EQ(query.feedRow(0, {"buy", "x", lastTime - 2}), Code::Refused); // it is late
  EXPECT_STREQ(query.code(), "B0619");
  query.finish();
}

/// How many rows a query gives on: loaded, fed and dropped.
std::uint64_t run(const bough::CompiledText &compiled, Engine engine,
                  void (*feed)(bough::Query &)) {
  std::uint64_t sum = 0;
  bough::Loaded loaded = compiled.load({engine, Optimisation::O0}, [&](const bough::Result &row) {
    sum += row.count();
    return true;
  });
  if (loaded)
    feed(*loaded.query);
  return sum;
}

// The first of all: the code generator is loaded by whichever thread comes first.
TEST(LibraryThreads, DifferentQueriesRunAtOnce) {
  bough::CompiledText sharedJoin = bough::compile(joined), sharedTexts = bough::compile(texts);
  bough::CompileOptions withRepairs;
  withRepairs.repairs = true;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 6; ++i)
    threads.emplace_back([&, i] {
      const Engine engine = i % 3 == 2 ? Engine::Interpreter : Engine::Jit;
      for (int round = 0; round < 5; ++round) {
        const bool isJoin = (i + round) % 2 == 0;
        bough::CompiledText compiled = isJoin ? sharedJoin : sharedTexts;
        if (round < 3)
          compiled = bough::compile(isJoin ? joined : texts);
        EXPECT_EQ(run(compiled, engine, isJoin ? feedJoined : feedTexts),
                  isJoin ? joinedRows : textsRows);
        EXPECT_STREQ(sharedTexts.streamColumns(0)[1].name, "name");
      }
      bough::CompiledText unbounded = bough::compile(rejected, withRepairs);
      EXPECT_EQ(unbounded.verdict(), bough::Verdict::Unbounded);
      EXPECT_GE(unbounded.messages().size(), 2u);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(LibraryThreads, AQueryMovesFromThreadToThread) {
  for (Engine engine : {Engine::Jit, Engine::Interpreter}) {
    bough::CompiledText compiled = bough::compile(joined);
    bough::Loaded loaded = compiled.load({engine, Optimisation::O0});
    ASSERT_TRUE(loaded) << loaded.error;
    for (std::int64_t time = 0; time < 4; ++time)
      std::thread([&] {
        EXPECT_EQ(loaded.query->feedRow(1, {1, time}), Code::Done);
        EXPECT_EQ(loaded.query->feedRow(0, {0, time}), Code::Done);
      }).join();
    EXPECT_EQ(loaded.query->finish(), Code::Done);
    EXPECT_EQ(bough_waiting(loaded.query->get()), 3u);
  }
}

#ifdef __SANITIZE_THREAD__
/// Feeds a query while another thread looks at it, and ends the process.
void lookWhileItRuns(Engine engine, void (*look)(bough::Query &)) {
  bough::CompiledText compiled = bough::compile(joined);
  bough::Loaded loaded = compiled.load({engine, Optimisation::O0});
  std::atomic<int> ready = 0;
  auto wait = [&] { // relaxed: nothing but the start is ordered
    for (ready.fetch_add(1, std::memory_order_relaxed); ready.load(std::memory_order_relaxed) < 2;)
      std::this_thread::yield();
  };
  std::thread looks([&] {
    wait();
    for (int i = 0; i < 2000; ++i)
      look(*loaded.query);
  });
  wait();
  for (std::int64_t time = 0; time < 2000; ++time)
    loaded.query->feedRow(1, {1, time});
  looks.join();
  std::exit(0);
}

// A query belongs to one thread at a time. That this is seen shows that the tests above can fail.
TEST(LibraryThreadsDeathTest, TwoThreadsOnOneQueryAreReported) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const ::testing::ExitedWithCode reported(66);
  auto lookAtRows = [](bough::Query &query) { EXPECT_LE(query.rowsTaken(1), 2000u); };
  EXPECT_EXIT(lookWhileItRuns(Engine::Jit, lookAtRows), reported, "ThreadSanitizer: data race");
  EXPECT_EXIT(lookWhileItRuns(Engine::Interpreter, lookAtRows), reported, "data race");
  // The state begins with the time of the last batch, which only the engine writes.
  auto lookAtState = [](bough::Query &query) {
    EXPECT_LE(*static_cast<const volatile std::int64_t *>(bough_state(query.get())), 2000);
  };
  EXPECT_EXIT(lookWhileItRuns(Engine::Interpreter, lookAtState), reported, "data race");
}
#endif

} // namespace

#include "codegen/interp/Interpreter.h"

#include "codegen/ir/Layout.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

namespace bough {
namespace {

using Cells = std::vector<std::int64_t>;
struct Row {
  std::uint32_t stream;
  Cells cells;
};
struct Result {
  std::int64_t time;
  Cells cells;
  std::uint64_t count;
  friend bool operator==(const Result &, const Result &) = default;
};

/// A program in the interpreter, with a state and a sink of a given capacity.
class Engine {
public:
  explicit Engine(const std::string &text, std::uint64_t capacity = 4) {
    auto source = std::make_shared<Source>("test.bir", text);
    DiagnosticEngine diagnostics(source);
    auto parsed = ir::parse(source, diagnostics);
    bool isValid = parsed && ir::verify(*parsed, diagnostics);
    EXPECT_TRUE(isValid) << diagnostics.renderAll(false);
    if (!isValid)
      return;
    program_ = *parsed;
    layout_ = *ir::computeLayout(program_);
    machine_ = makeInterpreter(program_);
    EXPECT_EQ(machine_->stateBytes(), layout_.bytes);
    words_.assign(layout_.bytes / 8 + 8, 0x5555555555555555);
    machine_->init(state());
    std::uint64_t width = program_.resultWidth();
    times_.resize(capacity);
    resultIds_.resize(capacity);
    rows_.resize(capacity * width);
    counts_.resize(capacity);
    auto flush = [](bough_sink *sink) {
      Engine *run = static_cast<Engine *>(sink->context);
      run->take();
      return run->flushStatus;
    };
    sink_ = {times_.data(), resultIds_.data(), rows_.data(), counts_.data(), capacity, 0, flush,
             this};
  }

  std::uint64_t ingestMixed(const std::vector<Row> &rows) {
    std::uint64_t stride = 1;
    for (const ir::Stream &stream : program_.streams)
      stride = std::max<std::uint64_t>(stride, stream.columns.size());
    std::vector<std::uint32_t> tags;
    Cells cells(rows.size() * stride);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      tags.push_back(rows[i].stream);
      std::copy(rows[i].cells.begin(), rows[i].cells.end(), cells.begin() + i * stride);
    }
    bough_tagged_rows tagged{tags.data(), cells.data(), stride, rows.size()};
    std::uint64_t status = machine_->ingestMixed(state(), &tagged, &sink_);
    take();
    return status;
  }

  std::uint64_t ingestBlock(const std::vector<Row> &rows) {
    std::vector<std::vector<Cells>> columns;
    for (const ir::Stream &stream : program_.streams)
      columns.emplace_back(stream.columns.size());
    for (const Row &row : rows)
      for (std::size_t c = 0; c < row.cells.size(); ++c)
        columns[row.stream][c].push_back(row.cells[c]);
    std::vector<std::vector<const std::int64_t *>> pointers(columns.size());
    std::vector<bough_columns> streams;
    for (std::size_t s = 0; s < columns.size(); ++s) {
      for (const Cells &column : columns[s])
        pointers[s].push_back(column.data());
      streams.push_back({pointers[s].data(), columns[s].front().size()});
    }
    std::uint64_t status = machine_->ingestBlock(state(), streams.data(), &sink_);
    take();
    return status;
  }

  bough_state_header &header() { return *reinterpret_cast<bough_state_header *>(state()); }
  /// The counters of a synopsis as they lie in the state.
  std::vector<std::uint64_t> counters(std::size_t synopsis) {
    const ir::SynopsisLayout &layout = layout_.synopses[synopsis];
    const std::uint64_t *first = state() + layout.cellsOffset / 8;
    return {first, first + layout.cells};
  }
  std::vector<std::uint64_t> wholeState() { return {state(), state() + layout_.bytes / 8}; }

  std::vector<Result> results;
  int flushStatus = 0;

private:
  std::uint64_t *state() {
    void *bytes = words_.data();
    std::size_t space = words_.size() * 8;
    return static_cast<std::uint64_t *>(std::align(64, layout_.bytes, bytes, space));
  }
  void take() {
    std::size_t width = program_.resultWidth();
    for (std::size_t i = 0; i < sink_.used; ++i)
      results.push_back({times_[i],
                         Cells(rows_.begin() + static_cast<std::ptrdiff_t>(i * width),
                               rows_.begin() + static_cast<std::ptrdiff_t>((i + 1) * width)),
                         counts_[i]});
    sink_.used = 0;
  }

  ir::Program program_;
  ir::Layout layout_;
  std::unique_ptr<Machine> machine_;
  std::vector<std::uint64_t> words_;
  std::vector<std::int64_t> times_, rows_;
  std::vector<std::uint32_t> resultIds_;
  std::vector<std::uint64_t> counts_;
  bough_sink sink_{};
};

/// Design note 1, worked example.
const char *const workedExample = R"(program @q1 {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  stream @u(c: i64, k: time)
  result @q1 (a: i64, b: i64)
  synopsis @U [] : count
  synopsis @T [b in 1..4] : count
  on @s(%a, %i) {
    for %b in 1..4 {
      %n = load @T[%b]
      emit @q1 (%a, %b) times %n
    }
  }
  on @t(%b, %j) {
    %p = in %b, 1..4
    when %p {
      %m = load @U[]
      bump @T[%b], %m
    }
  }
  on @u(%c, %k) {
    bump @U[], 1
  }
})";

TEST(Interpreter, WorkedExampleBatchByBatch) {
  using Counters = std::vector<std::uint64_t>;
  struct Batch {
    std::vector<Row> rows;
    std::uint64_t u;
    Counters t;
  };
  const Batch batches[] = {{{{0, {42, 0}}, {1, {7, 0}}}, 0, {0, 0, 0, 0}},
                           {{{2, {1, 1}}}, 1, {0, 0, 0, 0}},
                           {{{1, {2, 2}}}, 1, {0, 1, 0, 0}},
                           {{{2, {3, 3}}}, 2, {0, 1, 0, 0}},
                           {{{1, {1, 4}}}, 2, {2, 1, 0, 0}},
                           {{{0, {42, 5}}, {1, {3, 5}}}, 2, {2, 1, 2, 0}}};
  Engine run(workedExample, 1);
  for (const Batch &batch : batches) {
    EXPECT_EQ(run.ingestMixed(batch.rows), BOUGH_OK);
    EXPECT_EQ(run.counters(0), Counters{batch.u});
    EXPECT_EQ(run.counters(1), batch.t);
  }
  EXPECT_EQ(run.results, (std::vector<Result>{{5, {42, 1}, 2}, {5, {42, 2}, 1}}));
  EXPECT_EQ(run.header().now, 5);
}

std::string agesProgram(std::string_view range) {
  return "program @ages {\n"
         "  stream @s(x: i64, i: time)\n"
         "  stream @clock(k: time)\n"
         "  result @ages (age: time)\n"
         "  synopsis @T [j age " +
         std::string(range) +
         "] : count\n"
         "  on tick {\n"
         "    age @T\n"
         "  }\n"
         "  on @clock(%k) {\n"
         "    for %age: time in 0..3 {\n"
         "      %n = load @T[%age]\n"
         "      emit @ages (%age) times %n\n"
         "    }\n"
         "  }\n"
         "  on @s(%x, %i) {\n"
         "    bump @T[0], 1\n"
         "  }\n"
         "}\n";
}

TEST(Interpreter, ExpiringAgesLeaveAfterTheLast) {
  Engine run(agesProgram("0..3"));
  run.ingestMixed({{0, {7, 5}}, {0, {7, 5}}, {0, {7, 6}}, {1, {6}}, {1, {8}}, {1, {9}}, {1, {10}}});
  EXPECT_EQ(run.results, (std::vector<Result>{{6, {1}, 2}, {8, {2}, 1}, {8, {3}, 2}, {9, {3}, 1}}));
}

TEST(Interpreter, SaturatingAgesGatherAtTheLast) {
  Engine run(agesProgram("0..3+"));
  run.ingestMixed({{0, {7, 5}}, {0, {7, 6}}, {1, {8}}, {1, {9}}, {1, {1000}}});
  EXPECT_EQ(run.results,
            (std::vector<Result>{{8, {2}, 1}, {8, {3}, 1}, {9, {3}, 2}, {1000, {3}, 2}}));
}

TEST(Interpreter, AgesSurviveTheLongestJumps) {
  constexpr std::int64_t largest = INT64_MAX;
  Engine expiring(agesProgram("0..3"));
  expiring.ingestMixed({{0, {7, 0}}, {1, {largest}}});
  EXPECT_TRUE(expiring.results.empty());
  Engine saturating(agesProgram("0..3+"));
  saturating.ingestMixed({{0, {7, 0}}, {0, {7, 1}}, {1, {largest}}});
  EXPECT_EQ(saturating.results, (std::vector<Result>{{largest, {3}, 2}}));
}

/// Against a list of the times at which rows came, for two time keys around a dense one.
TEST(Interpreter, SeveralTimeKeysAgeTogether) {
  Engine run(R"(program @p {
  stream @s(x: i64, i: time)
  stream @clock(k: time)
  result @p (a: time, x: i64, b: time)
  synopsis @T [a age 0..4, x in 1..2, b age 0..3+] : count
  on tick {
    age @T
  }
  on @clock(%k) {
    for %a: time in 0..4 {
      for %x in 1..2 {
        for %b: time in 0..3 {
          %n = load @T[%a, %x, %b]
          emit @p (%a, %x, %b) times %n
        }
      }
    }
  }
  on @s(%x, %i) {
    %y = clamp %x, 1..2
    bump @T[0, %y, 1], 1
  }
})");
  std::mt19937 random(7);
  std::vector<std::pair<std::int64_t, std::int64_t>> seen;
  std::vector<Result> expected;
  std::int64_t now = 0;
  for (int i = 0; i < 500; ++i, now += 1 + static_cast<std::int64_t>(random() % 3)) {
    std::int64_t x = 1 + static_cast<std::int64_t>(random() % 2);
    run.ingestMixed({{1, {now}}, {0, {x, now}}});
    std::map<Cells, std::uint64_t> counts;
    for (auto [value, time] : seen)
      if (now - time <= 4)
        ++counts[{now - time, value, std::min<std::int64_t>(3, now - time + 1)}];
    for (const auto &[cells, count] : counts)
      expected.push_back({now, cells, count});
    seen.emplace_back(x, now);
  }
  EXPECT_EQ(run.results, expected);
}

TEST(Interpreter, CountsSaturateAndStick) {
  Engine run(R"(program @p {
  stream @s(x: i64, i: time)
  result @p (n: i64)
  synopsis @A [] : count
  synopsis @B [] : count
  on @s(%x, %i) {
    %n = load @A[]
    %twice = sum {
      yield %n
      yield %n
    }
    %none = mul %twice, 0
    bump @B[], %none
    %square = mul %twice, %twice
    bump @B[], %square
    emit @p (%x) times %none
  }
  on @s(%y, %j) {
    bump @A[], 9223372036854775807
  }
})");
  constexpr std::uint64_t half = INT64_MAX;
  EXPECT_EQ(run.ingestMixed({{0, {1, 0}}}), BOUGH_OK);
  EXPECT_EQ(run.counters(0)[0], half);
  EXPECT_EQ(run.counters(1)[0], 0u);
  run.ingestMixed({{0, {1, 1}}});
  EXPECT_EQ(run.counters(0)[0], 2 * half);
  EXPECT_EQ(run.counters(1)[0], UINT64_MAX);
  run.ingestMixed({{0, {1, 2}}, {0, {1, 3}}});
  EXPECT_EQ(run.counters(0)[0], UINT64_MAX);
  EXPECT_EQ(run.counters(1)[0], UINT64_MAX);
  EXPECT_TRUE(run.results.empty());
}

TEST(Interpreter, IntegersDoNotWrap) {
  Engine run(R"(program @p {
  stream @s(x: i64, i: time)
  result @p (a: i64, b: i64, c: i64)
  on @s(%x, %i) {
    %a = add %x, 5
    %b = sub -2, %x
    %less = le %x, %a, 9223372036854775807
    %no = le %a, %x, -1
    when %less {
      when %no {
        emit @p (0, 0, 0) times 1
      } else {
        for %c in 9223372036854775806..9223372036854775807 {
          emit @p (%a, %b, %c) times 1
        }
        for %d in 5..4 {
          emit @p (%a, %b, %d) times 1
        }
      }
    }
  }
})");
  constexpr std::int64_t smallest = INT64_MIN, largest = INT64_MAX;
  run.ingestMixed({{0, {largest, 0}}, {0, {smallest, 1}}});
  ASSERT_EQ(run.results.size(), 4u);
  EXPECT_EQ(run.results[0], (Result{0, {largest, smallest, largest - 1}, 1}));
  EXPECT_EQ(run.results[1], (Result{0, {largest, smallest, largest}, 1}));
  EXPECT_EQ(run.results[3], (Result{1, {smallest + 5, largest - 1, largest}, 1}));
}

const char *const failing = R"(program @p {
  stream @s(x: i64, i: time)
  stream @t(k: time)
  result @p (y: i64)
  buffer @B(x: i64) of @s capacity 2
  on tick {
    reset @B
  }
  on @s(%x, %i) {
    %big = in %x, 100..inf
    when %big {
      %y = add.checked %x, 1
      emit @p (%y) times 1
    } else {
      push @B(%x)
    }
  }
  on batch {
    each (%x) in @B {
      %less = le %x, -5, 0
      %many = sum {
        yield 9223372036854775807
        yield 9223372036854775807
        yield 1
      }
      when %less {
        emit @p (%x) times %many
      } else {
        emit @p (%x) times 1
      }
    }
  }
})";

std::string failedText(const bough_state_header &header) {
  return std::string(failing).substr(header.site_begin, header.site_end - header.site_begin);
}

TEST(Interpreter, AnErrorNamesItsRowAndStopsForGood) {
  for (bool isBlock : {false, true}) {
    Engine run(failing);
    std::vector<Row> rows{{0, {1, 4}}, {1, {5}}, {0, {200, 6}}, {0, {INT64_MAX, 6}}, {0, {3, 7}}};
    EXPECT_EQ(isBlock ? run.ingestBlock(rows) : run.ingestMixed(rows), BOUGH_EXPRESSION_OVERFLOW);
    EXPECT_EQ(run.header().error_time, 6);
    EXPECT_EQ(run.header().error_stream, 0u);
    EXPECT_EQ(run.header().error_row, isBlock ? 2u : 3u);
    EXPECT_EQ(failedText(run.header()), "%y = add.checked %x, 1");
    EXPECT_EQ(run.results, (std::vector<Result>{{4, {1}, 1}, {6, {201}, 1}}));
    EXPECT_EQ(run.ingestMixed({{0, {1, 9}}}), BOUGH_EXPRESSION_OVERFLOW);
    EXPECT_EQ(run.header().error_time, 6);
    EXPECT_EQ(run.results.size(), 2u);
  }
}

TEST(Interpreter, ASaturatedResultIsAnErrorWithoutARow) {
  Engine run(failing);
  EXPECT_EQ(run.ingestMixed({{0, {-5, 3}}}), BOUGH_MULTIPLICITY_OVERFLOW);
  EXPECT_EQ(run.header().error_time, 3);
  EXPECT_EQ(run.header().error_stream, UINT64_MAX);
  EXPECT_EQ(run.header().error_row, UINT64_MAX);
  EXPECT_EQ(failedText(run.header()), "emit @p (%x) times %many");
}

TEST(Interpreter, BuffersHoldOneBatch) {
  Engine run(failing);
  EXPECT_EQ(run.ingestMixed({{0, {1, 3}}, {0, {2, 3}}, {0, {3, 4}}, {0, {4, 4}}}), BOUGH_OK);
  EXPECT_EQ(run.results.size(), 4u);
  EXPECT_EQ(run.ingestMixed({{0, {1, 5}}, {1, {5}}, {0, {2, 5}}, {0, {3, 5}}}), BOUGH_BUFFER_FULL);
  EXPECT_EQ(run.header().site, 0u);
  EXPECT_EQ(run.header().error_row, 3u);
  EXPECT_EQ(failedText(run.header()), "push @B(%x)");
  EXPECT_EQ(run.results.size(), 4u);
}

TEST(Interpreter, TimesMustGrowFromCallToCall) {
  for (bool isBlock : {false, true}) {
    for (std::int64_t bad : {std::int64_t(-1), std::int64_t(2), std::int64_t(3), INT64_MIN}) {
      Engine run(workedExample);
      run.ingestMixed({{2, {1, 3}}});
      std::vector<Row> rows{{1, {2, bad}}};
      EXPECT_EQ(isBlock ? run.ingestBlock(rows) : run.ingestMixed(rows), BOUGH_TIME_ORDER);
      EXPECT_EQ(run.header().error_time, bad);
      EXPECT_EQ(run.header().error_stream, 1u);
      EXPECT_EQ(run.header().error_row, 0u);
      EXPECT_EQ(run.header().now, 3);
    }
    Engine run(workedExample);
    std::vector<Row> rows{{2, {1, 3}}, {2, {1, 5}}, {2, {1, 4}}};
    EXPECT_EQ(isBlock ? run.ingestBlock(rows) : run.ingestMixed(rows), BOUGH_TIME_ORDER);
    EXPECT_EQ(run.header().error_row, 2u);
    EXPECT_EQ(run.counters(0)[0], 2u);
  }
}

TEST(Interpreter, AStreamThatNobodyReadsMovesTimeOn) {
  Engine run(failing);
  EXPECT_EQ(run.ingestBlock({{1, {8}}}), BOUGH_OK);
  EXPECT_EQ(run.header().now, 8);
}

TEST(Interpreter, ASinkThatRefusesStopsTheQuery) {
  Engine run(failing, 1);
  run.flushStatus = 1;
  EXPECT_EQ(run.ingestMixed({{0, {1, 3}}, {0, {2, 3}}}), BOUGH_STOPPED);
  EXPECT_EQ(run.results.size(), 1u);
  run.flushStatus = 0;
  EXPECT_EQ(run.ingestMixed({{0, {1, 4}}}), BOUGH_STOPPED);
}

TEST(Interpreter, BlockAndMixedInputAgree) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    Engine block(workedExample), mixed(workedExample);
    std::int64_t now = 0;
    for (int call = 0; call < 5; ++call) {
      std::vector<Row> rows;
      for (unsigned i = random() % 30; i > 0; --i) {
        now += random() % 3 == 0 ? 1 : 0;
        rows.push_back({static_cast<std::uint32_t>(random() % 3),
                        {static_cast<std::int64_t>(random() % 6), now}});
      }
      ++now;
      EXPECT_EQ(block.ingestBlock(rows), BOUGH_OK);
      EXPECT_EQ(mixed.ingestMixed(rows), BOUGH_OK);
      EXPECT_EQ(block.wholeState(), mixed.wholeState());
    }
    EXPECT_EQ(block.results, mixed.results);
  }
}

} // namespace
} // namespace bough

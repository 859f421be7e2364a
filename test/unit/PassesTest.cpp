#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Layout.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/passes/PassManager.h"
#include "test/unit/RandomProgram.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace bough::test {
namespace {

/// Rows of all streams in the order of time.
struct Rows {
  static constexpr std::uint64_t stride = 3;
  std::vector<std::uint32_t> streams;
  std::vector<std::int64_t> cells;
};

Rows randomRows(Random &random, const ir::Program &program) {
  Rows rows;
  std::int64_t time = random.between(0, 2);
  std::int64_t batches = random.between(1, 8);
  for (std::int64_t batch = 0; batch < batches; ++batch) {
    std::int64_t count = random.between(1, 4);
    for (std::int64_t i = 0; i < count; ++i) {
      auto stream = static_cast<std::uint32_t>(random.between(0, 1));
      rows.streams.push_back(stream);
      std::size_t columns = program.streams[stream].columns.size();
      for (std::size_t c = 0; c < Rows::stride; ++c)
        if (c == program.streams[stream].timestampColumn)
          rows.cells.push_back(time);
        else if (c < columns && random.chance(4))
          rows.cells.push_back(random.chance(50) ? INT64_MAX : INT64_MIN);
        else
          rows.cells.push_back(random.between(-3, 5));
    }
    time += random.chance(10) ? random.between(1, 1000) : random.between(1, 3);
  }
  return rows;
}

/// All that a caller can see: results per batch with their multiplicities, and the error. The
/// results of a batch that failed do not count.
struct Outcome {
  /// (time, number of the result, cells...) to count; of distinct results 1.
  std::map<std::vector<std::int64_t>, unsigned __int128> results;
  std::uint64_t status = 0;
  std::int64_t errorTime = 0;
  std::uint64_t errorStream = 0, errorRow = 0;
  SourceRange site;
  std::string full; ///< the buffer or synopsis that is full
  bool operator==(const Outcome &) const = default;
};

Outcome run(const ir::Program &program, const Rows &rows) {
  auto machine = makeInterpreter(program);
  std::vector<std::uint64_t> words(machine->stateBytes() / 8 + 8);
  auto address = reinterpret_cast<std::uintptr_t>(words.data());
  void *state = words.data() + ((64 - address % 64) % 64) / 8;
  machine->init(state);

  Outcome outcome;
  struct Context {
    const ir::Program &running;
    Outcome &seen;
  } context{program, outcome};
  std::vector<std::int64_t> times(1), cells(program.resultWidth());
  std::vector<std::uint32_t> resultIds(1);
  std::vector<std::uint64_t> counts(1);
  auto flush = [](bough_sink *sink) {
    auto &[running, seen] = *static_cast<Context *>(sink->context);
    std::vector<std::int64_t> row{sink->times[0], sink->results[0]};
    row.insert(row.end(), sink->rows, sink->rows + running.resultWidth());
    unsigned __int128 &count = seen.results[row];
    count = running.results[sink->results[0]].isDistinct ? 1 : count + sink->counts[0];
    sink->used = 0;
    return 0;
  };
  bough_sink sink{times.data(), resultIds.data(), cells.data(), counts.data(), 1, 0,
                  flush,        &context};
  bough_tagged_rows tagged{rows.streams.data(), rows.cells.data(), Rows::stride,
                           rows.streams.size()};
  outcome.status = machine->ingestMixed(state, &tagged, &sink);
  if (outcome.status == BOUGH_OK)
    return outcome;
  const auto &header = *static_cast<const bough_state_header *>(state);
  outcome.errorTime = header.error_time;
  outcome.errorStream = header.error_stream;
  outcome.errorRow = header.error_row;
  outcome.site = {header.site_begin, header.site_end};
  if (outcome.status == BOUGH_BUFFER_FULL || outcome.status == BOUGH_SYNOPSIS_FULL) {
    outcome.full = outcome.status == BOUGH_BUFFER_FULL ? program.buffers[header.site].name
                                                       : program.synopses[header.site].name;
    outcome.site = {};
  }
  std::erase_if(outcome.results,
                [&](const auto &result) { return result.first[0] == outcome.errorTime; });
  return outcome;
}

std::string withoutTwin(const std::string &name) { return name.substr(0, name.find('_')); }

/// Whether a program that passes have changed still does the same.
bool isSame(Outcome before, Outcome after, const ir::Program &changed) {
  // A synopsis that nobody reads goes away, and with it the error that it is full: from that batch
  // on the two go apart.
  bool isGone = before.status == BOUGH_SYNOPSIS_FULL &&
                std::ranges::find(changed.synopses, before.full, &ir::Synopsis::name) ==
                    changed.synopses.end();
  if (isGone) {
    std::erase_if(after.results,
                  [&](const auto &result) { return result.first[0] >= before.errorTime; });
    bool isLater = after.status == BOUGH_OK || after.errorTime >= before.errorTime;
    return isLater && before.results == after.results;
  }
  // Twins that were shared have one name left.
  before.full = withoutTwin(before.full);
  after.full = withoutTwin(after.full);
  return before == after;
}

std::vector<std::vector<std::string>> pipelines() {
  std::vector<std::vector<std::string>> all{defaultPipeline()};
  for (std::string_view name : passNames())
    all.push_back({std::string(name)});
  return all;
}

std::string joined(const std::vector<std::string> &pipeline) {
  return fmt::format("{}", fmt::join(pipeline, ","));
}

/// Checks each pass and the default pipeline on one random program. False after a failure.
bool checkProgram(std::uint64_t seed) {
  ir::Program original = RandomProgram(seed).make();
  std::string originalText = ir::print(original);
  DiagnosticEngine diagnostics;
  EXPECT_TRUE(ir::verify(original, diagnostics)) << diagnostics.renderAll(false) << originalText;
  if (diagnostics.hasErrors())
    return false;

  for (const std::vector<std::string> &pipeline : pipelines()) {
    ir::Program changed = original;
    PassOptions options;
    options.verifyEach = true;
    std::string where = fmt::format("seed {}, passes {}\n{}", seed, joined(pipeline), originalText);
    EXPECT_TRUE(runPasses(changed, pipeline, options, diagnostics))
        << diagnostics.renderAll(false) << where;
    std::string changedText = ir::print(changed);
    if (diagnostics.hasErrors())
      return false;

    // A second run finds nothing to do; so does one on what the parser makes of the text.
    auto source = std::make_shared<Source>("changed.bir", changedText);
    auto parsed = ir::parse(source, diagnostics);
    EXPECT_TRUE(parsed) << diagnostics.renderAll(false) << where;
    if (!parsed)
      return false;
    EXPECT_EQ(ir::print(*parsed), changedText) << where;
    if (pipeline.size() == 1) {
      EXPECT_TRUE(runPasses(*parsed, pipeline, options, diagnostics));
      EXPECT_EQ(ir::print(*parsed), changedText) << "not idempotent: " << where;
    }

    Random random(seed);
    for (int input = 0; input < 6; ++input) {
      Rows rows = randomRows(random, original);
      if (isSame(run(original, rows), run(changed, rows), changed))
        continue;
      ADD_FAILURE() << "results differ: " << where << changedText;
      return false;
    }
    if (testing::Test::HasFailure())
      return false;
  }
  return true;
}

/// BOUGH_RANDOM_PROGRAMS=N checks N programs; BOUGH_RANDOM_SEED=S begins with seed S.
std::uint64_t fromEnvironment(const char *name, std::uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(Passes, KeepTheMeaningOfRandomPrograms) {
  std::uint64_t first = fromEnvironment("BOUGH_RANDOM_SEED", 1);
  std::uint64_t count = fromEnvironment("BOUGH_RANDOM_PROGRAMS", 150);
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    if (!checkProgram(seed))
      break;
}

} // namespace
} // namespace bough::test

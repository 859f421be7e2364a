#include "codegen/interp/Interpreter.h"
#include "codegen/ir/Layout.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"
#include "codegen/passes/PassManager.h"
#include "test/unit/RandomProgram.h"

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
  std::map<std::vector<std::int64_t>, unsigned __int128> results; ///< (time, cells...) to count
  std::uint64_t status = 0;
  std::int64_t errorTime = 0;
  std::uint64_t errorStream = 0, errorRow = 0;
  SourceRange site;
  std::string fullBuffer;
  bool operator==(const Outcome &) const = default;
};

Outcome run(const ir::Program &program, const Rows &rows) {
  auto machine = makeInterpreter(program);
  std::vector<std::uint64_t> words(machine->stateBytes() / 8 + 8);
  auto address = reinterpret_cast<std::uintptr_t>(words.data());
  void *state = words.data() + ((64 - address % 64) % 64) / 8;
  machine->init(state);

  Outcome outcome;
  std::vector<std::int64_t> times(1), cells(program.resultWidth());
  std::vector<std::uint32_t> resultIds(1);
  std::vector<std::uint64_t> counts(1);
  auto flush = [](bough_sink *sink) {
    auto &results = static_cast<Outcome *>(sink->context)->results;
    std::vector<std::int64_t> row{sink->times[0], sink->rows[0], sink->rows[1]};
    results[row] += sink->counts[0];
    sink->used = 0;
    return 0;
  };
  bough_sink sink{times.data(), resultIds.data(), cells.data(), counts.data(), 1, 0, flush, &outcome};
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
  if (outcome.status == BOUGH_BUFFER_FULL) {
    // Twins that were shared have one name left.
    outcome.fullBuffer = program.buffers[header.site].name.substr(0, 1);
    outcome.site = {};
  }
  std::erase_if(outcome.results,
                [&](const auto &result) { return result.first[0] == outcome.errorTime; });
  return outcome;
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
      if (run(original, rows) == run(changed, rows))
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

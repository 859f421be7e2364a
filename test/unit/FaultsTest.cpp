#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/llvm/Backend.h"
#include "codegen/passes/PassManager.h"
#include "frontend/syntax/Limits.h"
#include "frontend/syntax/Parser.h"
#include "runtime/Runner.h"

#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <unistd.h>

/// Errors that no text and no input can cause: only a caller, a pass or a machine that is wrong.
namespace bough {
namespace {

ir::Program parsed(const std::string &text) {
  DiagnosticEngine diagnostics(std::make_shared<const Source>("p.bir", text));
  std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
  EXPECT_TRUE(program) << diagnostics.renderAll(false);
  return program.value_or(ir::Program());
}

TEST(Faults, ATextThatNoToolHasLimited) {
  Source source("q.sql", std::string(limits::fileBytes + 1, ' '));
  DiagnosticEngine diagnostics;
  parseScript(source, diagnostics);
  EXPECT_EQ(diagnostics.renderAll(false),
            "bough: error: the text has 16777217 bytes; at most 16777216 are allowed [B0113]\n");
}

TEST(Faults, AReferenceToNothing) {
  ir::Program program = parsed("program @p {\n"
                               "  stream @s(i: time)\n"
                               "  result @p ()\n"
                               "  synopsis @T [] : count\n"
                               "  on @s(%i) {\n"
                               "  }\n"
                               "}\n");
  program.handlers.at(0).stream = 7;
  DiagnosticEngine diagnostics;
  EXPECT_FALSE(ir::verify(program, diagnostics));
  EXPECT_EQ(diagnostics.renderAll(false),
            "bough: error: stream number 7 does not exist, in 'on' [B0521]\n");
}

TEST(Faults, AProgramThatIsNotValidAfterAPass) {
  ir::Program program = parsed("program @p {\n"
                               "  stream @s(a: i64)\n"
                               "  result @p ()\n"
                               "}\n");
  PassOptions options;
  options.verifyEach = true;
  DiagnosticEngine diagnostics;
  EXPECT_FALSE(runPasses(program, {"dead-synopses"}, options, diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 2U) << diagnostics.renderAll(false);
  EXPECT_EQ(render(diagnostics.all().back(), false),
            "bough: error: the program is not valid after pass 'dead-synopses' [B0592]\n");
}

TEST(Faults, CodeForAStateThatIsTooLarge) {
  ir::Program program = parsed("program @p {\n"
                               "  stream @s(i: time)\n"
                               "  result @p ()\n"
                               "  synopsis @T [a in 0..4294967295, b in 0..4294967295] : count\n"
                               "}\n");
  DiagnosticEngine diagnostics;
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  ASSERT_NE(backend, nullptr) << diagnostics.renderAll(false);
  EXPECT_EQ(backend->llvmText(program, LlvmOptions(), false, diagnostics), "");
  EXPECT_EQ(diagnostics.renderAll(false), "bough: error: LLVM cannot generate code for this host: "
                                          "the state is too large [B0802]\n");
}

/// Stops in the first batch, at time 3, with an error.
class Refusing final : public Machine {
public:
  explicit Refusing(std::uint64_t status) : status_(status) {}
  std::uint64_t stateBytes() const override { return sizeof(bough_state_header); }
  void init(void *state) override { *static_cast<bough_state_header *>(state) = {}; }
  std::uint64_t ingestBlock(void *state, const bough_columns *, bough_sink *) override {
    return refuse(static_cast<bough_state_header *>(state));
  }
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *, bough_sink *) override {
    return refuse(static_cast<bough_state_header *>(state));
  }

private:
  std::uint64_t refuse(bough_state_header *header) {
    header->status = status_;
    header->error_time = 3;
    header->error_stream = std::numeric_limits<std::uint64_t>::max();
    header->error_row = std::numeric_limits<std::uint64_t>::max();
    return status_;
  }

  std::uint64_t status_;
};

/// What a run says when its machine stops with a status.
std::string messageFor(std::uint64_t status) {
  const std::string path = ::testing::TempDir() + "bough-faults.csv";
  std::ofstream(path) << "i\n3\n";
  MachineSchema schema;
  MachineStream stream;
  stream.name = "s";
  stream.columns = {{"i", true, 0, std::numeric_limits<std::int64_t>::max(), false, "TIMESTAMP"}};
  schema.streams.push_back(stream);
  schema.queries.emplace_back();
  schema.results.emplace_back();
  InputSpec input;
  input.path = path;
  RunOptions options;
  options.queryName = "q";

  int null = ::open("/dev/null", O_WRONLY);
  Refusing machine(status);
  DiagnosticEngine diagnostics;
  {
    OutputFile output(null);
    RunSummary summary =
        runMachine(machine, schema, {input}, options, {{&output, false}}, diagnostics);
    EXPECT_EQ(summary.outcome, RunSummary::Outcome::Failed);
  }
  ::close(null);
  std::remove(path.c_str());
  return diagnostics.renderAll(false);
}

TEST(Faults, AMachineThatRefusesTimesInOrder) {
  EXPECT_EQ(messageFor(BOUGH_TIME_ORDER),
            "bough: error: query 'q': the machine refused time 3 as out of order [B0633]\n");
}

TEST(Faults, AMachineThatHasNoRoomForAnEntry) {
  EXPECT_EQ(messageFor(BOUGH_SYNOPSIS_FULL), "bough: error: query 'q': at time 3 there is more to "
                                             "keep than the declared rates allow [B0636]\n");
}

} // namespace
} // namespace bough

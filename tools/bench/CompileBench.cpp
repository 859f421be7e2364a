#include "tools/bench/Benches.h"
#include "tools/bench/Programs.h"

#include "analysis/Analysis.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Lower.h"
#include "codegen/passes/PassManager.h"
#include "frontend/sema/Binder.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <functional>
#include <map>

namespace bough::bench {

namespace {

/// Sums up how long each part took, for one counter a part.
class Parts {
public:
  using Timed = std::function<void(std::string_view, double)>;

  Timed timed() {
    return
        [this](std::string_view part, double seconds) { seconds_[std::string(part)] += seconds; };
  }
  /// Runs a part and takes its time.
  template <typename Run> auto run(std::string_view part, const Run &body) {
    auto begin = std::chrono::steady_clock::now();
    auto result = body();
    timed()(part, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    return result;
  }
  /// Milliseconds for one run.
  void report(benchmark::State &state) const {
    for (const auto &[part, seconds] : seconds_)
      state.counters[part + "/ms"] =
          benchmark::Counter(1000 * seconds, benchmark::Counter::kAvgIterations);
  }

private:
  std::map<std::string, double> seconds_;
};

/// From program text to a machine that is ready to run.
void compileIr(benchmark::State &state, const std::string &text, unsigned level) {
  compileProgram(parseProgram(text)); // loads LLVM
  Parts parts;
  for (auto _ : state) {
    DiagnosticEngine diagnostics(std::make_shared<Source>("benchmark.bir", text));
    auto program =
        parts.run("parse.ir", [&] { return ir::parse(diagnostics.source(), diagnostics); });
    parts.run("verify.ir", [&] { return ir::verify(*program, diagnostics); });
    std::unique_ptr<Machine> machine = compileProgram(*program, {level, parts.timed()});
    benchmark::DoNotOptimize(machine.get());
  }
  parts.report(state);
}

/// From SQL text to the verdict and the program: what `bough check` does, and every command before
/// LLVM is loaded.
std::optional<ir::Program> compileSql(Parts &parts) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("benchmark.sql", workedExampleSql));
  auto plan = parts.run("bind", [&] { return bindSource(diagnostics.source(), diagnostics); });
  auto analysis = parts.run("analyse", [&] { return analyse(*plan, diagnostics); });
  ir::Program program = parts.run("lower", [&] { return lower(*plan, *analysis); });
  parts.run("passes",
            [&] { return runPasses(program, defaultPipeline(), PassOptions(), diagnostics); });
  if (!parts.run("verify.ir", [&] { return ir::verify(program, diagnostics); }))
    return std::nullopt;
  return program;
}

void compileSqlToProgram(benchmark::State &state) {
  Parts parts;
  for (auto _ : state)
    benchmark::DoNotOptimize(compileSql(parts));
  parts.report(state);
}

/// With the entry for columns, as `bough run` does.
void compileSqlToMachine(benchmark::State &state, unsigned level) {
  compileProgram(parseProgram(workedExample)); // loads LLVM
  Parts parts;
  for (auto _ : state) {
    std::unique_ptr<Machine> machine =
        compileProgram(*compileSql(parts), {level, parts.timed(), MachineEntries::Block});
    benchmark::DoNotOptimize(machine.get());
  }
  parts.report(state);
}

/// The ways of a program that are no JIT: to a machine in a shared library, linker included.
void compileWith(benchmark::State &state,
                 std::unique_ptr<Machine> (*compile)(const ir::Program &, unsigned),
                 unsigned level) {
  ir::Program program = parseProgram(workedExample);
  compile(program, level); // loads LLVM
  for (auto _ : state)
    benchmark::DoNotOptimize(compile(program, level));
}

} // namespace

void addCompileBenches() {
  benchmark::RegisterBenchmark("compile/sql-to-program", compileSqlToProgram)
      ->Unit(benchmark::kMillisecond);
  for (unsigned level : {0U, 1U, 2U})
    benchmark::RegisterBenchmark(
        ("compile/sql-to-machine/O" + std::to_string(level)).c_str(),
        [level](benchmark::State &state) { compileSqlToMachine(state, level); })
        ->Unit(benchmark::kMillisecond);
  // The host's compiler and linker are other processes, so these are by the clock.
  benchmark::RegisterBenchmark(
      "compile/example/object",
      [](benchmark::State &state) { compileWith(state, compileObject, 2); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("compile/example/cpp",
                               [](benchmark::State &state) { compileWith(state, compileCpp, 3); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  const std::pair<const char *, const char *> programs[] = {{"example", workedExample},
                                                            {"window", windowJoin}};
  for (auto [name, text] : programs)
    for (unsigned level : {0U, 1U, 2U, 3U})
      benchmark::RegisterBenchmark(
          (std::string("compile/") + name + "/O" + std::to_string(level)).c_str(),
          [text = text, level](benchmark::State &state) { compileIr(state, text, level); })
          ->Unit(benchmark::kMillisecond);
}

} // namespace bough::bench

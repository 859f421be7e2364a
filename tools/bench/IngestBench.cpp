#include "tools/bench/Benches.h"
#include "tools/bench/CountingSink.h"
#include "tools/bench/HandWritten.h"
#include "tools/bench/Input.h"
#include "tools/bench/Programs.h"

#include "codegen/interp/Interpreter.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <functional>

namespace bough::bench {

namespace {

constexpr std::size_t rowsPerStream = 1'000'000;

enum class Entry { Block, Mixed };

void ingest(benchmark::State &state, Machine &machine, const Input &input, Entry entry,
            std::size_t resultColumns) {
  void *memory = std::aligned_alloc(64, (machine.stateBytes() + 63) / 64 * 64);
  CountingSink sink(resultColumns);
  for (auto _ : state) {
    machine.init(memory);
    sink.results = sink.multiplicities = 0;
    std::uint64_t status = entry == Entry::Block
                               ? machine.ingestBlock(memory, input.block.data(), &sink.sink)
                               : machine.ingestMixed(memory, &input.mixed, &sink.sink);
    CountingSink::flush(&sink.sink);
    if (status != BOUGH_OK)
      state.SkipWithError("the machine stopped");
  }
  std::free(memory);
  auto rows = static_cast<double>(input.tags.size());
  state.counters["rows/s"] =
      benchmark::Counter(rows, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["results"] = static_cast<double>(sink.results);
  state.counters["sum"] = static_cast<double>(sink.multiplicities);
}

using MachineMaker = std::function<std::unique_ptr<Machine>()>;

void add(const std::string &name, const MachineMaker &make, std::shared_ptr<const Input> input,
         std::size_t resultColumns) {
  for (Entry entry : {Entry::Block, Entry::Mixed}) {
    std::string form = entry == Entry::Block ? "block" : "mixed";
    std::string full = name;
    full.replace(full.find("ENTRY"), 5, form);
    benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State &state) {
      std::unique_ptr<Machine> machine = make();
      ingest(state, *machine, *input, entry, resultColumns);
    })->Unit(benchmark::kMillisecond);
  }
}

} // namespace

void addIngestBenches() {
  for (std::size_t perTimestamp : {std::size_t(1), std::size_t(8)}) {
    // Values 0 .. 9: four of ten rows of t pass the predicate.
    auto input = std::make_shared<const Input>(makeInput(3, rowsPerStream, perTimestamp, 10));
    std::string name = "example/ENTRY/" + std::to_string(perTimestamp) + "-per-timestamp/";
    ir::Program program = parseProgram(workedExample);
    add(name + "hand", makeHandWrittenExample, input, 2);
    add(name + "jit", [program] { return compileProgram(program); }, input, 2);
    add(name + "object", [program] { return compileObject(program, 2); }, input, 2);
    add(name + "cpp", [program] { return compileCpp(program, 3); }, input, 2);
    add(name + "interpreter", [program] { return makeInterpreter(program); }, input, 2);
  }
  auto input = std::make_shared<const Input>(makeInput(2, rowsPerStream, 1, 200));
  ir::Program program = parseProgram(windowJoin);
  add("window/ENTRY/jit", [program] { return compileProgram(program); }, input, 1);
  add("window/ENTRY/interpreter", [program] { return makeInterpreter(program); }, input, 1);
}

} // namespace bough::bench

#include "tools/bench/Benches.h"
#include "tools/bench/Input.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <string>
#include <vector>
#include <worked_example.h> // emitted when this is built

namespace bough::bench {

namespace {

using worked_example::Result, worked_example::S, worked_example::T, worked_example::U;

/// The worked example for a program that gets rows one by one, as one would write it by hand: rows
/// wait until the first later one. No saturation, no order checks, no errors.
class HandWrittenRows {
public:
  template <class Sink> void on(const S &row, Sink &&sink) {
    reach(row.i, sink);
    s_.push_back(row);
  }
  template <class Sink> void on(const T &row, Sink &&sink) {
    reach(row.j, sink);
    t_.push_back(row);
  }
  template <class Sink> void on(const U &row, Sink &&sink) {
    reach(row.k, sink);
    ++waitingU_;
  }
  template <class Sink> void finish(Sink &&sink) {
    for (const S &row : s_)
      for (std::int64_t b = 1; b <= 4; ++b)
        if (counts_[b - 1] != 0)
          sink(Result{row.a, b}, counts_[b - 1]);
    for (const T &row : t_)
      if (row.b > 0 && row.b < 5)
        counts_[row.b - 1] += u_;
    u_ += waitingU_;
    waitingU_ = 0;
    s_.clear();
    t_.clear();
  }

private:
  template <class Sink> void reach(std::int64_t time, Sink &sink) {
    if (time == now_)
      return;
    finish(sink);
    now_ = time;
  }

  std::int64_t now_ = -1;
  std::uint64_t u_ = 0, waitingU_ = 0, counts_[4] = {};
  std::vector<S> s_;
  std::vector<T> t_;
};

template <class Taker> void takeRows(benchmark::State &state, const Input &input) {
  std::uint64_t results = 0, multiplicities = 0;
  for (auto _ : state) {
    Taker machine;
    results = multiplicities = 0;
    auto sink = [&](const Result &row, std::uint64_t count) {
      ++results;
      multiplicities += count;
      benchmark::DoNotOptimize(row);
    };
    const std::int64_t *cells = input.cells.data();
    for (std::uint32_t stream : input.tags) {
      if (stream == 0)
        machine.on(S{cells[0], cells[1]}, sink);
      else if (stream == 1)
        machine.on(T{cells[0], cells[1]}, sink);
      else
        machine.on(U{cells[0], cells[1]}, sink);
      cells += 2;
    }
    machine.finish(sink);
  }
  state.counters["rows/s"] = benchmark::Counter(static_cast<double>(input.tags.size()),
                                                benchmark::Counter::kIsIterationInvariantRate);
  state.counters["results"] = static_cast<double>(results);
  state.counters["sum"] = static_cast<double>(multiplicities);
}

} // namespace

void addRowsBenches() {
  for (std::size_t perTimestamp : {std::size_t(1), std::size_t(8)}) {
    auto input = std::make_shared<const Input>(makeInput(3, 1'000'000, perTimestamp, 10));
    std::string name = "example/rows/" + std::to_string(perTimestamp) + "-per-timestamp/";
    benchmark::RegisterBenchmark((name + "hand").c_str(), [input](benchmark::State &state) {
      takeRows<HandWrittenRows>(state, *input);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "cpp").c_str(), [input](benchmark::State &state) {
      takeRows<worked_example::Machine>(state, *input);
    })->Unit(benchmark::kMillisecond);
  }
}

} // namespace bough::bench

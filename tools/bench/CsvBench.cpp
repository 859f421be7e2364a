#include "tools/bench/Benches.h"
#include "tools/bench/Input.h"
#include "tools/bench/Programs.h"

#include "codegen/lower/Schema.h"
#include "runtime/Runner.h"

#include <benchmark/benchmark.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <unistd.h>

namespace bough::bench {

namespace {

constexpr std::size_t rowsPerStream = 1'000'000;

/// The input of the worked example as files s.csv, t.csv and u.csv in a folder of their own, which
/// goes when the last user does.
class CsvFiles {
public:
  CsvFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bough-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      std::perror("bough-bench: mkdtemp");
      std::exit(2);
    }
    folder_ = pattern;
    Input input = makeInput(3, rowsPerStream, 1, 10);
    constexpr std::array headers = {"a,i\n", "b,j\n", "c,k\n"};
    for (std::size_t stream = 0; stream < 3; ++stream) {
      std::string text = headers[stream];
      for (std::size_t row = 0; row < input.values[stream].size(); ++row)
        fmt::format_to(std::back_inserter(text), "{},{}\n", input.values[stream][row],
                       input.times[stream][row]);
      std::FILE *file = std::fopen(path(stream).c_str(), "wb");
      if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() ||
          std::fclose(file) != 0) {
        std::perror(path(stream).c_str());
        std::exit(2);
      }
    }
  }
  ~CsvFiles() { std::filesystem::remove_all(folder_); }
  CsvFiles(const CsvFiles &) = delete;
  CsvFiles &operator=(const CsvFiles &) = delete;

  std::string path(std::size_t stream) const {
    return (folder_ / (std::string(1, "stu"[stream]) + ".csv")).string();
  }

private:
  std::filesystem::path folder_;
};

/// Reads `value,time` lines one by one, without any check.
class PlainReader {
public:
  explicit PlainReader(const std::string &path) {
    std::FILE *file = std::fopen(path.c_str(), "rb");
    std::size_t size = std::filesystem::file_size(path);
    text_.resize(size);
    if (file == nullptr || std::fread(text_.data(), 1, size, file) != size)
      std::exit(2);
    std::fclose(file);
    at_ = text_.find('\n') + 1;
    next();
  }
  void next() {
    if (at_ == text_.size()) {
      time = std::numeric_limits<std::int64_t>::max();
      return;
    }
    value = number();
    time = number();
  }
  std::int64_t value = 0, time = 0;

private:
  std::int64_t number() {
    std::int64_t n = 0;
    for (; text_[at_] >= '0'; ++at_)
      n = 10 * n + (text_[at_] - '0');
    ++at_;
    return n;
  }
  std::string text_;
  std::size_t at_ = 0;
};

/// What one would write by hand for this query and these files.
void byHand(const CsvFiles &files, int output) {
  PlainReader s(files.path(0)), t(files.path(1)), u(files.path(2));
  std::array<std::uint64_t, 4> countsT{};
  std::uint64_t countU = 0;
  std::string out = "a,b,count\n";
  std::array<char, 64> line;
  auto flush = [&] {
    if (::write(output, out.data(), out.size()) < 0)
      std::exit(2);
    out.clear();
  };
  constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
  while (true) {
    std::int64_t now = std::min({s.time, t.time, u.time});
    if (now == end)
      break;
    for (; s.time == now; s.next())
      for (std::size_t b = 0; b < 4; ++b)
        if (countsT[b] != 0) {
          char *at = std::to_chars(line.data(), line.data() + 24, s.value).ptr;
          *at++ = ',';
          *at++ = static_cast<char>('1' + b);
          *at++ = ',';
          at = std::to_chars(at, line.data() + line.size() - 1, countsT[b]).ptr;
          *at++ = '\n';
          out.append(line.data(), at);
          if (out.size() > 60'000)
            flush();
        }
    for (; t.time == now; t.next())
      if (t.value > 0 && t.value < 5)
        countsT[static_cast<std::size_t>(t.value - 1)] += countU;
    for (; u.time == now; u.next())
      ++countU;
  }
  flush();
}

void withBough(const CsvFiles &files, Machine &machine, const MachineSchema &schema, int output,
               benchmark::State &state) {
  std::vector<InputSpec> inputs;
  for (unsigned stream = 0; stream < 3; ++stream)
    inputs.push_back({files.path(stream), stream, {}});
  DiagnosticEngine diagnostics;
  RunOptions options;
  options.queryName = "example";
  OutputFile file(output);
  runMachine(machine, schema, inputs, options, {{&file, false}}, diagnostics);
  if (diagnostics.hasErrors())
    state.SkipWithError("the run failed");
}

void report(benchmark::State &state) {
  state.counters["rows/s"] = benchmark::Counter(static_cast<double>(3 * rowsPerStream),
                                                benchmark::Counter::kIsIterationInvariantRate);
}

} // namespace

void addCsvBenches() {
  // The files are written when the first of these benchmarks runs.
  auto files = std::make_shared<std::unique_ptr<CsvFiles>>();
  auto ready = [files]() -> const CsvFiles & {
    if (!*files)
      *files = std::make_unique<CsvFiles>();
    return **files;
  };
  int output = ::open("/dev/null", O_WRONLY);
  benchmark::RegisterBenchmark("csv/hand", [=](benchmark::State &state) {
    const CsvFiles &input = ready();
    for (auto _ : state)
      byHand(input, output);
    report(state);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("csv/jit", [=](benchmark::State &state) {
    const CsvFiles &input = ready();
    ir::Program program = parseProgram(workedExample);
    MachineSchema schema = schemaOf(program);
    std::unique_ptr<Machine> machine = compileProgram(program);
    for (auto _ : state)
      withBough(input, *machine, schema, output, state);
    report(state);
  })->Unit(benchmark::kMillisecond);
}

} // namespace bough::bench

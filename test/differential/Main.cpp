#include "test/differential/Checker.h"
#include "test/differential/Classes.h"
#include "test/differential/Generator.h"
#include "test/differential/Oracle.h"
#include "test/differential/PatternGenerator.h"
#include "test/differential/Shrink.h"
#include "test/differential/Sql.h"
#include "test/differential/Statistics.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <random>
#include <set>

namespace bough::differential {
namespace {

struct Options {
  std::uint64_t queries = 2000;
  std::string seed = "1";
  double minutes = 0;
  std::string keep = "differential-failures";
  std::uint64_t show = 0;
  unsigned shrinkAttempts = 400;
  std::uint64_t failures = 1;
  unsigned jitEvery = 4;
  unsigned objectEvery = 100;
  unsigned cppEvery = 0;
  bool patterns = false;
  bool onlyReference = false;
  std::vector<std::string> classes, without;

  std::vector<std::string> allClasses() const {
    return patterns ? allPatternClasses() : differential::allClasses();
  }
};

/// Whether a case is of one of the classes asked for ("a+b": of both), and of none of the others.
bool isWanted(const Options &options, const CaseModel &model) {
  if (options.classes.empty() && options.without.empty())
    return true;
  std::set<std::string> labels = classesOf(model);
  auto hasAll = [&](const std::string &names) {
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
      end = names.find('+', begin);
      if (!labels.contains(names.substr(begin, end - begin)))
        return false;
    }
    return true;
  };
  return (options.classes.empty() ||
          std::any_of(options.classes.begin(), options.classes.end(), hasAll)) &&
         std::none_of(options.without.begin(), options.without.end(), hasAll);
}

/// The first class asked for that does not exist.
std::optional<std::string> unknownClass(const Options &options) {
  const std::vector<std::string> known = options.allClasses();
  for (const std::vector<std::string> *names : {&options.classes, &options.without})
    for (const std::string &name : *names)
      for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = name.find('+', begin);
        std::string part = name.substr(begin, end - begin);
        if (std::find(known.begin(), known.end(), part) == known.end())
          return part;
      }
  return std::nullopt;
}

/// The case of a seed: of a few, mostly the first that has a result. Most random conjunctions have
/// none, and tell less.
CaseModel drawTellingCase(std::uint64_t seed, bool isPattern, Oracle &oracle) {
  constexpr std::uint64_t attempts = 5, otherSeeds = std::uint64_t{1} << 40;
  for (std::uint64_t attempt = 0;; ++attempt) {
    const std::uint64_t chosen = seed + attempt * otherSeeds;
    CaseModel model = isPattern ? drawPatternCase(chosen) : drawCase(chosen);
    if (attempt + 1 == attempts || model.feedSeed % 8 == 0)
      return model;
    std::optional<Outcome> outcome = oracle.evaluate(model);
    if (!outcome || !outcome->results.empty() || outcome->errorTime)
      return model;
  }
}

std::string resultCsv(const CaseModel &model, const Outcome &outcome) {
  std::string text = "query,time";
  std::size_t columns = 0;
  for (const BranchModel &branch : model.branches)
    columns = std::max(columns, branch.outputs.size());
  for (std::size_t i = 0; i < columns; ++i)
    text += fmt::format(",c{}", i);
  text += ",count\n";
  for (const auto &[row, count] : outcome.results)
    text += fmt::format("{},{}\n", fmt::join(row, ","), count);
  if (outcome.errorTime)
    text += fmt::format("# stopped with status {} at {}\n", outcome.status, *outcome.errorTime);
  return text;
}

/// Writes what reproduces a failure by hand into a folder of its own, and prints the same.
bool keepFailure(const Options &options, std::uint64_t seed, const CaseModel &model,
                 const Finding &finding) {
  std::filesystem::path folder = std::filesystem::path(options.keep) / fmt::format("{}", seed);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::vector<std::pair<std::string, std::string>> files{{"query.sql", boughSql(model)}};
  std::string inputs, tables;
  for (unsigned s = 0; s < model.streams.size(); ++s) {
    const std::string &name = model.streams[s].name;
    files.emplace_back(name + ".csv", csv(model, s));
    bool isTable = model.streams[s].isTable;
    (isTable ? tables : inputs) +=
        fmt::format(" --{1} {0}={0}.csv", name, isTable ? "table" : "input");
  }
  if (model.hasPatterns()) { // the order of all rows matters
    files.emplace_back("arrival.csv", arrivalCsv(model));
    inputs = fmt::format(" --input arrival.csv:stream=kind --ingest=mixed{}",
                         model.endsWindows() ? " --at-end=emit" : "");
  }
  files.emplace_back("expected.csv", resultCsv(model, finding.expected));
  files.emplace_back("actual.csv", resultCsv(model, finding.actual));
  std::string commands = fmt::format("bough check query.sql{}\n", tables);
  for (std::string_view engine : {"reference", "interp", "jit", "cpp"})
    commands += fmt::format("bough run query.sql{}{} --time --engine={}\n", tables, inputs, engine);
  files.emplace_back("commands.txt", commands);
  files.emplace_back("failure.txt", finding.failure + "\n");

  fmt::print("FAILED: case {}: {}\n", seed, finding.failure);
  for (const auto &[name, text] : files) {
    fmt::print("--- {}\n{}", (folder / name).string(), text);
    std::ofstream(folder / name) << text;
  }
  if (std::filesystem::exists(folder / "failure.txt", error))
    return true;
  fmt::print(stderr, "cannot write to {}\n", folder.string());
  return false;
}

int run(const Options &options) {
  std::uint64_t seed = 0;
  if (options.seed == "random") {
    std::random_device device;
    seed = (std::uint64_t{device()} << 32) | device();
  } else {
    auto [end, error] =
        std::from_chars(options.seed.data(), options.seed.data() + options.seed.size(), seed);
    if (error != std::errc() || end != options.seed.data() + options.seed.size()) {
      fmt::print(stderr, "--seed takes a number or \"random\", not \"{}\"\n", options.seed);
      return 2;
    }
  }
  if (std::optional<std::string> unknown = unknownClass(options)) {
    fmt::print(stderr, "there is no class \"{}\"; there are {}\n", *unknown,
               fmt::join(options.allClasses(), ", "));
    return 2;
  }
  Oracle oracle;
  if (options.show > 0) {
    for (std::uint64_t shown = 0; shown < options.show; ++seed) {
      CaseModel model = drawTellingCase(seed, options.patterns, oracle);
      if (!isWanted(options, model))
        continue;
      fmt::print("-- case {}: {}; {} rows\n{}\n", seed, fmt::join(classesOf(model), ", "),
                 model.rows.size() + model.tableRows.size(), boughSql(model));
      ++shown;
    }
    return 0;
  }
  if (std::optional<std::string> error = Checker::backendError()) {
    fmt::print(stderr, "{}", *error);
    return 2;
  }

  using Clock = std::chrono::steady_clock;
  Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(60 * options.minutes));
  fmt::print("cases from seed {} on\n", seed);
  Checker::Options engines{options.jitEvery, options.objectEvery, options.cppEvery};
  engines.onlyReference = options.onlyReference;
  Checker checker(engines);
  Statistics statistics(options.patterns);
  std::uint64_t failures = 0;
  for (std::uint64_t i = 0; options.minutes > 0 ? Clock::now() < end : i < options.queries;
       ++seed) {
    CaseModel model = drawTellingCase(seed, options.patterns, oracle);
    if (!isWanted(options, model))
      continue;
    ++i;
    Finding finding = checker.check(model);
    statistics.add(model, finding);
    if (finding.failure.empty())
      continue;
    CaseModel smaller = shrink(std::move(model), finding, checker, options.shrinkAttempts);
    if (!keepFailure(options, seed, smaller, finding))
      return 2;
    fmt::print("again: bough-differential{} --seed {} --queries 1 --jit-every {} "
               "--object-every {} --cpp-every {}\n",
               options.patterns ? " --patterns" : "", seed, options.jitEvery, options.objectEvery,
               options.cppEvery);
    if (++failures == options.failures)
      return 1;
  }
  fmt::print("{}", statistics.report());
  std::vector<std::string> shortfalls = statistics.shortfalls();
  for (const std::string &line : shortfalls)
    fmt::print("FAILED: {}\n", line);
  if (failures > 0)
    fmt::print("FAILED: {} cases\n", failures);
  return shortfalls.empty() && failures == 0 ? 0 : 1;
}

} // namespace
} // namespace bough::differential

int main(int argc, char **argv) {
  bough::differential::Options options;
  CLI::App app("Compares random queries: SQLite, reference, interpreter, JIT and C++");
  app.add_option("--queries", options.queries, "Number of queries")->capture_default_str();
  app.add_option("--seed", options.seed, "Seed of the first case, or \"random\"")
      ->capture_default_str();
  app.add_option("--minutes", options.minutes, "Run for a time instead of a number of queries");
  app.add_option("--keep", options.keep, "Folder for cases that fail")->capture_default_str();
  app.add_option("--failures", options.failures, "Stop after that many failures")
      ->capture_default_str();
  app.add_option("--jit-every", options.jitEvery,
                 "Compile one of so many cases with the JIT; 0: none")
      ->capture_default_str();
  app.add_option("--object-every", options.objectEvery,
                 "Make a shared library of one of so many cases; 0: of none")
      ->capture_default_str();
  app.add_option("--cpp-every", options.cppEvery,
                 "Compile one of so many cases as C++ with the compiler that CXX names; 0: none")
      ->capture_default_str();
  app.add_flag("--patterns", options.patterns, "Queries FROM PATTERN instead of joins");
  app.add_flag("--only-reference", options.onlyReference,
               "Compare the reference with SQLite alone: compile nothing");
  app.add_option("--classes", options.classes,
                 "Only cases of one of these classes, as in the report; a+b for both of a and b")
      ->delimiter(',');
  app.add_option("--without", options.without, "No cases of these classes")->delimiter(',');
  app.add_option("--show", options.show, "Print the SQL of that many cases and stop");
  app.add_option("--shrink", options.shrinkAttempts, "Attempts to make a failing case smaller")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return bough::differential::run(options);
}

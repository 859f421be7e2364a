#include "codegen/passes/PassManager.h"

#include "codegen/ir/Printer.h"
#include "codegen/ir/Rewrite.h"
#include "codegen/ir/Verifier.h"
#include "codegen/passes/CommonSubexpressions.h"
#include "codegen/passes/ConstantFolding.h"
#include "codegen/passes/DeadSynopses.h"
#include "codegen/passes/GuardHoisting.h"
#include "codegen/passes/ShareSynopses.h"
#include "codegen/passes/WindowTotals.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bough {

namespace {

struct Pass {
  std::string_view name;
  void (*run)(ir::Program &);
  std::string_view help;
};

constexpr Pass passes[] = {
#define BOUGH_PASS(NAME, FUNCTION, HELP) {NAME, FUNCTION, HELP},
#include "codegen/passes/Passes.def"
};

const Pass *findPass(std::string_view name) {
  const Pass *found = std::ranges::find(passes, name, &Pass::name);
  return found == std::end(passes) ? nullptr : found;
}

/// The passes to run, or nothing after a diagnostic.
std::optional<std::vector<const Pass *>> resolve(const std::vector<std::string> &pipeline,
                                                 const PassOptions &options,
                                                 DiagnosticEngine &diagnostics) {
  std::vector<const Pass *> resolved;
  bool known = true;
  for (const std::string &name : pipeline) {
    if (const Pass *pass = findPass(name)) {
      resolved.push_back(pass);
    } else {
      diagnostics.reportIn(nullptr, diag::unknownPass, {}, name,
                           fmt::format("{}", fmt::join(passNames(), ", ")));
      known = false;
    }
  }
  if (!options.stopAfter.empty() &&
      std::ranges::find(pipeline, options.stopAfter) == pipeline.end()) {
    diagnostics.reportIn(nullptr, diag::stopAfterUnusedPass, {}, options.stopAfter,
                         pipeline.empty()
                             ? "no pass runs"
                             : fmt::format("the passes are {}", fmt::join(pipeline, ", ")));
    known = false;
  }
  return known ? std::optional(resolved) : std::nullopt;
}

/// Collects how long each pass ran and shows it in the order of the pipeline.
class PassTimes {
public:
  void add(std::string_view name, std::chrono::nanoseconds duration) {
    times_.emplace_back(name, duration);
    total_ += duration;
  }
  std::string text() const {
    std::string text = "// time in passes\n";
    for (const auto &[name, duration] : times_)
      text += line(name, duration);
    return text + line("total", total_);
  }

private:
  static std::string line(std::string_view name, std::chrono::nanoseconds duration) {
    return fmt::format("// {:10.3f} ms  {}\n", static_cast<double>(duration.count()) / 1e6, name);
  }
  std::vector<std::pair<std::string_view, std::chrono::nanoseconds>> times_;
  std::chrono::nanoseconds total_{};
};

} // namespace

std::vector<std::string_view> passNames() {
  std::vector<std::string_view> names;
  for (const Pass &pass : passes)
    names.push_back(pass.name);
  return names;
}

std::string_view passHelp(std::string_view name) {
  const Pass *pass = findPass(name);
  return pass ? pass->help : std::string_view();
}

std::vector<std::string> defaultPipeline() {
  return {
      "constant-folding",      // lowering leaves trivial ranges and factors of 1
      "share-synopses",        // before loops are rewritten: equal passes still look equal
      "dead-synopses",         // what sharing and folding left without a reader
      "guard-hoisting",        //
      "window-totals",         // hoisting left loops that only add up
      "common-subexpressions", // hoisting brought equal values to one place
      "constant-folding",      // decides the bounds that hoisting built
      "dead-synopses",         // folding may have removed a last reader
  };
}

bool runPasses(ir::Program &program, const std::vector<std::string> &pipeline,
               const PassOptions &options, DiagnosticEngine &diagnostics) {
  auto resolved = resolve(pipeline, options, diagnostics);
  if (!resolved)
    return false;
  auto print = [&](std::string_view text) {
    if (options.print)
      options.print(text);
    else
      std::fwrite(text.data(), 1, text.size(), stderr);
  };
  auto dump = [&] {
    return options.printAfterAll ? ir::print(program, {.locations = true}) : std::string();
  };

  PassTimes times;
  std::string before = dump();
  for (const Pass *pass : *resolved) {
    auto start = std::chrono::steady_clock::now();
    pass->run(program);
    ir::compactValues(program);
    times.add(pass->name, std::chrono::steady_clock::now() - start);

    if (std::string after = dump(); after != before) {
      print(fmt::format("// after {}\n{}", pass->name, ir::print(program)));
      before = std::move(after);
    }
    if (options.verifyEach && !ir::verify(program, diagnostics)) {
      diagnostics.reportIn(nullptr, diag::passBrokeProgram, {}, pass->name);
      return false;
    }
    if (pass->name == options.stopAfter)
      break;
  }
  if (options.timePasses)
    print(times.text());
  return true;
}

} // namespace bough

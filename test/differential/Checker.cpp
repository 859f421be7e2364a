#include "test/differential/Checker.h"

#include "analysis/reference/Reference.h"
#include "codegen/cpp/HostMachine.h"
#include "codegen/interp/Interpreter.h"
#include "codegen/llvm/Backend.h"
#include "codegen/lower/Schema.h"
#include "codegen/object/ObjectMachine.h"
#include "frontend/sema/ArrivalOrder.h"
#include "frontend/sema/Binder.h"
#include "test/differential/Classes.h"
#include "test/differential/Encoding.h"
#include "test/differential/Engines.h"
#include "test/differential/Sql.h"
#include "test/differential/Verdict.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bough::differential {
namespace {

/// Programs scan dense synopses for each row; beyond this a case would take seconds.
constexpr std::uint64_t largestStateToRun = std::uint64_t{4} << 20;

/// Errors that a drawn query may meet: limits and missing declarations of the analysis, and what is
/// not supported yet, next to which others may be consequences. Anything else is a fault of the
/// generator or the compiler.
bool areExpectedErrors(const std::vector<std::string> &codes) {
  auto isUnsupported = [](std::string_view code) { return code.starts_with("B04"); };
  // B0242: products of large values pass what expressions may have in between.
  auto isLimit = [](std::string_view code) { return code.starts_with("B03") || code == "B0242"; };
  return std::any_of(codes.begin(), codes.end(), isUnsupported) ||
         (!codes.empty() && std::all_of(codes.begin(), codes.end(), isLimit));
}

std::string rowText(const std::vector<std::int64_t> &row) {
  return fmt::format("({}) at {} of query {}", fmt::join(row.begin() + 2, row.end(), ", "), row[1],
                     row[0]);
}

} // namespace

/// Runs machines one after the other until one disagrees.
class EngineComparison {
public:
  EngineComparison(const CaseModel &model, const Plan &plan, Finding &finding)
      : model_(model), plan_(plan), finding_(finding) {}

  void run(std::string_view engine, Machine &machine) {
    for (Ingest ingest : {Ingest::Block, Ingest::Mixed}) {
      if (!finding_.failure.empty())
        return;
      Outcome actual = feed(model_, plan_, machine, ingest, variant_++);
      if (actual.status == BOUGH_NEEDS_ARRIVAL_ORDER && actual.fault.empty() &&
          ingest == Ingest::Block && needsArrivalOrder(plan_))
        continue;
      std::string problem = difference(finding_.expected, actual);
      if (problem.empty())
        continue;
      finding_.engine =
          fmt::format("{} --ingest={}", engine, ingest == Ingest::Block ? "block" : "mixed");
      finding_.failure = fmt::format("{}: {}", finding_.engine, problem);
      finding_.actual = std::move(actual);
    }
  }

private:
  const CaseModel &model_;
  const Plan &plan_;
  Finding &finding_;
  unsigned variant_ = 0;
};

namespace {

bool announcedBytesHold(const Compilation &compilation, std::string_view engine,
                        const Machine &machine, Finding &finding) {
  if (machine.stateBytes() == compilation.stateBytes)
    return true;
  finding.failure = fmt::format("{}: a state of {} bytes was announced, the machine takes {}",
                                engine, compilation.stateBytes, machine.stateBytes());
  return false;
}

} // namespace

std::string difference(const Outcome &expected, const Outcome &actual) {
  if (!actual.fault.empty())
    return actual.fault;
  if (expected.status != actual.status)
    return fmt::format("status {} where {} is right", actual.status, expected.status);
  if (expected.errorTime != actual.errorTime)
    return fmt::format("the error is at {} where {} is right", actual.errorTime.value_or(-1),
                       expected.errorTime.value_or(-1));
  for (const auto &[row, count] : expected.results) {
    auto found = actual.results.find(row);
    std::uint64_t other = found == actual.results.end() ? 0 : found->second;
    if (other != count)
      return fmt::format("{} comes {} times where {} is right", rowText(row), other, count);
  }
  for (const auto &[row, count] : actual.results)
    if (!expected.results.contains(row))
      return fmt::format("{} comes {} times where 0 is right", rowText(row), count);
  return {};
}

std::optional<std::string> Checker::backendError() {
  DiagnosticEngine diagnostics;
  if (loadLlvmBackend(diagnostics))
    return std::nullopt;
  return diagnostics.renderAll(/*colour=*/false);
}

/// Of queries whose exact results SQLite cannot give, the results are those of the reference, if
/// they are among SQLite's.
void Checker::takeReference(const CaseModel &model, const Plan &plan, Finding &finding) const {
  std::set<std::int64_t> inexact;
  for (std::size_t q = 0; q < model.queries.size(); ++q)
    if (!Oracle::isExact(model, model.queries[q]))
      inexact.insert(static_cast<std::int64_t>(q));
  if (inexact.empty())
    return;
  const Outcome reference = feed(model, plan, *makeReference(plan), Ingest::Mixed, 0);
  const Bag matches = finding.expected.results;
  auto isInexact = [&](const auto &entry) { return inexact.contains(entry.first.front()); };
  std::erase_if(finding.expected.results, isInexact);
  for (const auto &entry : reference.results) {
    if (!isInexact(entry))
      continue;
    finding.expected.results.insert(entry);
    auto found = matches.find(entry.first);
    const std::uint64_t most = found == matches.end() ? 0 : found->second;
    if (entry.second <= most)
      continue;
    finding.engine = "reference";
    finding.failure = fmt::format("reference: {} comes {} times, but there are only {} matches",
                                  rowText(entry.first), entry.second, most);
    finding.expected.results = matches;
    finding.actual = reference;
    return;
  }
}

/// Takes over why there is no plan or program.
void Checker::takeErrors(const DiagnosticEngine &diagnostics, Finding &finding) {
  for (const Diagnostic &diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::Error)
      finding.errorCodes.emplace_back(diagnostic.code);
  if (!areExpectedErrors(finding.errorCodes))
    finding.failure = "an error that no drawn query should meet:\n" + diagnostics.renderAll(false);
}

Finding Checker::check(const CaseModel &model) {
  Finding finding;
  std::optional<Outcome> expected = oracle_.evaluate(model);
  if (!expected) {
    finding.failure = "SQLite: " + oracle_.error();
    return finding;
  }
  finding.expected = std::move(*expected);

  auto source = std::make_shared<const Source>("query.sql", boughSql(model));
  DiagnosticEngine diagnostics(source);
  std::optional<Plan> plan = bindSource(source, diagnostics);
  if (!plan) {
    takeErrors(diagnostics, finding);
    return finding;
  }
  loadTables(model, *plan);
  takeReference(model, *plan, finding);
  if (!finding.failure.empty())
    return finding;
  // The reference evaluates what is rejected or not supported as well.
  EngineComparison(model, *plan, finding).run("reference", *makeReference(*plan));
  if (!finding.failure.empty() || options_.onlyReference)
    return finding;
  PassOptions passes;
  passes.verifyEach = true;
  std::optional<Compilation> compilation = compilePlan(std::move(*plan), passes, diagnostics);
  if (!compilation) {
    takeErrors(diagnostics, finding);
    return finding;
  }

  finding.verdict = compilation->analysis.verdict;
  finding.stateBytes = compilation->stateBytes;
  for (const Rejection &rejection : compilation->analysis.rejections)
    finding.rules.push_back(rejection.rule);
  finding.failure = checkVerdict(*compilation);
  if (!finding.failure.empty())
    return finding;
  if (*finding.verdict == Verdict::Bounded)
    runMachines(model, *compilation, finding);
  else if (options_.repairEvery != 0 && model.feedSeed / 16 % options_.repairEvery == 0)
    tryRepairs(model, *compilation, finding);
  return finding;
}

/// Each repair has to compile again to what was announced for it.
void Checker::tryRepairs(const CaseModel &model, const Compilation &rejected, Finding &finding) {
  PreparePlan prepare = [&](std::shared_ptr<const Source> source, DiagnosticEngine &diagnostics) {
    std::optional<Plan> plan = bindSource(std::move(source), diagnostics);
    if (plan)
      loadTables(model, *plan);
    return plan;
  };
  std::vector<Repair> repairs = findRepairs(rejected, prepare);
  finding.repairs = static_cast<unsigned>(repairs.size());
  const Source &source = *rejected.plan.source;
  for (const Repair &repair : repairs) {
    auto repaired =
        std::make_shared<const Source>(source.name(), insertAll(source.text(), repair.insertions));
    DiagnosticEngine diagnostics(repaired);
    std::optional<Plan> plan = prepare(repaired, diagnostics);
    std::optional<Compilation> compilation;
    if (plan)
      compilation = compilePlan(std::move(*plan), PassOptions(), diagnostics);
    if (!compilation || compilation->analysis.verdict != Verdict::Bounded ||
        totalBytes(*compilation) != repair.bytes) {
      finding.failure = "a repair that does not do what it announces:\n" +
                        std::string(repaired->text()) + diagnostics.renderAll(false);
      return;
    }
  }
}

/// As `bough build` makes it: for any processor, with entries for single rows.
void Checker::runObject(const Compilation &compilation, EngineComparison &comparison,
                        Finding &finding) {
  DiagnosticEngine diagnostics;
  const ObjectRequest request{"", 1, ObjectRows::OneByOne};
  std::unique_ptr<Machine> object =
      makeObjectMachine(*compilation.program, schemaOf(compilation.plan), request, diagnostics);
  if (!object) {
    finding.failure = "no shared library was made:\n" + diagnostics.renderAll(false);
    return;
  }
  finding.ranObject = true;
  if (announcedBytesHold(compilation, "object", *object, finding))
    comparison.run("object", *object);
}

void Checker::runMachines(const CaseModel &model, const Compilation &compilation,
                          Finding &finding) {
  if (finding.stateBytes > largestStateToRun)
    return;
  EngineComparison comparison(model, compilation.plan, finding);
  finding.ran = true;
  finding.shapes = shapesOf(*compilation.program);
  std::unique_ptr<Machine> interpreter = makeInterpreter(*compilation.program);
  if (!announcedBytesHold(compilation, "interp", *interpreter, finding))
    return;
  comparison.run("interp", *interpreter);
  if (finding.failure.empty() && options_.objectEvery != 0 &&
      model.feedSeed / 16 % options_.objectEvery == 0)
    runObject(compilation, comparison, finding);
  if (!finding.failure.empty())
    return;
  if (options_.jitEvery != 0 && model.feedSeed / 16 % options_.jitEvery == 0)
    runJit(model, compilation, comparison, finding);
  if (!finding.failure.empty() || options_.cppEvery == 0 ||
      model.feedSeed / 16 % options_.cppEvery != 0)
    return;
  DiagnosticEngine diagnostics;
  std::unique_ptr<Machine> cpp = makeHostMachine(*compilation.program, 0, diagnostics);
  if (!cpp) {
    finding.failure = "the emitted C++ did not compile:\n" + diagnostics.renderAll(false);
    return;
  }
  finding.ranCpp = true;
  if (announcedBytesHold(compilation, "cpp", *cpp, finding))
    comparison.run("cpp", *cpp);
}

void Checker::runJit(const CaseModel &model, const Compilation &compilation,
                     EngineComparison &comparison, Finding &finding) const {
  DiagnosticEngine diagnostics;
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  LlvmOptions options;
  options.optLevel = model.feedSeed % 16 < 2 ? static_cast<unsigned>(model.feedSeed % 16 + 1) : 0;
  std::unique_ptr<Machine> jit =
      backend ? backend->compile(*compilation.program, options, diagnostics) : nullptr;
  if (!jit) {
    finding.failure = "the JIT did not compile:\n" + diagnostics.renderAll(false);
    return;
  }
  finding.ranJit = true;
  if (announcedBytesHold(compilation, "jit", *jit, finding))
    comparison.run("jit", *jit);
}

} // namespace bough::differential

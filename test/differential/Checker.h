#pragma once

#include "codegen/Pipeline.h"
#include "test/differential/Model.h"
#include "test/differential/Oracle.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bough::differential {

class EngineComparison;

/// What became of a case.
struct Finding {
  /// Empty when compilation ended with an error.
  std::optional<Verdict> verdict;
  std::vector<std::string> errorCodes; ///< e.g. "B0401", in the order reported
  std::vector<std::string> rules;      ///< of the rejections
  std::uint64_t stateBytes = 0;
  /// Whether the machines ran; those of a very large state do not.
  bool ran = false;
  bool ranJit = false;
  bool ranObject = false;
  bool ranCpp = false;
  std::optional<unsigned> repairs; ///< number that was found, where they were looked for
  std::set<std::string> shapes;    ///< what the machine has: see shapesOf
  Outcome expected;

  /// Empty, or one line that says what is wrong; then the results of the engine at fault, if an
  /// engine is.
  std::string failure;
  std::string engine;
  Outcome actual;
};

/// Compiles a case and compares SQLite, the reference, the interpreter, the JIT and the C++ engine.
/// Of patterns that cannot be said in SQL the reference gives the results, and SQLite says whether
/// they are matches.
class Checker {
public:
  struct Options {
    /// The JIT compiles one of so many cases; 0: none. It takes far longer than all the rest.
    unsigned jitEvery = 4;
    /// One of so many cases is made a shared library, which takes longer still; 0: none.
    unsigned objectEvery = 100;
    /// The host's C++ compiler compiles one of so many; 0: none. It takes a second each.
    unsigned cppEvery = 0;
    /// Repairs are looked for in one of so many rejected cases; 0: none.
    unsigned repairEvery = 4;
    bool onlyReference = false; ///< nothing is compiled
  };

  explicit Checker(Options options) : options_(options) {}
  /// Null, with a message, when the LLVM backend cannot be loaded.
  static std::optional<std::string> backendError();

  Finding check(const CaseModel &model);

private:
  void takeReference(const CaseModel &model, const Plan &plan, Finding &finding) const;
  static void takeErrors(const DiagnosticEngine &diagnostics, Finding &finding);
  static void tryRepairs(const CaseModel &model, const Compilation &rejected, Finding &finding);
  void runObject(const Compilation &compilation, EngineComparison &comparison, Finding &finding);
  void runJit(const CaseModel &model, const Compilation &compilation, EngineComparison &comparison,
              Finding &finding) const;
  void runMachines(const CaseModel &model, const Compilation &compilation, Finding &finding);

  Options options_;
  Oracle oracle_;
};

/// The first difference between two outcomes as one line; empty when they agree.
std::string difference(const Outcome &expected, const Outcome &actual);

} // namespace bough::differential

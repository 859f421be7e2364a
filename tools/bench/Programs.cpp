#include "tools/bench/Programs.h"

#include "codegen/Pipeline.h"
#include "codegen/cpp/HostMachine.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Schema.h"
#include "codegen/object/ObjectMachine.h"

#include <cstdio>
#include <cstdlib>

namespace bough::bench {

const char *const workedExample = R"(program @example {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  stream @u(c: i64, k: time)
  result @example (a: i64, b: i64)
  synopsis @U [] : count
  synopsis @T [b in 1..4] : count
  on @s(%a, %i) {
    for %b in 1..4 {
      %n = load @T[%b]
      %any = nonzero %n
      when %any {
        emit @example (%a, %b) times %n
      }
    }
  }
  on @t(%b, %j) {
    %inside = in %b, 1..4
    when %inside {
      %m = load @U[]
      bump @T[%b], %m
    }
  }
  on @u(%c, %k) {
    bump @U[], 1
  }
}
)";

const char *const workedExampleSql = R"(
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND 0 < t.b AND t.b < 5;
)";

const char *const windowJoin = R"(program @window {
  stream @s(a: i64, i: time)
  stream @t(b: i64, j: time)
  result @window (a: i64)
  synopsis @T [j age 0..60, b in 0..99] : count
  on tick {
    age @T
  }
  on @s(%a, %i) {
    %inside = in %a, 0..99
    when %inside {
      %n = sum {
        for %age: time in 1..60 {
          %one = load @T[%age, %a]
          yield %one
        }
      }
      emit @window (%a) times %n
    }
  }
  on @t(%b, %j) {
    %inside = in %b, 0..99
    when %inside {
      bump @T[0, %b], 1
    }
  }
}
)";

namespace {

[[noreturn]] void giveUp(const DiagnosticEngine &diagnostics) {
  std::fputs(diagnostics.renderAll(false).c_str(), stderr);
  std::exit(2);
}

} // namespace

ir::Program parseProgram(const std::string &text) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("benchmark.bir", text));
  std::optional<ir::Program> program = ir::parse(diagnostics.source(), diagnostics);
  if (!program || !ir::verify(*program, diagnostics))
    giveUp(diagnostics);
  return std::move(*program);
}

ir::Program compileSqlProgram(const std::string &text) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("benchmark.sql", text));
  std::optional<Compilation> compilation =
      compileQuery(diagnostics.source(), PassOptions(), diagnostics, defaultPipeline());
  if (!compilation || !compilation->program)
    giveUp(diagnostics);
  return std::move(*compilation->program);
}

std::unique_ptr<Machine> compileProgram(const ir::Program &program, const LlvmOptions &options) {
  DiagnosticEngine diagnostics;
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  std::unique_ptr<Machine> machine;
  if (backend != nullptr)
    machine = backend->compile(program, options, diagnostics);
  if (machine == nullptr)
    giveUp(diagnostics);
  return machine;
}

std::unique_ptr<Machine> compileObject(const ir::Program &program, unsigned optLevel) {
  DiagnosticEngine diagnostics;
  std::unique_ptr<Machine> machine = makeObjectMachine(
      program, schemaOf(program), {std::string(nativeCpu), optLevel}, diagnostics);
  if (machine == nullptr)
    giveUp(diagnostics);
  return machine;
}

std::unique_ptr<Machine> compileCpp(const ir::Program &program, unsigned optLevel) {
  DiagnosticEngine diagnostics;
  std::unique_ptr<Machine> machine = makeHostMachine(program, optLevel, diagnostics);
  if (machine == nullptr)
    giveUp(diagnostics);
  return machine;
}

} // namespace bough::bench

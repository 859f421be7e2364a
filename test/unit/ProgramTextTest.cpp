#include "codegen/ir/Parser.h"
#include "codegen/ir/Printer.h"
#include "codegen/ir/Verifier.h"

#include <gtest/gtest.h>

#include <random>

namespace bough::ir {
namespace {

const std::string everyOp = R"(program @everything {
  stream @s(a: i64, i: time)
  stream @"my stream"(b: i64, "\x01\\\"": time)
  result @everything (a: i64, i: time)
  result @"set of rows" distinct ()
  table @L (k: i64, at: time) { (-1, 5) (2, 0) (2, 0) }
  dictionary @D { -7, 9223372036854775807 }
  synopsis @T [b in -1..4, j age 0..10, k age 0..3+] : count "rows of s"
  synopsis @U [] : count, current
  synopsis @F [b in 0..1] : flag
  synopsis @W [j age 0..3] : count, totals
  synopsis @M [j age 0..3, a any, b in 0..1] : max, current, capacity 5, index (b, a) "rows"
  synopsis @N [a any] : min, capacity 1
  buffer @B(x: i64, y: time) of @s capacity 64
  on tick {
    age @T
    age @W
    age @M
    reset @B
  }
  on @s(%a, %i) {
    %now = now
    %x = add %a, -5
    %y = sub %now, %i
    %z = min %x, 3
    %w = max %z, %x
    %c = clamp %w, -1..4
    %h = clamp %w, 0..inf
    %p = in %h, -inf..7
    %q = eq %h, %c, 1
    %r = ne %h, %c, -1
    %s = le %a, %x, -9223372036854775808
    %n = sum {
      for %j: time in 0..10 {
        for %k in 0..%c {
          %ok = in %k, 0..3
          when %ok {
            %m = load @T[%c, %j, %k]
            %mm = mul %m, 2
            yield %mm
          }
        }
      }
    }
    %any = nonzero %n
    when %any {
      %out = add.checked %a, 1
      emit @everything (%out, %now) times %n
    } else {
      bump @U[], 1
    }
    push @B(%a, %y)
    emit @"set of rows" () times 1
  }
  on @s(%a, %i) {
    %x = prod %a, 2
    %y = div %x, -3
    %z = mod %y, 3
    %p = in %z, 0..1
    %w = wide %a
    %v = wide.add %w, 1
    %u = wide.sub 5, %v
    %t = wide.mul %u, %w
    %q = wide.le %t, %v
    %r = wide.eq %u, 0
    %both = and %p, %q
    %any = or %both, %r
    %no = not %any
    when %no {
      clear @F[1]
    }
    match (%j) extreme %m in @M[1, %a] {
      %n = extreme @M[%j, 7, 0]
      clear @M[%j, %a, 1]
      put @N[%n], %m
    }
    put @M[0, %a, 0], %x
    each (%k, %at) in @L {
      each (%later) in @L[%k] {
        bump @F[0], 1
      }
    }
    %place = find @D, %a
    %known = le 0, %place, 0
    when %known {
      %value = select @D, %place
      %sub = sub.checked %value, %a
      %product = prod.checked %sub, %sub
      emit @everything (%product, %i) times 1
    }
    %total = total @W[]
    bump @U[], %total
  }
  on batch {
    each (%x, %y) in @B {
    }
  }
}
)";

std::optional<Program> parseText(const std::string &text) {
  auto source = std::make_shared<Source>("test.bir", text);
  DiagnosticEngine diagnostics(source);
  auto program = parse(source, diagnostics);
  EXPECT_EQ(program.has_value(), !diagnostics.hasErrors());
  return program;
}

TEST(ProgramText, ParsingIsTheInverseOfPrinting) {
  auto program = parseText(everyOp);
  ASSERT_TRUE(program);
  EXPECT_EQ(print(*program), everyOp);
  DiagnosticEngine diagnostics;
  EXPECT_TRUE(verify(*program, diagnostics)) << diagnostics.renderAll(false);

  std::string located = print(*program, {true});
  auto again = parseText(located);
  ASSERT_TRUE(again);
  EXPECT_EQ(print(*again, {true}), located);
}

TEST(ProgramText, DamagedTextIsReportedOrParsed) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string text = everyOp;
    for (unsigned damage = 1 + random() % 3; damage > 0; --damage) {
      std::size_t at = random() % text.size();
      switch (random() % 3) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, random() % 40);
        break;
      default:
        text.insert(at, text.substr(random() % text.size(), random() % 40));
      }
    }
    if (auto program = parseText(text)) {
      DiagnosticEngine diagnostics;
      verify(*program, diagnostics);
      auto again = parseText(print(*program));
      ASSERT_TRUE(again) << print(*program);
      EXPECT_EQ(print(*again), print(*program));
    }
  }
}

TEST(ProgramText, DeepNestingIsReported) {
  std::string text = "program @p { on batch {";
  for (int i = 0; i < 100000; ++i)
    text += " when 1 {";
  EXPECT_FALSE(parseText(text));
}

TEST(ProgramText, TheVerifierSurvivesBrokenNumbers) {
  auto program = parseText(everyOp);
  ASSERT_TRUE(program);
  Handler &handler = program->handlers[1];
  handler.body.ops.push_back({Bump{77, {Operand::value(1000)}, Operand::value(999)}, {}});
  handler.body.ops.push_back({Push{5, {}}, {}});
  handler.body.ops.push_back({Now{4000}, {}});
  handler.parameters.push_back(5000);
  program->buffers[0].stream = 9;
  DiagnosticEngine diagnostics;
  EXPECT_FALSE(verify(*program, diagnostics));
}

} // namespace
} // namespace bough::ir

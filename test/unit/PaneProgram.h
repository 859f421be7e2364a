#pragma once

#include "runtime/shedding/Zobrist.h"
#include "test/unit/EngineRun.h"

#include <fmt/format.h>
#include <string>

/// A program whose entry handlers keep the pane of a model in synopses, as ShedDecision.h keeps a
/// bough_pane.
namespace bough::test {

/// Types: 0 for rows of s, with the attribute a; 1 and 2 for those of t by b, with the attribute c.
inline ShedFeatures paneFeatures(std::uint32_t length, std::uint32_t binSize) {
  ShedFeatures features;
  features.types = {{"s", 0, -1}, {"t1", 1, 0}, {"t2", 1, 0}};
  features.attributes = {{"a", 0, 0, 1, -2, 3}, {"c", 1, 1, 1, 0, 1}};
  features.paneLength = length;
  features.frequencyBinSize = binSize;
  return features;
}

inline std::uint32_t typeOf(const InputRow &row) {
  return row.stream == 0 ? 0 : row.cells[0] < 1 ? 1 : 2;
}

/// The change of a frequency, and of the key.
inline std::string changeText(const ShedFeatures &features, std::uint64_t seed,
                              const std::string &name, const std::string &type, int by) {
  return fmt::format(R"(
    %{0}f = extreme @frequency[{1}]
    %{0}g = add %{0}f, {2}
    clear @frequency[{1}]
    put @frequency[{1}], %{0}g
    %{0}first = prod {1}, {3}
    %{0}b = div %{0}f, {4}
    %{0}c = div %{0}g, {4}
    %{0}m = add %{0}first, %{0}b
    %{0}n = add %{0}first, %{0}c
    %{0}p = zobrist %{0}m, {5}
    %{0}q = zobrist %{0}n, {5}
    %{0}r = xor %{0}p, %{0}q
    %{0}k = extreme @key[]
    %{0}l = xor %{0}k, %{0}r
    clear @key[]
    put @key[], %{0}l
)",
                     name, type, by, features.frequencyBins(), features.frequencyBinSize,
                     static_cast<std::int64_t>(seed));
}

/// The body of an entry handler for rows of a type, an operand, with the bin of an attribute.
inline std::string entryText(const ShedFeatures &features, const Zobrist &zobrist,
                             const std::string &type, std::size_t attribute,
                             const std::string &column) {
  const ShedAttribute &declared = features.attributes[attribute];
  const std::vector<std::uint32_t> none(features.typeCount());
  const auto seed = static_cast<std::int64_t>(zobrist.seed());
  std::string text = fmt::format(
      R"(
    %asks = asks
    when %asks {{
      %bin = clamp {0}, {1}..{2}
      %place = add %bin, {3}
      %number = zobrist %place, {4}
      %kept = extreme @key[]
      %pane = xor %kept, {5}
      %k = xor %pane, %number
      %u = utility {6}, %k
      shed {6}, %u
    }} else {{
      shed {6}, 0
    }}
    %p = extreme @position[]
    %at = clamp %p, 0..{7}
    %n = load @ring[%at]
    %isFull = nonzero %n
    %old = extreme @ring[%at]
    %leaving = clamp %old, 0..{8}
    clear @ring[%at]
    put @ring[%at], {6}
    %next = add %at, 1
    %wrapped = mod %next, {9}
    clear @position[]
    put @position[], %wrapped
    %isSame = eq %old, {6}, 0
    %stays = and %isFull, %isSame
    when %stays {{
    }} else {{
      when %isFull {{
)",
      column, declared.lowestBin, declared.highestBin,
      static_cast<std::int64_t>(features.attributeOffset(attribute)) - declared.lowestBin, seed,
      static_cast<std::int64_t>(zobrist.paneKey(none)), type, features.paneLength - 1,
      features.typeCount() - 1, features.paneLength);
  text += changeText(features, zobrist.seed(), "l", "%leaving", -1) + "}\n";
  text += changeText(features, zobrist.seed(), "c", type, 1) + "}\n";
  return text;
}

/// Beside the pane: rows are counted as they arrive, those that are shed as well; and a pass.
inline std::string paneProgram(const ShedFeatures &features, const Zobrist &zobrist) {
  return fmt::format(
             R"(program @p {{
  shedder of 3 types
  stream @s(a: i64, i: time)
  stream @t(b: i64, c: i64, j: time)
  result @q (k: i64, a: i64)
  synopsis @ring [p in 0..{}] : max
  synopsis @position [] : max
  synopsis @frequency [t in 0..2] : max
  synopsis @key [] : max
  synopsis @N [k in 0..1] : count
  synopsis @W [j age 0..3] : count, totals
  synopsis @C [p age 0..4, b any] : count, capacity 60, index ()
  synopsis @rows [] : max
  on tick {{
    age @W
  }}
)",
             features.paneLength - 1) +
         "  on entry @s(%a, %i) {" + entryText(features, zobrist, "0", 0, "%a") + "  }\n" +
         "  on entry @t(%b, %c, %j) {\n    %clamped = clamp %b, 0..1\n    %type = add %clamped, 1" +
         entryText(features, zobrist, "%type", 1, "%c") + R"(  }
  on arrival @s(%a, %i) {
    %r = extreme @rows[]
    %p = add %r, 1
    put @rows[], %p
    bump @W[0], 1
    %n = load @N[0]
    emit @q (1, %p) times %n
  }
  on shed @s(%a, %i) {
    bump @N[0], 1
    %r = extreme @rows[]
    %p = add %r, 1
    put @rows[], %p
    emit @q (2, %a) times 1
  }
  on arrival @t(%b, %c, %j) {
    %r = extreme @rows[]
    age @C to %r
    bump @C[0, %b], 1
    %n = sum {
      match (%x, %y) times %m in @C[] {
        yield %m
      }
    }
    emit @q (3, %r) times %n
  }
  on @t(%b, %c, %j) {
    %n = total @W[]
    emit @q (4, %c) times %n
  }
  on @s(%a, %i) {
    %n = load @N[1]
    emit @q (5, %a) times %n
  }
  on @t(%b, %c, %j) {
    bump @N[1], 1
  }
})";
}

} // namespace bough::test

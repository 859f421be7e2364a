#pragma once

#include "test/unit/RandomProgram.h"

#include <string>
#include <vector>

namespace bough::test {

/// A program that does to one synopsis all that its kind allows, row by row: it reads, matches,
/// clears, also in the midst of a match, and fills.
inline std::string synopsisProgram(Random &random) {
  const std::string value = random.pick<std::string>({"count", "count", "flag", "min", "max"});
  bool keepsExtremes = value == "min" || value == "max";
  bool isSparse = random.chance(70);
  // Each key with what makes a key of a row, from the row's %x and %y.
  const std::vector<std::vector<std::string>> kinds = {{"age 0..3", "clamp %y, 0..3"},
                                                       {"age 0..2+", "clamp %y, 0..2"},
                                                       {"in -1..2", "clamp %y, -1..2"},
                                                       {"age 0..1+", "clamp %x, 0..1"},
                                                       {"any", "add %x, 0"},
                                                       {"any", "min %x, %y"}};
  std::string declared, keys, index, wanted, definitions;
  std::vector<std::string> bound; ///< what `match` binds
  std::string matched;            ///< the keys of an entry in the match named "all"
  auto append = [](std::string &list, const std::string &item) {
    list += (list.empty() ? "" : ", ") + item;
  };
  bool isAged = false;
  unsigned times = 0;
  for (std::int64_t i = random.between(0, 3), number = 0; number < i; ++number) {
    const auto &kind = kinds[static_cast<std::size_t>(random.between(0, isSparse ? 5 : 3))];
    std::string name = "k" + std::to_string(number);
    append(declared, name + " " + kind[0]);
    append(keys, "%" + name);
    definitions += "%" + name + " = " + kind[1] + "\n";
    bool isTime = kind[0].starts_with("age");
    times += isTime ? 1 : 0;
    isAged = isAged || isTime;
    if (isSparse && !isTime && random.chance(60)) {
      append(index, name);
      append(wanted, "%" + name);
      append(matched, "%" + name);
    } else {
      bound.push_back("%" + name);
      append(matched, "%" + name + ".all");
    }
  }
  bool hasTotals = !isSparse && value == "count" && times == 1;
  bool hasIndex = isSparse && random.chance(80);
  std::string text = "program @p {\nstream @s(x: i64, y: i64, i: time)\n"
                     "result @q (x: i64)\nresult @r distinct (x: i64, y: i64)\nsynopsis @T [" +
                     declared + "] : " + value;
  if (hasTotals)
    text += ", totals";
  if (isSparse)
    text += ", capacity " + std::to_string(random.pick<std::int64_t>({1, 3, 7, 50}));
  if (hasIndex)
    text += ", index (" + index + ")";
  bool saturates = declared.find('+') != std::string::npos;
  if (isAged && isSparse && value == "count" && !saturates && random.chance(60)) {
    std::string variables, age;
    for (std::size_t k = 0; k < 3; ++k) {
      std::string name = "k" + std::to_string(k);
      if (declared.find(name) == std::string::npos)
        continue;
      append(variables, "%" + name);
      age = declared.find(name + " age") != std::string::npos ? "%" + name : age;
    }
    text += "\non tick { expire (" + variables + ") times %n in @T {\nemit @q (1) times %n at " +
            age + "\nemit @r (2, 3) times %n\n} }\n";
  } else {
    text += isAged ? "\non tick { age @T }\n" : "\n";
  }

  std::string at = "@T[" + keys + "]";
  const std::string begin = "on @s(%x, %y, %i) {\n" + definitions;
  if (value == "count" && random.chance(60))
    text += "on arrival @s(%x, %y, %i) {\n" + definitions +
            "%some = in %x, 5..8\nwhen %some {\nbump " + at + ", 3\n}\n%few = in %x, 6..6\n" +
            "%c = sum { when %some { yield 2 } when %few { yield 7 } }\ntake " + at +
            ", %c\n%n = load " + at + "\nemit @r (%x, %y) times %n\n}\n";
  text += begin + "%n = load " + at + "\nemit @q (%x) times %n\n";
  if (keepsExtremes)
    text += "%e = extreme " + at + "\nemit @r (%x, %e) times 1\n";
  auto match = [&](const std::string &name, const std::string &body) {
    std::string variables;
    for (const std::string &variable : bound)
      append(variables, variable + "." + name);
    return "match (" + variables + ") " + (keepsExtremes ? "extreme" : "times") + " %" + name +
           " in @T[" + wanted + "] {\n" + body + "}\n";
  };
  if (hasIndex) {
    text += match("m", keepsExtremes ? "emit @q (%m) times 1\n" : "emit @q (%x) times %m\n");
    text += "%sum = sum {\n" + match("s", "yield 3\n") + "}\nemit @q (%x) times %sum\n";
  }
  text += "}\n";
  if (hasIndex)
    text += begin + "%some = in %x, 4..5\nwhen %some {\n" +
            match("all", "emit @r (%y, %x) times 1\nclear " + at + "\n%more = ne %y, 5, 0\n" +
                             "when %more { clear @T[" + matched + "] }\n") +
            "}\n}\n";
  if (hasTotals) {
    std::string others;
    for (std::size_t k = 0; k < 3; ++k)
      if (declared.find("k" + std::to_string(k) + " in") != std::string::npos)
        append(others, "%k" + std::to_string(k));
    text += begin + "%total = total @T[" + others + "]\nemit @q (%y) times %total\n}\n";
  }
  text += begin + "%gone = in %y, -1..1\nwhen %gone { clear " + at + " }\n}\n";
  if (keepsExtremes)
    text += begin + "put " + at + ", %x\n}\n";
  else
    text += begin +
            "%some = ne %x, 7, 0\n%a = eq %x, 8, 0\n%b = eq %y, 8, 0\n%large = and %a, %b\n"
            "%c = sum { when %some { yield 2 } when %large { yield 9223372036854775807 } }\nbump " +
            at + ", %c\n}\n";
  return text + "}\n";
}

} // namespace bough::test

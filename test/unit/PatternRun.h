#pragma once

#include "analysis/reference/Evaluator.h"
#include "frontend/sema/Binder.h"

#include <cstdio>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// Patterns over a few rows, by definition.
///
/// Rows are written "a(5,1)@3": stream a, x = 5, k = 1, ts = 3; "a@3" has zeros. Results are
/// written "3: 1 2" with the time and the cells, and "x2" behind those that come twice.
namespace bough {

inline constexpr const char *patternDeclarations = R"(
  CREATE STREAM a (x BIGINT, k INT CHECK (k BETWEEN 0 AND 9), ts TIMESTAMP);
  CREATE STREAM b (x BIGINT, k INT CHECK (k BETWEEN 0 AND 9), ts TIMESTAMP);
  CREATE STREAM c (x BIGINT, k INT CHECK (k BETWEEN 0 AND 9), ts TIMESTAMP);
  CREATE STREAM n (x BIGINT, k INT CHECK (k BETWEEN 0 AND 9), ts TIMESTAMP);
  CREATE STREAM other (x BIGINT, k INT, ts TIMESTAMP);
)";

inline std::vector<ReplayRow> rowsOf(const std::string &text) {
  const std::string streams = "abcno";
  std::vector<ReplayRow> rows;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    long long x = 0, k = 0, time = 0;
    if (std::sscanf(word.c_str() + 1, "(%lld,%lld)@%lld", &x, &k, &time) != 3)
      std::sscanf(word.c_str() + 1, "@%lld", &time);
    rows.push_back({static_cast<unsigned>(streams.find(word[0])), {x, k, time}});
  }
  return rows;
}

/// The plan of a query that is no join.
inline Plan planOf(const std::string &select) {
  auto source = std::make_shared<const Source>("q.sql", patternDeclarations + select + ";");
  DiagnosticEngine diagnostics(source);
  std::optional<Plan> plan = bindSource(source, diagnostics);
  EXPECT_TRUE(plan) << diagnostics.renderAll(false);
  if (!plan)
    return {};
  EXPECT_EQ(plan->branches.size(), 1u);
  EXPECT_TRUE(plan->branches.front().pattern) << select;
  return std::move(*plan);
}

inline std::string textOf(const EvaluatedRow &row) {
  std::string text = fmt::format("{}:", row.time);
  for (std::int64_t cell : row.cells)
    text += fmt::format(" {}", cell);
  return row.count == 1 ? text : fmt::format("{} x{}", text, row.count);
}

/// The results of all rows; those that come with the end of the input after a bar.
inline std::string run(const std::string &select, const std::string &rows) {
  Plan plan = planOf(select);
  Evaluator evaluator(plan);
  Replay result = replay(evaluator, rowsOf(rows));
  EXPECT_EQ(result.fault.status, BOUGH_OK);
  std::string text;
  auto add = [&](const std::string &row) { text += (text.empty() ? "" : ", ") + row; };
  for (const auto &[key, count] : result.results.front())
    add(textOf({0, {key.begin() + 1, key.end()}, static_cast<std::uint64_t>(count), key.front()}));
  EXPECT_TRUE(evaluator.finish());
  bool isEnd = true;
  for (const EvaluatedRow &row : evaluator.results()) {
    text += std::exchange(isEnd, false) ? " | " : "";
    text += (text.ends_with("| ") ? "" : ", ") + textOf(row);
  }
  return text;
}

} // namespace bough

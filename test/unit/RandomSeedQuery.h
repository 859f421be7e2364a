#pragma once

#include "frontend/sema/Binder.h"
#include "test/differential/Random.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace bough::test {

/// What random queries have.
struct RandomSeedOptions {
  unsigned maxItems = 4;
  bool hasWindows = true;  ///< windows, gaps and <= between timestamps
  bool hasOffsets = true;  ///< x <= y + 2 between integers
  bool hasFinite = true;   ///< streams with a last timestamp
  bool isDistinct = false; ///< SELECT DISTINCT
};

/// A SELECT with few attributes and constants, drawn so that both verdicts of the seed's criterion
/// are common.
struct RandomSeedQuery {
  std::string sql;
};

class RandomSeedGenerator {
public:
  RandomSeedGenerator(std::uint64_t seed, RandomSeedOptions options)
      : random_(seed), options_(options) {}

  RandomSeedQuery draw() {
    items_ = static_cast<unsigned>(random_.between(1, options_.maxItems));
    RandomSeedQuery query;
    std::vector<std::string> from, list;
    bool selfJoins = random_.chance(15);
    std::vector<unsigned> streams;
    for (unsigned i = 0; i < items_; ++i) {
      bool isUsedAgain = selfJoins && i > 0 && random_.chance(50);
      streams.push_back(isUsedAgain ? random_.pick(streams) : i);
      unsigned stream = streams.back();
      if (!isUsedAgain) {
        query.sql += fmt::format("CREATE STREAM s{} (", i);
        for (char column : {'a', 'b'})
          query.sql += fmt::format("{} INT{}, ", column,
                                   random_.chance(25) ? fmt::format(" CHECK ({} BETWEEN 0 AND {})",
                                                                    column, random_.between(0, 4))
                                                      : "");
        query.sql += fmt::format("ts TIMESTAMP) WITH (max_per_timestamp = 4{});\n",
                                 options_.hasFinite && random_.chance(15) ? ", ends_at = 100" : "");
      }
      from.push_back(fmt::format("s{} AS i{}", stream, i));
    }
    drawTimes();
    drawIntegers();
    for (std::int64_t columns = random_.between(1, 2); columns > 0; --columns)
      list.push_back(random_.chance(8) ? fmt::format("i{}.ts", random_.below(items_))
                                       : attribute(static_cast<unsigned>(random_.below(items_))));
    query.sql += fmt::format("SELECT {}{} FROM {}", options_.isDistinct ? "DISTINCT " : "",
                             fmt::join(list, ", "), fmt::join(from, ", "));
    if (!predicates_.empty())
      query.sql += fmt::format(" WHERE {}", fmt::join(predicates_, " AND "));
    predicates_.clear();
    return query;
  }

private:
  std::string attribute(unsigned item) {
    return fmt::format("i{}.{}", item, random_.chance(70) ? 'a' : 'b');
  }
  void add(std::string predicate) { predicates_.push_back(std::move(predicate)); }

  /// Mostly a tree of strict orders, later items above.
  void drawTimes() {
    for (unsigned i = 1; i < items_; ++i) {
      if (random_.chance(10))
        continue;
      std::size_t later = random_.below(i), kind = random_.below(100);
      if (kind < 75 || !options_.hasWindows)
        add(fmt::format("i{}.ts {} i{}.ts", i, kind < 88 ? "<" : "=", later));
      if (!options_.hasWindows || kind < 70)
        continue;
      if (kind < 82)
        add(fmt::format("i{}.ts <= i{}.ts + INTERVAL '{}' SECOND", later, i,
                        random_.between(0, 9)));
      else if (kind < 90)
        add(fmt::format("i{}.ts <= i{}.ts", i, later));
      else
        add(fmt::format("i{}.ts + INTERVAL '{}' SECOND <= i{}.ts", i, random_.between(0, 5),
                        later));
    }
    if (items_ > 2 && random_.chance(15))
      add(fmt::format("i{}.ts < i0.ts", items_ - 1));
  }

  void drawIntegers() {
    for (unsigned i = 0; i < items_; ++i)
      for (char column : {'a', 'b'}) {
        std::string x = fmt::format("i{}.{}", i, column);
        std::int64_t lo = random_.between(-2, 3);
        std::size_t kind = random_.below(100);
        if (kind < 30)
          add(fmt::format("{} BETWEEN {} AND {}", x, lo, lo + random_.between(0, 3)));
        else if (kind < 45)
          add(fmt::format("{} {} {}", x, random_.pick({"<", ">", "<=", ">=", "="}), lo));
      }
    for (unsigned i = 0; i < items_; ++i) {
      if (random_.chance(20))
        add(fmt::format("i{}.a {} i{}.b", i, random_.pick({"<", "<=", "=", ">"}), i));
      if (i == 0 || !random_.chance(70))
        continue;
      std::string offset = options_.hasOffsets && random_.chance(20)
                               ? fmt::format(" + {}", random_.between(1, 3))
                               : "";
      add(fmt::format("{} {} {}{}", attribute(i),
                      random_.chance(8) ? "<>" : random_.pick({"<", "<=", "=", ">=", ">"}),
                      attribute(static_cast<unsigned>(random_.below(i))), offset));
    }
  }

  differential::Random random_;
  RandomSeedOptions options_;
  unsigned items_ = 0;
  std::vector<std::string> predicates_;
};

/// Binds a random query.
inline Plan bindRandomQuery(const RandomSeedQuery &query) {
  DiagnosticEngine diagnostics(std::make_shared<Source>("random.sql", query.sql));
  std::optional<Plan> plan = bindSource(diagnostics.source(), diagnostics);
  if (!plan) {
    ADD_FAILURE() << diagnostics.renderAll(false) << query.sql;
    return {};
  }
  return std::move(*plan);
}

} // namespace bough::test

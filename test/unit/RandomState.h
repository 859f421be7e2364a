#pragma once

#include "codegen/ir/Program.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace bough::test {

/// A source of random choices that gives the same on every platform.
class Random {
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// lo <= result <= hi
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool chance(unsigned percent) { return between(1, 100) <= percent; }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(from.size()) - 1))];
  }

private:
  std::mt19937_64 engine_;
};

/// The declarations of a random program.
class RandomState {
protected:
  explicit RandomState(std::uint64_t seed) : random_(seed) {
    program_.name = "random";
    program_.streams = {
        {"s", {{"a", ir::ValueType::I64}, {"i", ir::ValueType::Time}}, 1},
        {"t",
         {{"b", ir::ValueType::I64}, {"c", ir::ValueType::I64}, {"j", ir::ValueType::Time}},
         2}};
    program_.results = {{"random", false, {{"x", ir::ValueType::I64}, {"y", ir::ValueType::Time}}}};
    makeConstants();
    makeState();
    if (random_.chance(40))
      makeSums();
    hasArrivals_ = random_.chance(45);
    if (hasArrivals_ && random_.chance(60))
      makeClock();
  }

  static constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

  Random random_;
  ir::Program program_;
  bool hasArrivals_ = false;              ///< whether there are to be arrival handlers
  std::optional<ir::SynopsisId> clocked_; ///< the synopsis whose ages are on a clock of its own

private:
  void makeSums() {
    ir::Synopsis synopsis;
    synopsis.name = "A";
    synopsis.value = ir::ValueKind::Sum;
    synopsis.current = random_.chance(25);
    for (std::int64_t keys = random_.between(0, 2); keys > 0; --keys) {
      std::int64_t lo = random_.between(-2, 2);
      synopsis.keys.push_back(
          {fmt::format("k{}", keys), ir::KeyKind::Dense, lo, lo + random_.between(0, 3)});
    }
    program_.synopses.push_back(synopsis);
    if (random_.chance(50)) {
      synopsis.name += "_twin";
      program_.synopses.push_back(std::move(synopsis));
    }
  }

  void makeClock() {
    clocked_ = static_cast<ir::SynopsisId>(program_.synopses.size());
    ir::Synopsis synopsis;
    synopsis.name = "K";
    synopsis.keys = {makeKey(0, true),
                     {"k1", random_.chance(70) ? ir::KeyKind::Expiring : ir::KeyKind::Saturating, 0,
                      random_.between(1, 4)}};
    synopsis.capacity = random_.chance(30) ? random_.between(1, 5) : 60;
    if (random_.chance(75))
      synopsis.index.emplace();
    program_.synopses.push_back(std::move(synopsis));
  }

  void makeConstants() {
    program_.results.push_back({"set", true, {{"z", ir::ValueType::I64}}});
    program_.tables = {{"L",
                        {{"k", ir::ValueType::I64}, {"v", ir::ValueType::I64}},
                        {{-1, 4}, {0, 2}, {2, 1}, {2, 3}, {2, 3}, {greatest, -2}}},
                       {"N", {{"j", ir::ValueType::Time}}, {}}};
    program_.dictionaries = {{"D", {-3, -1, 0, 2, 4, greatest}}, {"E", {1}}};
  }

  ir::SynopsisKey makeKey(std::size_t index, bool isSparse) {
    std::string name = fmt::format("k{}", index);
    switch (random_.between(isSparse ? -2 : 0, 3)) {
    case -2:
    case -1:
      return {name, ir::KeyKind::Any, 0, 0};
    case 0:
      return {name, ir::KeyKind::Expiring, 0, random_.between(0, 3)};
    case 1:
      return {name, ir::KeyKind::Saturating, 0, random_.between(1, 3)};
    default:
      std::int64_t lo = random_.between(-2, 2);
      return {name, ir::KeyKind::Dense, lo, lo + random_.between(0, 3)};
    }
  }

  ir::Synopsis makeSynopsis(std::string name) {
    ir::Synopsis synopsis;
    synopsis.name = std::move(name);
    synopsis.current = random_.chance(20);
    if (random_.chance(25)) { // a window
      synopsis.keys = {{"k0", ir::KeyKind::Dense, 0, random_.between(0, 2)},
                       {"k1", random_.chance(70) ? ir::KeyKind::Expiring : ir::KeyKind::Saturating,
                        0, random_.between(2, 4)}};
      synopsis.totals = random_.chance(40);
      return synopsis;
    }
    bool isSparse = random_.chance(50);
    std::int64_t keys = random_.between(0, isSparse ? 3 : 2);
    for (std::int64_t k = 0; k < keys; ++k)
      synopsis.keys.push_back(makeKey(static_cast<std::size_t>(k), isSparse));
    synopsis.value =
        random_.pick<ir::ValueKind>({ir::ValueKind::Count, ir::ValueKind::Count,
                                     ir::ValueKind::Flag, ir::ValueKind::Min, ir::ValueKind::Max});
    auto times = std::ranges::count_if(synopsis.keys, [](auto &key) { return key.isTime(); });
    synopsis.totals =
        !isSparse && times == 1 && synopsis.value == ir::ValueKind::Count && random_.chance(40);
    if (!isSparse)
      return synopsis;
    synopsis.capacity = random_.chance(30) ? random_.between(1, 5) : 60;
    if (random_.chance(75)) {
      synopsis.index.emplace();
      for (unsigned key = 0; key < synopsis.keys.size(); ++key)
        if (!synopsis.keys[key].isTime() && random_.chance(60))
          synopsis.index->insert(
              synopsis.index->begin() + random_.between(0, synopsis.index->size()), key);
    }
    return synopsis;
  }

  void makeState() {
    std::int64_t synopses = random_.between(1, 3);
    for (std::int64_t i = 0; i < synopses; ++i) {
      ir::Synopsis synopsis = makeSynopsis(fmt::format("T{}", i));
      program_.synopses.push_back(synopsis);
      if (random_.chance(60)) {
        synopsis.name += "_twin";
        program_.synopses.push_back(synopsis);
      }
    }
    if (random_.chance(60)) {
      ir::Buffer buffer{
          "B", {{"b", ir::ValueType::I64}, {"j", ir::ValueType::Time}}, 1, random_.between(2, 9)};
      program_.buffers.push_back(buffer);
      if (random_.chance(50)) {
        buffer.name = "B_twin";
        program_.buffers.push_back(buffer);
      }
    }
  }
};

} // namespace bough::test

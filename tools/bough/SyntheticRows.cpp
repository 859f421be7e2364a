#include "tools/bough/SyntheticRows.h"

#include "runtime/shedding/Zobrist.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bough::tool {

namespace {

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// In [0, below).
  std::uint64_t below(std::uint64_t below) {
    // The bias is below / 2^64.
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(nextRandom(state_)) * below >>
                                      64);
  }
  /// In [-most, most], mostly near 0: the mean of four uniform numbers.
  std::int64_t around(std::int64_t most) {
    std::int64_t sum = 0;
    for (int i = 0; i < 4; ++i)
      sum += static_cast<std::int64_t>(below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
    return sum / 4;
  }

private:
  std::uint64_t state_;
};

using Write = std::function<bool(std::string_view)>;

void writeTypes(const SyntheticData &data, std::uint64_t rows, Random &random, const Write &write) {
  for (std::uint64_t row = 1; row <= rows; ++row) {
    std::uint64_t draw = random.below(1000);
    unsigned type = 0;
    while (draw >= data.shares[type])
      draw -= data.shares[type++];
    std::uint64_t value = random.below(100);
    if (data.isValueSkewed)
      value = value * random.below(100) / 100;
    if (!write(fmt::format("{},{},{}\n", row, static_cast<char>('A' + type), value)))
      return;
  }
}

/// Symbols have a drift for some time, so that several of them rise or fall in a row.
void writeQuotes(unsigned symbols, std::uint64_t rows, Random &random, const Write &write) {
  constexpr std::int64_t minutesOfDay = 375, minutesBetween = 1440;
  struct Symbol {
    std::int64_t price, drift;
  };
  std::vector<Symbol> state;
  for (unsigned i = 0; i < symbols; ++i)
    state.push_back({static_cast<std::int64_t>(5000 + random.below(95000)), 0});
  std::int64_t market = 0;
  std::uint64_t written = 0;
  for (std::int64_t minute = 0; written < rows; ++minute) {
    const std::int64_t ts = 1996 + minute / minutesOfDay * minutesBetween + minute % minutesOfDay;
    if (random.below(20) == 0)
      market = random.around(30);
    for (unsigned i = 0; i < symbols && written < rows; ++i, ++written) {
      Symbol &symbol = state[i];
      if (random.below(10) == 0)
        symbol.drift = random.around(40);
      // In 1/100 of a percent.
      const std::int64_t change = symbol.drift + market + random.around(30);
      const std::int64_t open = symbol.price;
      symbol.price = std::max<std::int64_t>(100, open + open * change / 10000);
      if (!write(fmt::format("{},S{:02},{},{},{},{}\n", ts, i, i, open, symbol.price,
                             (symbol.price - open) * 10000 / open)))
        return;
    }
  }
}

/// Sensor 8 is the ball; 13 to 20 are the players of one team, 21 to 28 of the other. One player
/// has the ball, until another gets it. Those of the other team who are within 12 m of it run to
/// the ball, all others to their places.
void writeSoccer(std::uint64_t rows, Random &random, const Write &write) {
  constexpr unsigned players = 16;
  constexpr std::int64_t width = 52483, length = 33965; // half of the field, in millimetres
  constexpr std::uint64_t start = 10629342490369879, step = 50000000000; // picoseconds
  struct Body {
    std::int64_t x, y, vx, vy; // millimetres, and micrometres per step of 50 ms
  };
  struct Place {
    std::int64_t x, y;
  };
  std::vector<Body> bodies;
  std::vector<Place> places;
  for (unsigned i = 0; i <= players; ++i) {
    places.push_back({random.around(width), random.around(length)});
    bodies.push_back({places[i].x, places[i].y, 0, 0});
  }
  unsigned owner = 1;
  std::uint64_t written = 0;
  for (std::uint64_t tick = 0; written < rows; ++tick) {
    if (random.below(30) == 0)
      owner = 1 + static_cast<unsigned>(random.below(players));
    for (unsigned i = 0; i <= players && written < rows; ++i) {
      Body &body = bodies[i];
      const Body &ball = bodies[0];
      const Body before = body;
      const bool isBall = i == 0;
      const bool isOpponent = !isBall && (i - 1) / 8 != (owner - 1) / 8;
      const bool isNear = std::abs(ball.x - body.x) + std::abs(ball.y - body.y) < 20000;
      Place target = places[i];
      if (isBall)
        target = {bodies[owner].x, bodies[owner].y};
      else if (isOpponent && isNear)
        target = {ball.x, ball.y};
      // 8 m/s for a player, 24 m/s for the ball.
      const std::int64_t most = isBall ? 1200000 : 400000, pull = isBall ? 400 : 60;
      auto push = [&](std::int64_t speed, std::int64_t way) {
        return std::clamp(speed / 2 + way * pull + random.around(100000), -most, most);
      };
      body.vx = push(body.vx, target.x - body.x);
      body.vy = push(body.vy, target.y - body.y);
      body.x = std::clamp(body.x + body.vx / 1000, -width, width);
      body.y = std::clamp(body.y + body.vy / 1000, -length, length);
      const auto speed = static_cast<std::int64_t>(
          std::sqrt(static_cast<double>(body.vx * body.vx + body.vy * body.vy)));
      const std::int64_t ax = body.vx - before.vx, ay = body.vy - before.vy;
      const auto acceleration =
          static_cast<std::int64_t>(std::sqrt(static_cast<double>(ax * ax + ay * ay)));
      const std::uint64_t ts = start + tick * step + i * (step / (players + 1));
      if (!write(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", isBall ? 8 : 12 + i, ts,
                             body.x, body.y, isBall ? 200 : 100, speed * 20, acceleration * 20,
                             body.vx, body.vy, 0, ax, ay, 0)))
        return;
      ++written;
    }
  }
}

} // namespace

const std::vector<SyntheticData> &syntheticData() {
  using Kind = SyntheticKind;
  // DS5 and DS8 as far as the paper tells (A is 40.7 % and C 2.5 %; all are equal); DS6 and DS7
  // lie between them. DS1 to DS4 have the same types, and an attribute that is skewed as well.
  static const std::vector<SyntheticData> data = {
      {"ds1", Kind::Types, {407, 200, 25, 140, 128, 100}, true},
      {"ds2", Kind::Types, {330, 190, 60, 150, 140, 130}, true},
      {"ds3", Kind::Types, {250, 180, 110, 160, 150, 150}, true},
      {"ds4", Kind::Types, {167, 167, 167, 167, 166, 166}, true},
      {"ds5", Kind::Types, {407, 200, 25, 140, 128, 100}, false},
      {"ds6", Kind::Types, {330, 190, 60, 150, 140, 130}, false},
      {"ds7", Kind::Types, {250, 180, 110, 160, 150, 150}, false},
      {"ds8", Kind::Types, {167, 167, 167, 167, 166, 166}, false},
      {"quotes", Kind::Quotes, {}, false, 37},
      {"quotes12", Kind::Quotes, {}, false, 12},
      {"soccer", Kind::Soccer, {}, false},
  };
  return data;
}

const SyntheticData *findSyntheticData(std::string_view name) {
  for (const SyntheticData &data : syntheticData())
    if (data.name == name)
      return &data;
  return nullptr;
}

std::string syntheticHeader(const SyntheticData &data) {
  switch (data.kind) {
  case SyntheticKind::Types:
    return "ts,type,v\n";
  case SyntheticKind::Quotes:
    return "ts,symbol,sym,open,close,change\n";
  case SyntheticKind::Soccer:
    break;
  }
  return {};
}

void writeSynthetic(const SyntheticData &data, std::uint64_t rows, std::uint64_t seed,
                    const std::function<bool(std::string_view)> &write) {
  Random random(seed);
  switch (data.kind) {
  case SyntheticKind::Types:
    return writeTypes(data, rows, random, write);
  case SyntheticKind::Quotes:
    return writeQuotes(data.symbols, rows, random, write);
  case SyntheticKind::Soccer:
    return writeSoccer(rows, random, write);
  }
}

} // namespace bough::tool

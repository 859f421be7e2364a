// A machine whose header has a model: the share that is asked for is dropped, the least first.
#include <cstdio>
#include <q.h>

static int failures = 0;
#define CHECK(condition)                                                                           \
  ((condition) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #condition)))

/// Rows A, B, C, A, B, C, ... of which A and B matter when they have a small value, as in training.
template <class Load> void feed(q::Machine &machine, Load &load, int rows, int &at) {
  auto sink = [](const q::Result &, std::uint64_t) {};
  for (int i = 0; i < rows; ++i, ++at)
    CHECK(machine.on(q::E{at + 1, at % 3, at / 3 % 10}, sink));
  CHECK(load.seen(0) + load.seen(1) + load.seen(2) == static_cast<std::uint64_t>(at));
}

int main() {
  q::Machine machine;
  q::LoadShedder load;
  load.attach(machine);
  int at = 0;
  auto dropped = [&] { return load.shed(0) + load.shed(1) + load.shed(2); };
  feed(machine, load, 300, at);
  CHECK(dropped() == 0); // all is kept until it is told otherwise

  // C contributes to nothing, nor do A and B with values from 5 on: two thirds of all.
  load.dropShare(666667);
  feed(machine, load, 300, at);
  CHECK(load.shed(2) == 100 && dropped() >= 198 && dropped() <= 202);
  CHECK(load.shed(0) >= 49 && load.shed(0) <= 51 && load.shed(1) >= 49 && load.shed(1) <= 51);

  // The share is exact, over ties too.
  std::uint64_t before = dropped();
  load.dropShare(500000);
  feed(machine, load, 300, at);
  CHECK(dropped() - before >= 148 && dropped() - before <= 152);

  before = dropped();
  load.keepAll();
  feed(machine, load, 30, at);
  CHECK(dropped() == before);
  load.dropAll();
  feed(machine, load, 30, at);
  CHECK(dropped() == before + 30);

  // Below 0.8 of the bound nothing is dropped; far above it, all; between, some.
  CHECK(load.interval(1000, 10) == 20);
  before = dropped();
  load.control(1000, 10, 1, 70, 0);
  feed(machine, load, 30, at);
  CHECK(dropped() == before);
  load.control(1000, 10, 1, 100, 0); // 101 * 10 - 800 of 100 * 9: 23 %
  feed(machine, load, 300, at);
  CHECK(dropped() - before >= 66 && dropped() - before <= 73);
  before = dropped();
  load.control(1000, 10, 1, 10000, 0);
  feed(machine, load, 30, at);
  CHECK(dropped() == before + 30);
  return failures;
}

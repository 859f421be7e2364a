// Gives rows to a machine, and a shedder that drops some.
#include <cstdio>
#include <q.h>
#include <string>

static int failures = 0;
#define CHECK(condition)                                                                           \
  ((condition) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #condition)))

int main() {
  std::string seen;
  auto sink = [&](const q::Result &row, std::uint64_t count) {
    seen += std::to_string(row.k) + ":" + std::to_string(row.a) + "*" + std::to_string(count) + " ";
  };
  q::Machine machine; // without a shedder all is kept
  CHECK(machine.on(q::S{7, 1}, sink) && !machine.wasShed());
  CHECK(machine.on(q::T{8, 1}, sink) && !machine.wasShed());

  // Of type 1 everything has the utility 10 but for one key, with 30; of type 0 all is unknown.
  const auto key = static_cast<std::uint64_t>(q::detail::zobrist(5, 42) ^ 7);
  const q::UtilitySlot slots[] = {
      {0, -1}, {key & 1 ? 0 : key, key & 1 ? -1 : 30}, {key & 1 ? key : 0, key & 1 ? 30 : -1}};
  const q::UtilityTable tables[] = {{0, 0, 9, 0}, {1, 1, 10, 0}};
  const q::Utilities utilities{slots, tables, nullptr, 3, 2, 0};
  std::uint64_t came[2] = {}, dropped[2] = {}, lookups[5] = {};
  q::Shedder shedder{1, 0, 10, 1, 2, 0, came, dropped, lookups};
  machine.shedBy(utilities, shedder);
  CHECK(machine.on(q::S{5, 2}, sink) && !machine.wasShed());
  CHECK(seen == "1:7*1 3:8*1 ");
  CHECK(machine.on(q::S{6, 2}, sink) && !machine.wasShed()); // a tie that is kept
  CHECK(machine.on(q::S{6, 2}, sink) && machine.wasShed());  // and one that is not
  CHECK(machine.on(q::T{1, 2}, sink) && machine.wasShed());
  CHECK(machine.on(q::U{3, 2}, sink) && !machine.wasShed());
  seen.clear();
  CHECK(machine.on(q::T{4, 3}, sink) && machine.wasShed()); // which ends the batch before it
  CHECK(seen == "1:5*2 1:6*3 2:6*1 4:3*1 ");
  shedder.dropAll = 1;
  CHECK(machine.on(q::S{9, 3}, sink) && machine.wasShed());
  CHECK(machine.on(q::S{9, 3}, sink) && machine.wasShed());
  CHECK(!machine.on(q::S{9, 3}, sink) && machine.fault() == q::Fault::BufferFull);
  CHECK(came[0] == 2 && dropped[0] == 2 && came[1] == 6 && dropped[1] == 4);
  CHECK(lookups[0] == 0 && lookups[1] + lookups[2] == 1 && lookups[3] == 0 && lookups[4] == 2);

  q::Machine other;
  shedder.active = 0;
  other.shedBy(utilities, shedder);
  seen.clear();
  CHECK(other.on(q::S{1, 1}, sink) && !other.wasShed() && came[1] == 7);
  CHECK(!other.on(q::S{1, 0}, sink) && other.fault() == q::Fault::TimeOrder && came[1] == 7);
  return failures;
}

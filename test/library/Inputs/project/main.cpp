// Runs one query in four ways over the same structs: as emitted C++, as an object file, and
// compiled at run time by the library, which copies columns of them or reads them in place. All
// have to give the same results.
#include "emitted.h"
#include "events.h"
#include "object.h"

#include <bough/bough.hpp>

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>
#include <vector>

namespace {

/// By time, customer and amount: how often.
using Results = std::map<std::tuple<long long, long long, long long>, unsigned long long>;

struct Day {
  std::vector<Order> orders;
  std::vector<Payment> payments;
};

Day makeDay() {
  Day day;
  std::uint32_t random = 12345;
  auto next = [&random](std::uint32_t bound) {
    random = random * 1664525u + 1013904223u;
    return (random >> 8) % bound;
  };
  for (std::int64_t second = 0; second < 2000; ++second) {
    for (std::uint32_t i = next(4); i > 0; --i)
      day.orders.push_back({"a note", static_cast<std::int32_t>(next(1000)),
                            static_cast<std::int16_t>(1 + next(20)), second});
    for (std::uint32_t i = next(4); i > 0; --i)
      day.payments.push_back(
          {second, static_cast<std::int32_t>(next(50)), static_cast<std::int16_t>(next(25))});
  }
  return day;
}

/// Calls one function or the other for each row, in the order of time.
template <typename OnOrder, typename OnPayment>
void replay(const Day &day, OnOrder onOrder, OnPayment onPayment) {
  std::size_t o = 0, p = 0;
  while (o < day.orders.size() || p < day.payments.size())
    if (p == day.payments.size() ||
        (o < day.orders.size() && day.orders[o].at <= day.payments[p].at))
      onOrder(day.orders[o++]);
    else
      onPayment(day.payments[p++]);
}

Results runEmitted(const Day &day) {
  Results results;
  emitted::Machine machine;
  auto sink = [&](const emitted::Result &row, std::uint64_t count) {
    results[{machine.now(), row.customer, row.amount}] += count;
  };
  replay(
      day, [&](const Order &order) { machine.on(order, sink); },
      [&](const Payment &payment) { machine.on(payment, sink); });
  machine.finish(sink);
  if (machine.fault() != emitted::Fault::None)
    std::puts("the emitted machine has stopped");
  return results;
}

Results runObject(const Day &day) {
  static Results results;
  results.clear();
  static object_state state;
  std::uint32_t streams[16], kinds[64];
  std::int64_t cells[16 * OBJECT_CELLS], times[64], rows[64 * OBJECT_RESULT_CELLS];
  std::uint64_t counts[64];
  object_batch batch = {streams, cells, OBJECT_CELLS, 16, 0, 0};
  auto take = [](object_sink *sink) {
    for (std::uint64_t i = 0; i < sink->used; ++i) {
      object_result row = object_read_result(sink, i);
      results[{row.time, row.customer, row.amount}] += row.count;
    }
    sink->used = 0;
    return 0;
  };
  object_sink sink = {times, kinds, rows, counts, 64, 0, take, nullptr};
  object_init(&state);
  bool isGood = true;
  replay(
      day,
      [&](const Order &order) {
        object_orders_row row = {order.item, order.customer, order.at};
        isGood = isGood && object_on_orders(&state, &batch, &row, &sink) == 0;
      },
      [&](const Payment &payment) {
        object_payments_row row = {payment.customer, payment.cents, payment.at};
        isGood = isGood && object_on_payments(&state, &batch, &row, &sink) == 0;
      });
  if (!isGood || object_finish(&state, &batch, &sink) != 0)
    std::puts("the machine of the object file has stopped");
  take(&sink);
  return results;
}

Results runLibrary(const Day &day, const char *file, bool isInPlace) {
  std::stringstream sql;
  sql << std::ifstream(file).rdbuf();
  Results results;
  bough::CompiledText compiled = bough::compile(sql.str());
  const std::size_t orders = compiled.stream("orders"), payments = compiled.stream("payments");
  bough::LoadOptions options;
  if (isInPlace)
    options.structs = {
        bough::structs<Order>(orders, bough::member(&Order::item), bough::member(&Order::customer),
                              bough::member(&Order::at)),
        bough::structs<Payment>(payments, bough::member(&Payment::customer),
                                bough::member(&Payment::cents), bough::member(&Payment::at))};
  bough::Loaded loaded = compiled.load(options, [&](const bough::Result &row) {
    results[{row.time(), row.integer(0), row.integer(1)}] += row.count();
    return true;
  });
  if (!loaded) {
    std::puts(loaded.error.c_str());
    return results;
  }
  bough::Query &query = *loaded.query;
  // Both streams in one call, each an array of the program's own structs.
  auto feedColumns = [&] {
    return query.feed({query.rows(orders, day.orders, bough::member(&Order::item),
                                  bough::member(&Order::customer), bough::member(&Order::at)),
                       query.rows(payments, day.payments, bough::member(&Payment::customer),
                                  bough::member(&Payment::cents), bough::member(&Payment::at))});
  };
  auto feedInPlace = [&] {
    return query.feedStructs(
        {bough::array(orders, day.orders), bough::array(payments, day.payments)});
  };
  if ((isInPlace ? feedInPlace() : feedColumns()) != bough::Code::Done ||
      query.finish() != bough::Code::Done)
    std::puts(query.text());
  return results;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  Day day = makeDay();
  const Results emitted = runEmitted(day);
  std::printf("%zu different results\n", emitted.size());
  bool isEqual = emitted.size() > 1000;
  auto compare = [&](const char *name, const Results &results) {
    std::printf("%s: %s\n", name, results == emitted ? "the same" : "others");
    isEqual = isEqual && results == emitted;
  };
  compare("object file", runObject(day));
  compare("library", runLibrary(day, argv[1], false));
  compare("library, in place", runLibrary(day, argv[1], true));
  return isEqual ? 0 : 1;
}

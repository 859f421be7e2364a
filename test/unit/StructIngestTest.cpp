#include "test/unit/BindEvents.h"
#include "test/unit/EngineRun.h"

#include "codegen/Pipeline.h"
#include "codegen/llvm/Backend.h"
#include "codegen/lower/Schema.h"
#include "codegen/object/ObjectMachine.h"
#include "tools/bind/Bind.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>

namespace bough::test {

namespace {

/// Times of s count seconds from 100, those of t milliseconds.
const char *const query = R"(
CREATE STREAM s (a SMALLINT, i TIMESTAMP(0)) WITH (starts_at = 100);
CREATE STREAM t (b SMALLINT, isOpen BOOLEAN, price DECIMAL(9,2), j TIMESTAMP(3));
SELECT s.a, t.b, t.price FROM s, t
WHERE s.i > t.j AND t.b BETWEEN -2 AND 3 AND t.price BETWEEN 0.5 AND 0.6 AND t.isOpen;
)";

/// The query with the structs of BindEvents.h.
class StructIngest : public testing::Test {
protected:
  void SetUp() override {
    DiagnosticEngine diagnostics(std::make_shared<Source>("test.sql", query));
    std::optional<Compilation> compilation =
        compileQuery(diagnostics.source(), PassOptions(), diagnostics);
    ASSERT_TRUE(compilation && compilation->program) << diagnostics.renderAll(false);
    program_ = std::move(*compilation->program);
    schema_ = schemaOf(compilation->plan);
    for (int n = 0; n < 3000; ++n) {
      std::int64_t second = 100 + n / 9;
      if (random_() % 3 == 0)
        orders_.push_back({'x', second, static_cast<std::int16_t>(random_() % 9)});
      else
        ticks_.push_back({"a note of some length, not inside the string", small(-4, 5),
                          random_() % 2 == 0, static_cast<std::uint16_t>(small(40, 70)),
                          second * 1000 + n % 9, ""});
    }
  }
  std::int8_t small(int lo, int hi) {
    return static_cast<std::int8_t>(lo + static_cast<int>(random_() % (hi - lo + 1)));
  }

  /// The rows as columns of cells, through the machine's own entry.
  Outcome runColumns(Machine &machine) {
    std::vector<std::vector<std::int64_t>> s(2), t(4);
    for (const events::Order &row : orders_) {
      s[0].push_back(row.a);
      s[1].push_back((row.i - 100) * schema_.streams[0].timeScale + schema_.streams[0].timeOffset);
    }
    for (const events::Tick &row : ticks_) {
      t[0].push_back(row.b);
      t[1].push_back(row.isOpen ? 1 : 0);
      t[2].push_back(row.price);
      t[3].push_back(row.j * schema_.streams[1].timeScale + schema_.streams[1].timeOffset);
    }
    std::vector<const std::int64_t *> sColumns, tColumns;
    for (const auto &column : s)
      sColumns.push_back(column.data());
    for (const auto &column : t)
      tColumns.push_back(column.data());
    bough_columns streams[] = {{sColumns.data(), orders_.size()}, {tColumns.data(), ticks_.size()}};
    return run(machine, [&](void *state, bough_sink *sink) {
      return machine.ingestBlock(state, streams, sink);
    });
  }
  Outcome runStructs(Machine &machine) {
    bough_structs streams[] = {{orders_.data(), orders_.size()}, {ticks_.data(), ticks_.size()}};
    return run(machine, [&](void *state, bough_sink *sink) {
      return machine.ingestStructs(state, streams, sink);
    });
  }
  template <typename Ingest> Outcome run(Machine &machine, Ingest ingest) {
    State state(machine.stateBytes());
    machine.init(state.get());
    Collector collector(program_.resultWidth(), {});
    Outcome outcome;
    outcome.status = ingest(state.get(), collector.sink());
    collector.take();
    outcome.results = collector.results;
    auto *words = static_cast<std::uint64_t *>(state.get());
    outcome.state.assign(words, words + machine.stateBytes() / 8);
    return outcome;
  }
  void expectEqual(Machine &machine) {
    const Outcome columns = runColumns(machine), structs = runStructs(machine);
    EXPECT_EQ(columns.status, BOUGH_OK);
    EXPECT_EQ(structs.status, BOUGH_OK);
    EXPECT_GT(columns.results.size(), 100U);
    EXPECT_EQ(columns.results, structs.results);
    EXPECT_EQ(columns.state, structs.state);
  }
  std::unique_ptr<Machine> compile(const emit::Binding &binding, unsigned level) {
    DiagnosticEngine diagnostics;
    LlvmBackend *backend = loadLlvmBackend(diagnostics);
    LlvmOptions options;
    options.optLevel = level;
    options.structs = std::make_shared<emit::RowFormats>(emit::boundRows(binding, schema_));
    std::unique_ptr<Machine> machine = backend->compile(program_, options, diagnostics);
    EXPECT_TRUE(machine) << diagnostics.renderAll(false);
    return machine;
  }

  ir::Program program_;
  MachineSchema schema_;
  std::mt19937 random_{7};
  std::vector<events::Order> orders_;
  std::vector<events::Tick> ticks_;
};

/// What the compiler of this test knows of the structs.
emit::Binding ownBinding() {
  using enum emit::FieldKind;
  // offsetof of a type that is not of standard layout is conditionally supported, and is here.
  static_assert(std::is_standard_layout_v<events::Tick>);
  return {{{"s",
            "events::Order",
            BOUGH_BIND_EVENTS,
            sizeof(events::Order),
            alignof(events::Order),
            {{"a", "a", offsetof(events::Order, a), 2, Signed},
             {"i", "i", offsetof(events::Order, i), 8, Signed}}},
           {"t",
            "events::Tick",
            BOUGH_BIND_EVENTS,
            sizeof(events::Tick),
            alignof(events::Tick),
            {{"b", "b", offsetof(events::Tick, b), 1, Signed},
             {"isOpen", "isOpen", offsetof(events::Tick, isOpen), 1, Bool},
             {"price", "price", offsetof(events::Tick, price), 2, Unsigned},
             {"j", "j", offsetof(events::Tick, j), 8, Signed}}}}};
}

TEST_F(StructIngest, EqualsColumns) {
  for (unsigned level : {0U, 2U})
    expectEqual(*compile(ownBinding(), level));
}

#ifdef BOUGH_BIND_MODULE
TEST_F(StructIngest, ReaderFindsWhatTheCompilerKnows) {
  DiagnosticEngine diagnostics;
  BindReader *reader = loadBindReader(diagnostics);
  ASSERT_TRUE(reader) << diagnostics.renderAll(false);
  std::optional<emit::Binding> binding =
      reader->read(schema_, {BOUGH_BIND_EVENTS, {}}, diagnostics);
  ASSERT_TRUE(binding) << diagnostics.renderAll(false);
  EXPECT_EQ(binding->structs, ownBinding().structs);
  expectEqual(*compile(*binding, 2));
}
#endif

TEST_F(StructIngest, OneStreamMayComeAsColumns) {
  emit::Binding binding = ownBinding();
  binding.structs.erase(binding.structs.begin()); // s
  std::unique_ptr<Machine> machine = compile(binding, 1);
  std::vector<std::int64_t> a, i;
  for (const events::Order &row : orders_) {
    a.push_back(row.a);
    i.push_back((row.i - 100) * schema_.streams[0].timeScale + schema_.streams[0].timeOffset);
  }
  const std::int64_t *columns[] = {a.data(), i.data()};
  bough_structs streams[] = {{columns, orders_.size()}, {ticks_.data(), ticks_.size()}};
  const Outcome mixed = run(*machine, [&](void *state, bough_sink *sink) {
    return machine->ingestStructs(state, streams, sink);
  });
  EXPECT_EQ(mixed.results, runColumns(*machine).results);
}

TEST_F(StructIngest, ObjectsKeepTheSameState) {
  DiagnosticEngine diagnostics;
  std::unique_ptr<Machine> jit =
      loadLlvmBackend(diagnostics)->compile(program_, {2, {}}, diagnostics);
  // In a header of an object file rows hold an int64_t for each column, in declared units.
  std::vector<std::int64_t> orders, ticks;
  for (const events::Order &row : orders_)
    orders.insert(orders.end(), {row.a, row.i});
  for (const events::Tick &row : ticks_)
    ticks.insert(ticks.end(), {row.b, row.isOpen ? 1 : 0, row.price, row.j});
  bough_structs streams[] = {{orders.data(), orders_.size()}, {ticks.data(), ticks_.size()}};
  const Outcome expected = runColumns(*jit);
  for (const char *cpu : {"", "native"}) {
    std::unique_ptr<Machine> object =
        makeObjectMachine(program_, schema_, {cpu, 2, ObjectRows::Together}, diagnostics);
    ASSERT_TRUE(object) << diagnostics.renderAll(false);
    const Outcome columns = runColumns(*object);
    const Outcome structs = run(*object, [&](void *state, bough_sink *sink) {
      return object->ingestStructs(state, streams, sink);
    });
    for (const Outcome *outcome : {&columns, &structs}) {
      EXPECT_EQ(outcome->results, expected.results);
      EXPECT_EQ(outcome->state, expected.state);
    }
  }
}

TEST_F(StructIngest, IsNoEntryUnlessAskedFor) {
  DiagnosticEngine diagnostics;
  std::unique_ptr<Machine> machine =
      loadLlvmBackend(diagnostics)->compile(program_, {0, {}}, diagnostics);
  EXPECT_EQ(runStructs(*machine).status, BOUGH_NO_ENTRY);
}

} // namespace

} // namespace bough::test

#pragma once

#include "runtime/shedding/ShedAbi.h"
#include "runtime/shedding/UtilityTable.h"
#include "test/unit/Agreement.h"

#include <optional>

/// Runs machines on rows that a shedder can drop.
namespace bough::test {

/// What a controller sets before a call.
struct ShedSetting {
  std::uint64_t active = 0, dropAll = 0;
  std::int64_t threshold = 0;
  std::uint64_t numerator = 0, denominator = 1;
};

struct OfferedOptions {
  RunOptions run = {};
  std::vector<ShedSetting> settings; ///< of the calls, in turn
  bool counts = true;                ///< whether lookups are counted
};

struct OfferedOutcome {
  Outcome outcome;
  std::vector<std::uint8_t> shed; ///< by row; 2 where nothing was decided
  std::vector<std::uint64_t> seen, dropped, lookups;
  std::uint64_t accumulator = 0;
};

/// The rows of one call as bough_tagged_rows has them.
class TaggedRows {
public:
  TaggedRows(const ir::Program &program, std::span<const InputRow> rows) {
    for (const ir::Stream &stream : program.streams)
      stride_ = std::max(stride_, stream.columns.size());
    cells_.assign(rows.size() * stride_, -77);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      streams_.push_back(rows[i].stream);
      std::copy(rows[i].cells.begin(), rows[i].cells.end(),
                cells_.begin() + static_cast<std::ptrdiff_t>(i * stride_));
    }
  }
  bough_tagged_rows abi() const {
    return {streams_.data(), cells_.data(), stride_, streams_.size()};
  }

private:
  std::size_t stride_ = 1;
  std::vector<std::uint32_t> streams_;
  std::vector<std::int64_t> cells_;
};

inline OfferedOutcome runOffered(Machine &machine, const ir::Program &program,
                                 const std::vector<InputRow> &rows, const UtilityTable &table,
                                 const OfferedOptions &options) {
  State state(machine.stateBytes());
  machine.init(state.get());
  Collector collector(program.resultWidth(), options.run);
  auto timeOf = [&](const InputRow &row) {
    return row.cells[program.streams[row.stream].timestampColumn];
  };
  OfferedOutcome result;
  result.shed.assign(rows.size() + 1, 2);
  result.seen.assign(program.shedTypes, 0);
  result.dropped.assign(program.shedTypes, 0);
  result.lookups.assign(table.lookupCounters(), 0);
  const bough_utilities utilities = table.abi({});
  bough_shedder shedder = {};
  shedder.seen = result.seen.data();
  shedder.shed = result.dropped.data();
  shedder.lookups = options.counts ? result.lookups.data() : nullptr;
  std::size_t begin = 0, calls = 0;
  do {
    std::size_t end = options.run.rowsPerCall == 0
                          ? rows.size()
                          : std::min(rows.size(), begin + options.run.rowsPerCall);
    while (end < rows.size() && end > 0 && timeOf(rows[end]) == timeOf(rows[end - 1]))
      ++end;
    const ShedSetting &setting = options.settings[calls++ % options.settings.size()];
    shedder.active = setting.active;
    shedder.drop_all = setting.dropAll;
    shedder.threshold = setting.threshold;
    shedder.tie_numerator = setting.numerator;
    shedder.tie_denominator = setting.denominator;
    shedder.tie_accumulator %= setting.denominator;
    const TaggedRows call(program, std::span(rows).subspan(begin, end - begin));
    const bough_offered_rows offered{call.abi(), &utilities, &shedder, result.shed.data() + begin};
    result.outcome.status = machine.ingestOffered(state.get(), &offered, collector.sink());
    collector.take();
    begin = end;
  } while (begin < rows.size());
  if (options.run.ends) {
    result.outcome.status = machine.end(state.get(), collector.sink());
    collector.take();
  }
  result.accumulator = shedder.tie_accumulator;
  result.outcome.results = std::move(collector.results);
  std::memcpy(&result.outcome.header, state.get(), sizeof result.outcome.header);
  auto *words = static_cast<std::uint64_t *>(state.get());
  result.outcome.state.assign(words + 8, words + machine.stateBytes() / 8);
  return result;
}

inline void expectEqualDecisions(const OfferedOutcome &expected, const OfferedOutcome &seen,
                                 const std::string &what) {
  ASSERT_EQ(expected.shed, seen.shed) << what;
  ASSERT_EQ(expected.seen, seen.seen) << what;
  ASSERT_EQ(expected.dropped, seen.dropped) << what;
  ASSERT_EQ(expected.lookups, seen.lookups) << what;
  ASSERT_EQ(expected.accumulator, seen.accumulator) << what;
}

/// Everything that can be seen: also what has been decided and counted.
inline void expectEqual(const OfferedOutcome &expected, const OfferedOutcome &seen,
                        const std::string &what) {
  expectEqualDecisions(expected, seen, what);
  if (!testing::Test::HasFatalFailure())
    expectEqual(expected.outcome, seen.outcome, what);
}

} // namespace bough::test

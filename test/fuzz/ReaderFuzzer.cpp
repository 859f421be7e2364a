// Any bytes as an input, CSV or JSON lines: rows in their order, and the same at every size of
// block, whether rows that cannot be used stop the run or are left out; or an error. The first byte
// chooses format and options.

#include "test/fuzz/Fuzzing.h"

#include "codegen/Prepare.h"
#include "codegen/lower/Schema.h"
#include "runtime/InputMerge.h"

#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace bough;

const char declarations[] = R"(
CREATE STREAM s (x INT CHECK (x BETWEEN -5 AND 900), d DECIMAL(6, 2), e ENUM('a', 'b"c'), v VARCHAR(5) KEYS 3,
                 ts TIMESTAMP, WATERMARK FOR ts AS ts - INTERVAL '3' SECOND) WITH (max_per_second = 3);
CREATE STREAM t (b BOOLEAN, day DATE, at TIMESTAMP);
CREATE QUERY p AS SELECT s.x, s.d, s.e, s.v FROM s;
CREATE QUERY q AS SELECT t.b, t.day FROM t;
)";

const MachineSchema &schema() {
  static const MachineSchema made = [] {
    const auto source = std::make_shared<Source>("declarations.sql", declarations);
    DiagnosticEngine diagnostics(source);
    const std::optional<Plan> plan = preparePlan(source, QueryOptions(), diagnostics);
    fuzz::require(plan.has_value(), diagnostics.renderAll(false));
    return schemaOf(*plan);
  }();
  return made;
}

/// The bytes as a file.
class File {
public:
  File(const std::uint8_t *data, std::size_t size) : descriptor_(::memfd_create("fuzz", 0)) {
    fuzz::require(descriptor_ >= 0 &&
                      ::write(descriptor_, data, size) == static_cast<ssize_t>(size),
                  "no memory for a file");
  }
  ~File() { ::close(descriptor_); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

private:
  int descriptor_;
};

struct Seen {
  std::vector<std::int64_t> cells;
  std::uint64_t rows = 0, read = 0, leftOut = 0, skipped = 0;
  std::string errors;
  friend bool operator==(const Seen &, const Seen &) = default;
};

std::uint64_t sum(const std::vector<std::uint64_t> &numbers) {
  std::uint64_t all = 0;
  for (std::uint64_t number : numbers)
    all += number;
  return all;
}

Seen read(const InputSpec &spec, MachineSchema schema, std::size_t blockRows, bool leavesOut) {
  for (unsigned s = 0; s < schema.streams.size(); ++s)
    schema.streams[s].used = !spec.kindColumn.empty() || s == spec.stream;
  Seen seen;
  DiagnosticEngine diagnostics;
  std::optional<std::vector<Dictionary>> dictionaries = makeDictionaries(schema, diagnostics);
  fuzz::require(dictionaries.has_value(), diagnostics.renderAll(false));
  const RejectedRows::Choice choice{!leavesOut, nullptr};
  RejectedRows rejected(schema, {choice, choice, leavesOut ? 50 : 1000000});
  InputMerge::Options options;
  options.blockRows = blockRows;
  options.mixed = true;
  options.rejected = &rejected;
  std::optional<InputMerge> merge =
      InputMerge::open({spec}, schema, *dictionaries, options, diagnostics);
  InputBlock block;
  std::int64_t last = -1;
  while (merge && merge->next(block, diagnostics) == InputMerge::Next::Block) {
    fuzz::require(block.tagged.rows != 0, "a block without rows");
    for (std::uint64_t row = 0; row < block.tagged.rows; ++row) {
      const MachineStream &stream = schema.streams[block.tagged.streams[row]];
      const std::int64_t *cells = block.tagged.cells + row * block.tagged.stride;
      fuzz::require(cells[stream.timestampColumn] >= last, "rows go back in time");
      last = cells[stream.timestampColumn];
      seen.cells.push_back(block.tagged.streams[row]);
      seen.cells.insert(seen.cells.end(), cells, cells + stream.columns.size());
    }
    seen.rows += block.tagged.rows;
  }
  seen.errors = diagnostics.renderAll(false);
  if (!merge)
    return seen;
  seen.read = merge->rowsRead();
  seen.leftOut = sum(rejected.bad()) + sum(rejected.late());
  seen.skipped = sum(merge->skippedRows());
  if (seen.errors.empty())
    fuzz::require(seen.read == seen.rows + seen.leftOut + seen.skipped, "rows were lost");
  return seen;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  const unsigned chosen = data[0];
  const File file(data + 1, size - 1);
  InputSpec spec;
  spec.path = file.path();
  spec.stream = chosen >> 1 & 1;
  spec.format = (chosen & 1) != 0 ? InputFormat::Json : InputFormat::Csv;
  if ((chosen & 4) != 0)
    spec.kindColumn = "kind";
  spec.csv.hasHeader = (chosen & 8) == 0;
  spec.csv.separator = (chosen & 16) != 0 ? ';' : ',';
  const bool leavesOut = (chosen & 32) != 0;
  const Seen expected = read(spec, schema(), 8192, leavesOut);
  for (std::size_t blockRows : {1, 3}) {
    const Seen seen = read(spec, schema(), blockRows, leavesOut);
    // What was read ahead of a fault differs.
    const bool isSame = expected.errors.empty()
                            ? seen == expected
                            : seen.errors == expected.errors && seen.cells == expected.cells;
    fuzz::require(isSame,
                  fmt::format("blocks of {} rows: {} rows and {} left out, not {} and {}\n{}{}",
                              blockRows, seen.rows, seen.leftOut, expected.rows, expected.leftOut,
                              seen.errors, expected.errors));
  }
  return 0;
}

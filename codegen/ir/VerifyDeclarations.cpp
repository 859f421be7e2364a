#include "codegen/ir/Layout.h"
#include "codegen/ir/VerifierParts.h"

#include <algorithm>
#include <functional>
#include <set>

namespace bough::ir {

namespace {

class DeclarationVerifier {
public:
  DeclarationVerifier(const Program &program, DiagnosticEngine &diagnostics)
      : program_(program), diagnostics_(diagnostics) {}

  void run() {
    checkNames("stream", program_.streams);
    checkNames("result", program_.results);
    checkNames("table", program_.tables);
    checkNames("dictionary", program_.dictionaries);
    checkNames("synopsis", program_.synopses);
    checkNames("buffer", program_.buffers);
    for (const Stream &stream : program_.streams)
      checkStream(stream);
    for (const Result &result : program_.results)
      checkColumns("result", result.name, result.columns);
    for (const Table &table : program_.tables)
      checkTable(table);
    for (const Dictionary &dictionary : program_.dictionaries)
      checkDictionary(dictionary);
    for (const Synopsis &synopsis : program_.synopses)
      checkSynopsis(synopsis);
    for (const Buffer &buffer : program_.buffers)
      checkBuffer(buffer);
    if (program_.shedTypes > maximumShedTypes)
      diagnostics_.report(diag::irShedderTypes, {}, maximumShedTypes,
                          std::int64_t{program_.shedTypes});
    if (isSound_ && !computeLayout(program_))
      diagnostics_.report(diag::irStateTooLarge, {});
  }

private:
  // Declarations have no place in the SQL text, so their errors name them instead.
  void fail(std::string_view kind, std::string_view name, std::string_view why) {
    isSound_ = false;
    diagnostics_.report(diag::irDeclaration, {}, kind, name, why);
  }

  template <typename Table> void checkNames(std::string_view kind, const Table &table) {
    std::set<std::string_view> names;
    for (const auto &entry : table)
      if (!names.insert(entry.name).second)
        diagnostics_.report(diag::irDefinedTwice, {}, kind, entry.name);
  }

  template <typename Columns>
  void checkColumns(std::string_view kind, std::string_view name, const Columns &columns) {
    for (const auto &column : columns)
      if (column.type != ValueType::I64 && column.type != ValueType::Time)
        fail(kind, name, "a column is neither i64 nor time");
  }

  void checkStream(const Stream &stream) {
    checkColumns("stream", stream.name, stream.columns);
    auto times = std::count_if(stream.columns.begin(), stream.columns.end(),
                               [](const auto &column) { return column.type == ValueType::Time; });
    if (times != 1)
      fail("stream", stream.name, "exactly one column must be a time");
    else if (stream.timestampColumn >= stream.columns.size() ||
             stream.columns[stream.timestampColumn].type != ValueType::Time)
      fail("stream", stream.name, "the timestamp column is not the time column");
  }

  void checkTable(const Table &table) {
    checkColumns("table", table.name, table.columns);
    if (std::ranges::find(program_.buffers, table.name, &Buffer::name) != program_.buffers.end())
      fail("table", table.name, "a buffer has the same name");
    if (!std::ranges::is_sorted(table.rows))
      fail("table", table.name, "the rows do not ascend");
    if (std::ranges::any_of(table.rows,
                            [&](auto &row) { return row.size() != table.columns.size(); }))
      fail("table", table.name, "a row has not one cell for each column");
  }

  void checkDictionary(const Dictionary &dictionary) {
    const std::vector<std::int64_t> &values = dictionary.values;
    if (values.empty())
      fail("dictionary", dictionary.name, "there is no value");
    if (std::ranges::adjacent_find(values, std::ranges::greater_equal()) != values.end())
      fail("dictionary", dictionary.name, "the values do not ascend");
  }

  void checkSynopsis(const Synopsis &synopsis) {
    for (const SynopsisKey &key : synopsis.keys)
      checkKey(synopsis, key);
    if (synopsis.capacity && (*synopsis.capacity < 1 || *synopsis.capacity > maximumCapacity))
      fail("synopsis", synopsis.name,
           fmt::format("the capacity must be in 1..{}", maximumCapacity));
    if (synopsis.index)
      checkIndex(synopsis);
    auto times = std::ranges::count_if(synopsis.keys, [](auto &key) { return key.isTime(); });
    if (synopsis.totals &&
        (times != 1 || synopsis.isSparse() || synopsis.value != ValueKind::Count))
      fail("synopsis", synopsis.name, "totals need counts, exactly one time key and no capacity");
    if (synopsis.value == ValueKind::Sum && (times != 0 || synopsis.isSparse()))
      fail("synopsis", synopsis.name, "sums have neither time keys nor a capacity");
  }

  void checkIndex(const Synopsis &synopsis) {
    if (!synopsis.isSparse())
      fail("synopsis", synopsis.name, "an index needs a capacity");
    std::set<unsigned> seen;
    for (unsigned key : *synopsis.index)
      if (key >= synopsis.keys.size())
        fail("synopsis", synopsis.name, "a key of the index does not exist");
      else if (synopsis.keys[key].isTime())
        fail("synopsis", synopsis.name,
             fmt::format("the index cannot have the time key '{}'", synopsis.keys[key].name));
      else if (!seen.insert(key).second)
        fail("synopsis", synopsis.name,
             fmt::format("the index has key '{}' twice", synopsis.keys[key].name));
  }

  void checkKey(const Synopsis &synopsis, const SynopsisKey &key) {
    if (key.kind == KeyKind::Any) {
      if (!synopsis.isSparse())
        fail("synopsis", synopsis.name,
             fmt::format("key '{}' without a range needs a capacity", key.name));
    } else if (key.hi < key.lo) {
      fail("synopsis", synopsis.name, fmt::format("the range of key '{}' is empty", key.name));
    } else if (key.isTime() && key.lo != 0) {
      fail("synopsis", synopsis.name,
           fmt::format("the ages of key '{}' must begin at 0", key.name));
    } else if (key.kind == KeyKind::Saturating && key.hi < 1) {
      fail("synopsis", synopsis.name, fmt::format("key '{}' must saturate at 1 or more", key.name));
    }
  }

  void checkBuffer(const Buffer &buffer) {
    checkColumns("buffer", buffer.name, buffer.columns);
    if (buffer.stream >= program_.streams.size())
      fail("buffer", buffer.name, "its stream does not exist");
    if (buffer.capacity < 1)
      fail("buffer", buffer.name, "the capacity must be at least 1");
  }

  const Program &program_;
  DiagnosticEngine &diagnostics_;
  bool isSound_ = true;
};

} // namespace

void verifyDeclarations(const Program &program, DiagnosticEngine &diagnostics) {
  DeclarationVerifier(program, diagnostics).run();
}

} // namespace bough::ir

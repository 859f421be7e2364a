#include "codegen/ir/Layout.h"
#include "codegen/ir/VerifierParts.h"

#include <algorithm>
#include <set>

namespace bough::ir {

namespace {

class DeclarationVerifier {
public:
  DeclarationVerifier(const Program &program, DiagnosticEngine &diagnostics)
      : program_(program), diagnostics_(diagnostics) {}

  void run() {
    checkNames("stream", program_.streams);
    checkNames("synopsis", program_.synopses);
    checkNames("buffer", program_.buffers);
    for (const Stream &stream : program_.streams)
      checkStream(stream);
    checkColumns("program", program_.name, program_.results);
    for (const Synopsis &synopsis : program_.synopses)
      for (const SynopsisKey &key : synopsis.keys)
        checkKey(synopsis, key);
    for (const Buffer &buffer : program_.buffers)
      checkBuffer(buffer);
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

  void checkKey(const Synopsis &synopsis, const SynopsisKey &key) {
    if (key.hi < key.lo)
      fail("synopsis", synopsis.name, fmt::format("the range of key '{}' is empty", key.name));
    else if (key.kind != KeyKind::Dense && key.lo != 0)
      fail("synopsis", synopsis.name,
           fmt::format("the ages of key '{}' must begin at 0", key.name));
    else if (key.kind == KeyKind::Saturating && key.hi < 1)
      fail("synopsis", synopsis.name, fmt::format("key '{}' must saturate at 1 or more", key.name));
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

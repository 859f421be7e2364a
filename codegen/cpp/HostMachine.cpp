#include "codegen/cpp/HostMachine.h"

#include "codegen/cpp/AbiText.h"
#include "codegen/cpp/HeaderPrinter.h"
#include "codegen/host/Files.h"
#include "codegen/host/Programs.h"
#include "codegen/host/SharedLibrary.h"
#include "codegen/ir/Layout.h"
#include "runtime/shedding/IngestKeeping.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

class HostMachine final : public Machine {
public:
  HostMachine(host::SharedLibrary library, std::uint64_t stateBytes, std::uint32_t shedTypes)
      : library_(std::move(library)), stateBytes_(stateBytes), shedTypes_(shedTypes) {}

  /// False when the library has not all functions; then its reason tells.
  bool find() {
    return library_.find("init", init_) && library_.find("ingest_block", block_) &&
           library_.find("ingest_mixed", mixed_) && library_.find("end", end_);
  }
  const host::SharedLibrary &library() const { return library_; }

  std::uint64_t stateBytes() const override { return stateBytes_; }
  void init(void *state) override { init_(state); }
  std::uint64_t ingestBlock(void *state, const bough_columns *streams, bough_sink *sink) override {
    return block_(state, streams, sink);
  }
  std::uint64_t ingestMixed(void *state, const bough_tagged_rows *rows, bough_sink *sink) override {
    return shedTypes_ != 0 ? ingestKeeping(*this, shedTypes_, state, *rows, sink)
                           : mixed_(state, rows, sink);
  }
  std::uint64_t ingestOffered(void *state, const bough_offered_rows *rows,
                              bough_sink *sink) override {
    return shedTypes_ != 0 ? mixed_(state, &rows->rows, sink)
                           : static_cast<std::uint64_t>(BOUGH_NO_ENTRY);
  }
  std::uint64_t end(void *state, bough_sink *sink) override { return end_(state, sink); }

private:
  host::SharedLibrary library_;
  std::uint64_t stateBytes_;
  std::uint32_t shedTypes_; ///< 0: it takes plain rows
  bough_init_fn init_ = nullptr;
  bough_ingest_block_fn block_ = nullptr;
  bough_ingest_mixed_fn mixed_ = nullptr;
  bough_end_fn end_ = nullptr;
};

/// What only a result's type can tell: a program has no units and ranges.
MachineSchema bareSchema(const ir::Program &program) {
  MachineSchema schema;
  for (const ir::Stream &stream : program.streams) {
    MachineStream &result = schema.streams.emplace_back();
    result.name = stream.name;
    result.columns.resize(stream.columns.size());
    result.timestampColumn = stream.timestampColumn;
  }
  for (const ir::Result &declared : program.results) {
    schema.results.push_back({static_cast<unsigned>(schema.queries.size()), declared.isDistinct});
    schema.queries.emplace_back().columns.resize(declared.columns.size());
  }
  return schema;
}

/// What CXX holds, or the first of c++, g++ and clang++ that is on PATH. Empty when there is none.
std::vector<std::string> hostCompiler() {
  std::vector<std::string> words = host::commandOf("CXX");
  for (const char *name : {"c++", "g++", "clang++"})
    if (words.empty() && !host::findProgram(name).empty())
      words = {name};
  return words;
}

/// The words of a compiler, those that matter: the first lines.
std::vector<DiagnosticNote> firstLines(const std::string &text) {
  constexpr std::size_t shown = 20;
  std::vector<DiagnosticNote> notes;
  for (std::size_t begin = 0; begin < text.size() && notes.size() < shown;) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    notes.push_back({text.substr(begin, end - begin), {}});
    begin = end + 1;
  }
  return notes;
}

} // namespace

std::unique_ptr<Machine> makeHostMachine(const ir::Program &program, unsigned optLevel,
                                         DiagnosticEngine &diagnostics) {
  std::optional<ir::Layout> layout = ir::computeLayout(program);
  if (!layout)
    return nullptr; // a verified program has one
  cpp::HeaderOptions options;
  options.name = "bough_query";
  host::TemporaryFolder folder;
  if (!folder.write("query.h", cpp::printHeader(program, bareSchema(program), options)) ||
      !folder.write("query.cpp", cpp::printShim(program, options, "query.h")) ||
      !folder.write("Abi.h", cpp::abiText)) {
    diagnostics.reportIn(nullptr, diag::hostFolderNotWritten, {}, folder.base().string(),
                         folder.reason());
    return nullptr;
  }

  std::vector<std::string> words = hostCompiler();
  if (words.empty()) {
    diagnostics.reportIn(nullptr, diag::hostCompilerMissing, {},
                         "CXX is not set, and there is none of c++, g++ and clang++ on PATH");
    return nullptr;
  }
  std::string compiler = words.front(), library = folder.file("query.so");
  for (const std::string &word :
       {std::string("-std=c++17"), fmt::format("-O{}", optLevel), std::string("-fPIC"),
        // Else programs of one name in one process share their tables: g++ makes them unique.
        std::string("-fvisibility=hidden"), std::string("-shared"), std::string("-o"), library,
        folder.file("query.cpp")})
    words.push_back(word);
  const host::ProgramEnd end = host::runProgram(words);
  if (!end.status || end.status == 127) {
    diagnostics.reportIn(nullptr, diag::hostCompilerMissing, {},
                         fmt::format("'{}': {}", compiler, end.status ? "not found" : end.output));
    return nullptr;
  }
  if (!end.isSuccess()) {
    diagnostics.reportIn(nullptr, diag::hostCompilerFailed, {}, compiler, program.name).notes =
        firstLines(end.output);
    return nullptr;
  }

  auto machine =
      std::make_unique<HostMachine>(host::SharedLibrary(library), layout->bytes, program.shedTypes);
  if (!machine->find()) {
    diagnostics.reportIn(nullptr, diag::hostCodeNotLoaded, {}, program.name,
                         machine->library().reason());
    return nullptr;
  }
  return machine;
}

} // namespace bough

#include "analysis/Explain.h"
#include "codegen/Pipeline.h"
#include "codegen/cpp/HeaderPrinter.h"
#include "codegen/ir/Parser.h"
#include "codegen/ir/Verifier.h"
#include "codegen/lower/Schema.h"
#include "runtime/OutputFile.h"
#include "tools/bind/Formatter.h"
#include "tools/bough/Commands.h"
#include "tools/bough/MemoryTable.h"
#include "tools/bough/QueryOptions.h"
#include "tools/bough/ReadSource.h"

#include <filesystem>
#include <unistd.h>

namespace bough::tool {

namespace {

constexpr int success = 0;
constexpr int rejectedStatus = 1;
constexpr int errorStatus = 2;

struct Options {
  std::string file;
  std::string output;
  std::string name;
  std::size_t batchRows = 16;
  QueryOptions query;
  std::optional<std::uint64_t> maxBytes;

  bool isProgram() const { return std::filesystem::path(file).extension() == ".bir"; }
};

/// What a header is made of.
struct Query {
  ir::Program program;
  MachineSchema schema;
  std::shared_ptr<const Source> sql; ///< null for a program: its ranges are in another text
};

std::optional<Query> readProgram(std::shared_ptr<const Source> source, const Options &options,
                                 DiagnosticEngine &diagnostics) {
  if (!refuseQueryOptions(options.query, source->name(), diagnostics))
    return std::nullopt;
  std::optional<ir::Program> program = ir::parse(std::move(source), diagnostics);
  if (!program || !ir::verify(*program, diagnostics))
    return std::nullopt;
  MachineSchema schema = schemaOf(*program);
  return Query{std::move(*program), std::move(schema), nullptr};
}

std::optional<Query> compile(std::shared_ptr<const Source> source, const Options &options,
                             DiagnosticEngine &diagnostics, bool &isRejected) {
  if (refuseProgram(*source, diagnostics))
    return std::nullopt;
  std::optional<Plan> plan = preparePlan(source, options.query, diagnostics);
  if (!plan)
    return std::nullopt;
  std::optional<Compilation> compilation =
      compilePlan(std::move(*plan), PassOptions(), diagnostics);
  if (!compilation)
    return std::nullopt;
  if (compilation->analysis.verdict != Verdict::Bounded) {
    reportRejections(compilation->plan, compilation->analysis, {}, diagnostics);
    isRejected = true;
    return std::nullopt;
  }
  MachineSchema schema = schemaOf(compilation->plan);
  return Query{std::move(*compilation->program), std::move(schema), std::move(source)};
}

std::string headerOf(const Query &query, const Options &options) {
  cpp::HeaderOptions header;
  std::string stem = std::filesystem::path(options.file).stem().string();
  header.name = cpp::namespaceName(!options.name.empty() ? options.name
                                   : options.file == "-" ? "query"
                                                         : stem);
  header.sql = query.sql;
  header.memoryTable = memoryTable(query.program, *ir::computeLayout(query.program), query.schema);
  header.batchRows = options.batchRows;
  return cpp::printHeader(query.program, query.schema, header);
}

bool write(const std::string &text, const std::string &path, DiagnosticEngine &diagnostics) {
  bool isStandard = path.empty() || path == "-";
  OutputFile file = isStandard ? OutputFile(STDOUT_FILENO) : OutputFile(path);
  file.write(text);
  if (file.flush() || file.state() == OutputFile::State::Closed)
    return true;
  diagnostics.reportIn(nullptr, diag::headerNotWritten, {},
                       isStandard ? "" : fmt::format(" to '{}'", path), file.reason());
  return false;
}

int emit(const Options &options) {
  DiagnosticEngine reading;
  std::shared_ptr<const Source> source = readSource(options.file, reading);
  printDiagnostics(reading);
  if (source == nullptr)
    return errorStatus;
  DiagnosticEngine diagnostics(source);
  bool isRejected = false;
  std::optional<Query> query = options.isProgram()
                                   ? readProgram(source, options, diagnostics)
                                   : compile(source, options, diagnostics, isRejected);
  if (query && !checkMaxBytes(query->program, query->schema, options.maxBytes, diagnostics)) {
    isRejected = true;
    query.reset();
  }
  bool isWritten = false;
  if (query)
    isWritten = write(bind::formatHeader(headerOf(*query, options), diagnostics), options.output,
                      diagnostics);
  printDiagnostics(diagnostics);
  return isWritten ? success : isRejected ? rejectedStatus : errorStatus;
}

} // namespace

void addEmit(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand("emit", "Write a query as a C++ header");
  command
      ->add_option("query", options->file,
                   "SQL file, - for standard input, or a program of the IR (.bir)")
      ->required();
  command->add_option("-o,--output", options->output, "FILE in place of standard output");
  command->add_option("--namespace", options->name,
                      "The namespace; without it the file's name, or `query`");
  command
      ->add_option("--batch-rows", options->batchRows,
                   "Rows of one time that Machine::on holds, of each stream without "
                   "max_per_timestamp")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
      ->capture_default_str();
  addQueryOptions(*command, options->query);
  addMaxBytes(*command, options->maxBytes);
  command->footer(
      "The header needs C++17 and nothing but the standard library.\n"
      "Exit status: 0 success, 1 the query is not bounded or above --max-bytes, 2 error.\n\n"
      "Examples:\n"
      "  bough emit test/examples/worked-example.sql -o worked_example.h\n"
      "  bough emit test/examples/worked-example.sql --namespace=counters");
  command->callback([options, &exitStatus] { exitStatus = emit(*options); });
}

} // namespace bough::tool

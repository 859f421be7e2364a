#include "codegen/cpp/HeaderPrinter.h"
#include "runtime/OutputFile.h"
#include "tools/bind/Formatter.h"
#include "tools/bough/BindOption.h"
#include "tools/bough/Commands.h"
#include "tools/bough/Engines.h"
#include "tools/bough/MemoryTable.h"
#include "tools/bough/ReadSource.h"

#include <filesystem>
#include <unistd.h>

namespace bough::tool {

namespace {

struct Options {
  std::string file;
  std::string output;
  std::string name;
  std::size_t batchRows = 16;
  EngineRequest request;
  BindRequest bind;
};

bool isStandard(const std::string &output) { return output.empty() || output == "-"; }

/// Empty, with diagnostics, when the structs of --bind do not fit.
std::optional<std::string> headerOf(const CompiledQuery &query, const Options &options,
                                    std::shared_ptr<const Source> source,
                                    DiagnosticEngine &diagnostics) {
  std::optional<emit::Binding> binding = readBinding(query.schema, options.bind, diagnostics);
  if (!binding)
    return std::nullopt;
  cpp::HeaderOptions header;
  std::string stem = std::filesystem::path(options.file).stem().string();
  header.name = cpp::namespaceName(!options.name.empty() ? options.name
                                   : options.file == "-" ? "query"
                                                         : stem);
  if (!options.request.isProgram) // whose ranges are in another text
    header.sql = std::move(source);
  header.memoryTable = stateTable(query.program, *ir::computeLayout(query.program));
  header.batchRows = options.batchRows;
  header.shedModel = query.shedModel.get();
  // The path is written as a compiler looks for it: from the folder of the header.
  if (const std::filesystem::path folder = std::filesystem::path(options.output).parent_path();
      !folder.empty())
    for (emit::StructBinding &each : binding->structs)
      if (const std::filesystem::path path = each.header; path.is_relative())
        each.header = std::filesystem::proximate(path, folder).generic_string();
  header.binding = std::move(*binding);
  return cpp::printHeader(query.program, query.schema, header);
}

bool write(const std::string &text, const std::string &path, DiagnosticEngine &diagnostics) {
  OutputFile file = isStandard(path) ? OutputFile(STDOUT_FILENO) : OutputFile(path);
  file.write(text);
  if (file.flush() || file.state() == OutputFile::State::Closed)
    return true;
  diagnostics.reportIn(nullptr, diag::headerNotWritten, {},
                       isStandard(path) ? "" : fmt::format(" to '{}'", path), file.reason());
  return false;
}

int emit(Options &options) {
  return useQuery(options.file, [&](const QueryText &text, DiagnosticEngine &diagnostics) {
    options.request.isProgram = text.isProgram;
    bool isRejected = false, isWritten = false;
    if (isSameFile(options.output, options.file) ||
        isSameFile(options.output, options.bind.header)) {
      diagnostics.reportIn(nullptr, diag::headerNotWritten, {},
                           fmt::format(" to '{}'", options.output), overwritesInput);
      return outcomeOf(false, false);
    }
    if (std::optional<CompiledQuery> query =
            compileText(text.source, options.request, diagnostics, isRejected))
      if (std::optional<std::string> header = headerOf(*query, options, text.source, diagnostics))
        isWritten = write(bind::formatHeader(*header, diagnostics), options.output, diagnostics);
    return outcomeOf(isWritten, isRejected);
  });
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
  command->add_option(
      "--namespace", options->name,
      "The namespace, made an identifier; without it the name of the query's file, or `query`");
  command
      ->add_option("--batch-rows", options->batchRows,
                   "Rows of one time that Machine::on holds, of each stream without "
                   "max_per_timestamp")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
      ->capture_default_str();
  addQueryOptions(*command, options->request.query);
  addMaxBytes(*command, options->request.maxBytes);
  command->add_option("--shed", options->request.shedModel,
                      "MODEL of `bough train`: the header has what drops the rows that matter "
                      "least, class LoadShedder");
  addBindOption(*command, options->bind, ", and rows of what is written");
  command->footer(
      "The header needs C++17 and nothing but the standard library.\n"
      "Exit status: 0 success, 1 the query is not bounded or above --max-bytes, 2 error.\n\n"
      "Examples:\n"
      "  bough emit test/examples/worked-example.sql -o worked_example.h\n"
      "  bough emit test/examples/worked-example.sql --namespace=counters\n"
      "  bough train test/examples/payments.sql --input login=test/examples/login.csv \\\n"
      "      --input payment=test/examples/payment.csv -o payments.model --quiet\n"
      "  bough emit test/examples/payments.sql --shed payments.model -o payments.h");
  command->callback([options, &exitStatus] { exitStatus = emit(*options); });
}

} // namespace bough::tool

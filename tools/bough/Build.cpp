#include "codegen/object/Files.h"
#include "codegen/object/Header.h"
#include "tools/bough/Commands.h"
#include "tools/bough/Engines.h"
#include "tools/bough/MemoryTable.h"
#include "tools/bough/ReadSource.h"

#include <filesystem>

namespace bough::tool {

namespace {

struct Options {
  std::string file;
  std::string output;
  std::string header; ///< empty: beside the output
  std::string prefix; ///< empty: from the query
  std::string cpu;
  EngineRequest request;

  bool isLibrary() const { return std::filesystem::path(output).extension() == ".so"; }
  std::string headerPath() const {
    return header.empty() ? std::filesystem::path(output).replace_extension(".h").string() : header;
  }
};

/// What does not depend on the query.
bool checkOptions(const Options &options, DiagnosticEngine &diagnostics) {
  if (const std::string extension = std::filesystem::path(options.output).extension();
      extension != ".o" && extension != ".so") {
    diagnostics.reportIn(nullptr, diag::outputKindUnknown, {}, options.output);
    return false;
  }
  if (!options.prefix.empty() && !isPrefix(options.prefix)) {
    diagnostics.reportIn(nullptr, diag::prefixMalformed, {}, options.prefix);
    return false;
  }
  for (const std::string &path : {options.output, options.headerPath()})
    if (isSameFile(path, options.file)) {
      diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, path, overwritesInput);
      return false;
    }
  // A name that nobody has given must not cost anybody a file.
  if (const std::string path = options.headerPath();
      options.header.empty() && !isFreeForHeader(path)) {
    diagnostics.reportIn(nullptr, diag::headerOfAnother, {}, path);
    return false;
  }
  return true;
}

/// The name of the only query, else of the file.
std::string choosePrefix(const Options &options, const MachineSchema &schema) {
  if (!options.prefix.empty())
    return options.prefix;
  if (schema.queries.size() == 1 && !schema.queries[0].name.empty())
    return prefixOf(schema.queries[0].name);
  return prefixOf(options.file == "-" ? "" : std::filesystem::path(options.file).stem().string());
}

bool emitFiles(const CompiledQuery &query, const Options &options, DiagnosticEngine &diagnostics) {
  const std::optional<ir::Layout> layout = ir::computeLayout(query.program);
  LlvmBackend *backend = loadLlvmBackend(diagnostics);
  if (!layout || backend == nullptr)
    return false;
  const ObjectInterface interface =
      nameInterface(query.program, *layout, query.schema, choosePrefix(options, query.schema));
  const unsigned optLevel = options.request.optLevel.value_or(suggestedOptLevel(query.program));
  std::string object = backend->objectFile(
      query.program, objectOptions(interface, query.schema, optLevel, options.cpu), diagnostics);
  if (!object.empty() && options.isLibrary())
    object = linkLibrary(object, diagnostics);
  if (object.empty())
    return false;
  const std::string header = options.headerPath();
  const HeaderComments comments{
      options.file == "-" ? "standard input"
                          : std::filesystem::path(options.file).filename().string(),
      std::filesystem::path(header).filename().string(), stateTable(query.program, *layout)};
  return writeFiles(
      {{options.output, std::move(object), options.isLibrary()},
       {header, printHeader(interface, query.program, *layout, query.schema, comments), false}},
      diagnostics);
}

int build(Options &options) {
  return useQuery(options.file, [&](const QueryText &text, DiagnosticEngine &diagnostics) {
    options.request.isProgram = text.isProgram;
    bool isRejected = false, isDone = false;
    if (checkOptions(options, diagnostics))
      if (std::optional<CompiledQuery> query =
              compileText(text.source, options.request, diagnostics, isRejected))
        isDone = emitFiles(*query, options, diagnostics);
    return outcomeOf(isDone, isRejected);
  });
}

} // namespace

void addBuild(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand(
      "build", "Compile a query to an object file or shared library with a C header");
  command
      ->add_option("query", options->file,
                   "SQL file, or a program of the IR (.bir); `-` is SQL on standard input")
      ->required();
  command
      ->add_option("-o,--output", options->output,
                   "Object file (.o), or shared library (.so), which needs a C compiler or lld")
      ->required();
  command->add_option(
      "--header", options->header,
      "The C header; without it beside the output, with the ending .h, unless there is "
      "a file of another origin");
  command->add_option("--prefix", options->prefix,
                      "Begin of all names in C; without it the name of the query or of its file");
  command->add_option("--target-cpu", options->cpu,
                      "LLVM's name of a processor, or native; without it every processor of the "
                      "architecture");
  addQueryOptions(*command, options->request.query);
  addMaxBytes(*command, options->request.maxBytes);
  command
      ->add_option("-O", options->request.optLevel,
                   "Optimisation by LLVM, 0 to 3; without it 2, or 0 for long programs")
      ->check(CLI::Range(0, 3));
  command->footer(
      "The header tells how to use it. CC names the C compiler that links shared libraries.\n"
      "Exit status: 0 success, 1 the query is not bounded or above --max-bytes, 2 error.\n\n"
      "Examples:\n"
      "  bough build test/examples/worked-example.sql -o example.o\n"
      "  bough build test/examples/worked-example.sql -o libexample.so --header example.h \\\n"
      "    --target-cpu=native");
  command->callback([options, &exitStatus] { exitStatus = build(*options); });
}

} // namespace bough::tool

#include "runtime/OutputFile.h"
#include "tools/bough/Commands.h"
#include "tools/bough/ReadSource.h"
#include "tools/bough/SyntheticRows.h"

#include <csignal>
#include <fmt/format.h>
#include <unistd.h>

namespace bough::tool {

namespace {

struct Options {
  std::string data;
  std::string output;
  std::uint64_t rows = 100000;
  std::uint64_t seed = 1;
};

int generate(const Options &options) {
  std::signal(SIGPIPE, SIG_IGN); // a reader that has gone is seen at the next write
  DiagnosticEngine diagnostics(nullptr);
  const SyntheticData &data = *findSyntheticData(options.data);
  const bool isStandard = options.output.empty() || options.output == "-";
  OutputFile file = isStandard ? OutputFile(STDOUT_FILENO) : OutputFile(options.output);
  file.write(syntheticHeader(data));
  writeSynthetic(data, options.rows, options.seed, [&](std::string_view row) {
    file.write(row);
    return file.isGood();
  });
  if (file.flush() || file.state() == OutputFile::State::Closed)
    return static_cast<int>(CommandOutcome::Done);
  diagnostics.reportIn(nullptr, diag::fileNotWritten, {},
                       isStandard ? "<standard output>" : options.output, file.reason());
  printDiagnostics(diagnostics);
  return static_cast<int>(CommandOutcome::Failed);
}

} // namespace

void addGenerate(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand("generate", "Write rows for trying out load shedding");
  std::vector<std::string> names;
  for (const SyntheticData &data : syntheticData())
    names.emplace_back(data.name);
  command
      ->add_option("data", options->data,
                   "ds1 to ds8 (types A to F, skewed less and less; ds1 to ds4 with a skewed "
                   "attribute as well), quotes, or soccer (DEBS 2013, without a header)")
      ->required()
      ->check(CLI::IsMember(names));
  command->add_option("-n,--rows", options->rows, "How many")->capture_default_str();
  command->add_option("--seed", options->seed, "Another seed gives other rows")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "FILE in place of standard output");
  command->footer("The same seed gives the same rows everywhere.\n\n"
                  "Example:\n"
                  "  bough generate ds5 --rows 1000 --seed 7 -o ds5.csv");
  command->callback([options, &exitStatus] { exitStatus = generate(*options); });
}

} // namespace bough::tool

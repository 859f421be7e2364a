#include "runtime/OutputFile.h"
#include "tools/bough/Commands.h"
#include "tools/bough/DebsRows.h"
#include "tools/bough/ReadSource.h"
#include "tools/bough/SyntheticRows.h"

#include <csignal>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace bough::tool {

namespace {

constexpr std::string_view converted = "debs"; ///< not made, but read from a file

struct Options {
  std::string data;
  std::string input, output;
  std::optional<std::uint64_t> rows;
  std::uint64_t seed = 1;
};

int generate(const Options &options) {
  std::signal(SIGPIPE, SIG_IGN); // a reader that has gone is seen at the next write
  DiagnosticEngine diagnostics(nullptr);
  const bool isConverted = options.data == converted;
  if (isConverted && isSameFile(options.output, options.input)) {
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, options.output, overwritesInput);
    printDiagnostics(diagnostics);
    return static_cast<int>(CommandOutcome::Failed);
  }
  const bool isStandard = options.output.empty() || options.output == "-";
  OutputFile file = isStandard ? OutputFile(STDOUT_FILENO) : OutputFile(options.output);
  bool isRead = true;
  if (isConverted) {
    file.write(debsHeader());
    std::uint64_t left = options.rows.value_or(~std::uint64_t{0});
    isRead = convertDebs(
        options.input,
        [&](std::string_view row) {
          if (left == 0)
            return false;
          file.write(row);
          return --left != 0 && file.isGood();
        },
        diagnostics);
  } else {
    const SyntheticData &data = *findSyntheticData(options.data);
    file.write(syntheticHeader(data));
    writeSynthetic(data, options.rows.value_or(100000), options.seed, [&](std::string_view row) {
      file.write(row);
      return file.isGood();
    });
  }
  const bool isWritten = file.flush() || file.state() == OutputFile::State::Closed;
  if (!isWritten)
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {},
                         isStandard ? "<standard output>" : options.output, file.reason());
  printDiagnostics(diagnostics);
  return static_cast<int>(isRead && isWritten ? CommandOutcome::Done : CommandOutcome::Failed);
}

} // namespace

void addGenerate(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand("generate", "Write rows for trying out load shedding");
  std::vector<std::string> names;
  for (const SyntheticData &data : syntheticData())
    names.emplace_back(data.name);
  names.emplace_back(converted);
  command
      ->add_option(
          "data", options->data,
          "ds1 to ds8 (types A to F, skewed less and less; ds1 to ds4 with a skewed "
          "attribute as well), quotes, quotes12 (of 12 symbols), soccer (DEBS 2013, without a "
          "header), or debs: --input with a header and each sensor's distance from the "
          "ball")
      ->required()
      ->check(CLI::IsMember(names));
  command->add_option("-i,--input", options->input,
                      "debs: FILE of 13 columns without a header, or - for standard input");
  command->add_option("-n,--rows", options->rows, "How many; else 100000, of debs all");
  command->add_option("--seed", options->seed, "Another seed gives other rows")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "FILE in place of standard output");
  command->footer("The same seed gives the same rows everywhere.\n\n"
                  "Example:\n"
                  "  bough generate ds5 --rows 1000 --seed 7 -o ds5.csv\n"
                  "  bough generate soccer | bough generate debs --input - -o positions.csv");
  command->callback([options, &exitStatus] {
    if (options->data == converted && options->input.empty())
      throw CLI::RequiredError("debs: --input");
    if (options->data != converted && !options->input.empty())
      throw CLI::ValidationError("--input", "only debs is read from a file");
    exitStatus = generate(*options);
  });
}

} // namespace bough::tool

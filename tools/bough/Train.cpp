#include "runtime/shedding/ShedModelFile.h"
#include "tools/bough/Commands.h"
#include "tools/bough/Console.h"
#include "tools/bough/RunReport.h"
#include "tools/bough/ShedOptions.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace bough::tool {

namespace {

struct Options {
  ShedOptions shedding;
  std::string shedder = "gspice-h";
  std::string output;
};

std::string describe(const TrainingReport &report, const ShedModel &model, std::size_t bytes) {
  std::string text = fmt::format("rows          {} of {} types, {} contributed\n", report.rows,
                                 model.features.typeCount(), report.contributing);
  text += fmt::format("matches       {}", report.matches);
  if (report.excluded != 0)
    text += fmt::format(", and {} that a NOT prevented", report.excluded);
  text += fmt::format("\ncombinations  {} of type, frequencies and attributes; {} with the hash of "
                      "another\n",
                      report.observations.combinations, report.observations.collisions);
  return text + fmt::format("model         {}, {} bytes\n", nameOf(model.kind), bytes);
}

CommandOutcome train(const QueryText &text, Options &options, DiagnosticEngine &diagnostics) {
  if (isSameFile(options.output, options.shedding.file)) {
    diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, options.output, overwritesInput);
    return CommandOutcome::Failed;
  }
  for (const std::string &input : options.shedding.inputs) {
    // STREAM=FILE, or FILE:stream=COLUMN.
    const std::string path = input.substr(input.find('=') + 1);
    const std::string mixed = input.substr(0, std::min(input.rfind(":stream="), input.size()));
    if (isSameFile(options.output, path) || isSameFile(options.output, mixed)) {
      diagnostics.reportIn(nullptr, diag::fileNotWritten, {}, options.output, overwritesInput);
      return CommandOutcome::Failed;
    }
  }
  options.shedding.training.kinds = {*shedKindOf(options.shedder)};
  const std::optional<ShedInput> input = prepareShedding(text, options.shedding, diagnostics);
  if (!input)
    return CommandOutcome::Failed;
  ProgressBar bar;
  std::function<void(std::uint64_t)> progress;
  if (!options.shedding.quiet && ::isatty(STDERR_FILENO) != 0)
    progress = [&](std::uint64_t done) { bar.show({done, input->rows.size(), done}); };
  TrainingReport report;
  const std::optional<std::vector<ShedModel>> models =
      trainModels(input->rowPlan, input->schema, input->rows, queryHash(input->plan),
                  options.shedding.training, progress, report, diagnostics);
  bar.clear();
  if (!models || !writeShedModel(models->front(), options.output, diagnostics))
    return CommandOutcome::Failed;
  if (!options.shedding.quiet)
    writeError(describe(report, models->front(), shedModelBytes(models->front()).size()));
  return CommandOutcome::Done;
}

} // namespace

void addTrain(CLI::App &app, int &exitStatus) {
  auto options = std::make_shared<Options>();
  CLI::App *command =
      app.add_subcommand("train", "Learn which rows of a query's inputs matter, to shed load");
  addShedOptions(*command, options->shedding);
  command->add_option("-o,--output", options->output, "The model's FILE")->required();
  command
      ->add_option("--shedder", options->shedder,
                   "gspice-h (a table, default), gspice-t (a tree), gspice-f (trees), or the "
                   "baselines espice, bl, random")
      ->check(CLI::IsMember({"gspice-h", "gspice-t", "gspice-f", "espice", "bl", "random"}));
  command
      ->add_option(
          "--horizon", options->shedding.horizon,
          "For patterns without WITHIN: a match is learned from when it has at most so many "
          "rows of their streams from its first to its last")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
  command->footer(
      "Queries have to be FROM PATTERN, whose matches name their rows. What a row contributes to "
      "is\n"
      "found by definition, on rows of the past; a row of a NOT counts for what it prevents.\n"
      "Exit status: 0 success, 2 error.\n\n"
      "Example:\n"
      "  bough train test/examples/payments.sql --input login=test/examples/login.csv \\\n"
      "      --input payment=test/examples/payment.csv -o payments.model");
  command->callback([options, &exitStatus] {
    exitStatus =
        useQuery(options->shedding.file, [&](const QueryText &text, DiagnosticEngine &diagnostics) {
          return train(text, *options, diagnostics);
        });
  });
}

} // namespace bough::tool

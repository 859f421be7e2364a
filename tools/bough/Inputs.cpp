#include "tools/bough/Inputs.h"

#include "runtime/Names.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace bough::tool {

namespace {

constexpr std::string_view mixedMark = ":stream";

/// The path and the column of FILE:stream=COLUMN.
std::optional<InputSpec> parseMixed(const std::string &option) {
  std::size_t equals = option.rfind('=');
  if (equals == std::string::npos || equals < mixedMark.size())
    return std::nullopt;
  std::string_view left = std::string_view(option).substr(0, equals);
  if (!left.ends_with(mixedMark) || left.size() == mixedMark.size() || equals + 1 == option.size())
    return std::nullopt;
  InputSpec spec;
  spec.path = left.substr(0, left.size() - mixedMark.size());
  spec.kindColumn = option.substr(equals + 1);
  spec.format = formatOfName(spec.path);
  return spec;
}

std::optional<unsigned> findStream(const MachineSchema &schema, std::string_view name,
                                   bool isTable = false) {
  for (unsigned s = 0; s < schema.streams.size(); ++s)
    if (schema.streams[s].hasTimestamp() != isTable && equalNames(schema.streams[s].name, name))
      return s;
  return std::nullopt;
}

/// The character that a separator's name stands for: `tab`, or a character that neither a value
/// without quotes nor a quote begins with or has inside.
char parseSeparator(const std::string &name) {
  constexpr std::string_view others = ",;|^~!#$%&*/=?@\t";
  if (name == "tab" || name == "\\t")
    return '\t';
  if (name.size() != 1 || others.find(name[0]) == std::string_view::npos)
    throw CLI::ValidationError(
        "--csv-separator", fmt::format("'{}' cannot separate fields; tab and ; and | can", name));
  return name[0];
}

} // namespace

void addInputOptions(CLI::App &command, InputOptions &options) {
  command
      .add_option_function<std::string>(
          "--input-format",
          [&options](const std::string &name) {
            options.format = name == "json" ? InputFormat::Json : InputFormat::Csv;
          },
          "csv or json (an object on each line), of all inputs; without it json for files that "
          "end in .jsonl or .ndjson (or these with .gz or .zst), else csv")
      ->check(CLI::IsMember({"csv", "json"}));
  command.add_option_function<std::string>(
      "--csv-separator",
      [&options](const std::string &name) { options.csv.separator = parseSeparator(name); },
      "Between fields of CSV inputs in place of the comma: tab, ';', '|' and the like");
  command.add_flag_callback(
      "--csv-no-header", [&options] { options.csv.hasHeader = false; },
      "CSV inputs begin with a row; columns are in their declared order");
}

void applyInputOptions(const InputOptions &options, std::vector<InputSpec> &inputs) {
  for (InputSpec &input : inputs) {
    input.format = options.format.value_or(input.format);
    input.csv = options.csv;
  }
}

std::optional<std::vector<InputSpec>> resolveInputs(const std::vector<std::string> &options,
                                                    const MachineSchema &schema, bool isInputTaken,
                                                    DiagnosticEngine &diagnostics) {
  std::vector<InputSpec> specs;
  bool good = true;
  for (const std::string &option : options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == option.size()) {
      diagnostics.reportIn(nullptr, diag::inputMalformed, {}, option);
      good = false;
      continue;
    }
    // A declared stream before the first `=` decides, so a path may hold anything.
    const std::string name = option.substr(0, equals);
    if (std::optional<unsigned> stream = findStream(schema, name)) {
      InputSpec spec;
      spec.path = option.substr(equals + 1);
      spec.stream = *stream;
      spec.format = formatOfName(spec.path);
      if (schema.streams[*stream].used)
        specs.push_back(std::move(spec));
      else
        diagnostics.reportIn(nullptr, diag::inputNotUsed, {}, schema.streams[*stream].name,
                             spec.displayName());
    } else if (std::optional<InputSpec> mixed = parseMixed(option)) {
      specs.push_back(std::move(*mixed));
    } else {
      std::vector<std::string> names;
      for (const MachineStream &s : schema.streams)
        if (s.hasTimestamp())
          names.push_back(s.name);
      diagnostics.reportIn(nullptr, diag::inputStreamUnknown, {}, option, name,
                           findStream(schema, name, true)
                               ? fmt::format("; it is a table: use --table {}=FILE", name)
                               : suggestName(name, names));
      good = false;
    }
  }
  bool anyMixed = std::any_of(specs.begin(), specs.end(),
                              [](const InputSpec &spec) { return !spec.kindColumn.empty(); });
  for (unsigned s = 0; s < schema.streams.size() && !anyMixed; ++s) {
    bool given = std::any_of(specs.begin(), specs.end(),
                             [&](const InputSpec &spec) { return spec.stream == s; });
    if (!schema.streams[s].used || given)
      continue;
    const std::string &name = schema.streams[s].name;
    diagnostics.reportIn(nullptr, diag::inputMissing, {}, name,
                         fmt::format("; add --input {}=FILE", name));
    good = false;
  }
  if (std::count_if(specs.begin(), specs.end(), [](const InputSpec &spec) {
        return spec.path == "-";
      }) > (isInputTaken ? 0 : 1)) {
    diagnostics.reportIn(nullptr, diag::standardInputTwice, {});
    good = false;
  }
  return good ? std::optional(std::move(specs)) : std::nullopt;
}

} // namespace bough::tool

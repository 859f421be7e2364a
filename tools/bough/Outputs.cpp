#include "tools/bough/Outputs.h"

#include "runtime/Names.h"
#include "tools/bough/ReadSource.h"

#include <algorithm>
#include <unistd.h>

namespace bough::tool {

namespace {

/// One --output option.
struct Target {
  std::optional<unsigned> query; ///< none for the rows that have no file of their own
  std::string path;
};

/// A declared query before the first `=` decides, so a path may hold anything; but what looks like
/// a name should be one.
std::optional<Target> resolve(const std::string &option, const MachineSchema &schema,
                              DiagnosticEngine &diagnostics) {
  const std::size_t equals = option.find('=');
  const std::string name = option.substr(0, std::min(equals, option.size()));
  std::vector<std::string> names;
  for (const MachineQuery &query : schema.queries)
    if (!query.name.empty())
      names.push_back(query.name);
  if (equals == std::string::npos)
    return Target{std::nullopt, option};
  for (unsigned q = 0; q < schema.queries.size(); ++q)
    if (equalNames(schema.queries[q].name, name))
      return Target{q, option.substr(equals + 1)};
  if (name.find_first_of("./") != std::string::npos)
    return Target{std::nullopt, option};
  diagnostics.reportIn(nullptr, diag::outputUnknown, {}, option, name, suggestName(name, names));
  return std::nullopt;
}

} // namespace

std::optional<Outputs> openOutputs(const std::vector<std::string> &options,
                                   const MachineSchema &schema,
                                   const std::vector<std::string> &inputs,
                                   DiagnosticEngine &diagnostics) {
  Outputs outputs;
  outputs.ofQueries.resize(schema.queries.size());
  std::vector<Target> targets;
  for (const std::string &option : options) {
    std::optional<Target> target = resolve(option, schema, diagnostics);
    if (!target)
      return std::nullopt;
    for (const std::string &input : inputs)
      if (isSameFile(target->path, input)) {
        diagnostics.reportIn(nullptr, diag::resultsNotWritten, {},
                             fmt::format(" to '{}'", target->path), overwritesInput);
        return std::nullopt;
      }
    for (const Target &other : targets) {
      if (other.path == target->path) {
        diagnostics.reportIn(nullptr, diag::outputTwice, {},
                             fmt::format("'{}' is written", target->path));
        return std::nullopt;
      }
      if (other.query == target->query) {
        diagnostics.reportIn(nullptr, diag::outputTwice, {},
                             target->query ? fmt::format("query '{}' is written",
                                                         schema.queries[*target->query].name)
                                           : "standard output is replaced");
        return std::nullopt;
      }
    }
    targets.push_back(std::move(*target));
  }
  OutputFile *rest = nullptr;
  for (const Target &target : targets) {
    outputs.files.push_back(std::make_unique<OutputFile>(target.path));
    OutputFile *file = outputs.files.back().get();
    if (!file->isGood()) {
      diagnostics.reportIn(nullptr, diag::resultsNotWritten, {},
                           fmt::format(" to '{}'", target.path), file->reason());
      return std::nullopt;
    }
    if (target.query)
      outputs.ofQueries[*target.query] = {file, false};
    else
      rest = file;
  }
  for (QueryOutput &output : outputs.ofQueries) {
    if (output.file != nullptr)
      continue;
    if (rest == nullptr) {
      outputs.files.push_back(std::make_unique<OutputFile>(STDOUT_FILENO));
      outputs.usesStandardOutput = true;
      rest = outputs.files.back().get();
    }
    output = {rest, schema.queries.size() > 1};
  }
  return outputs;
}

} // namespace bough::tool

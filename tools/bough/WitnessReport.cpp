#include "tools/bough/WitnessReport.h"

#include "codegen/lower/Schema.h"
#include "runtime/OutputFile.h"
#include "tools/bough/CellTexts.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace bough::tool {

namespace {

using Role = FamilyRow::Role;
using Row = std::vector<std::int64_t>;

std::string toText(Multiplicity count) {
  return fmt::format("{}", static_cast<std::uint64_t>(count));
}

std::string_view roleName(Role role) {
  switch (role) {
  case Role::Always:
    return "always";
  case Role::Chosen:
    return "chosen";
  case Role::Suffix:
    return "suffix";
  }
  return "";
}

/// A name as part of a file's name.
std::string fileName(std::string_view name) {
  std::string text;
  for (char c : name)
    text += c == '/' ? "%2F" : c == '%' ? "%25" : std::string(1, c);
  return text;
}

/// Everything that a report shows of a witness.
class WitnessReport {
public:
  WitnessReport(const Plan &plan, const Analysis &analysis, const Witness &witness)
      : plan_(plan), analysis_(analysis), witness_(witness), family_(witness.family),
        schema_(schemaOf(plan)), texts_(schema_),
        // It was replayed before, so nothing is missing.
        outputs_(replayFamily(plan, family_, witness.k).value_or(FamilyOutputs{})) {}

  std::string text() const;
  nlohmann::json json() const;
  bool write(const std::string &folder, DiagnosticEngine &diagnostics) const;

private:
  /// A row of the result that suffix i adds after all chosen rows, or after all but those of i, so
  /// many times.
  struct Change {
    unsigned i = 0;
    unsigned query = 0;
    Row row; ///< time, then cells
    Multiplicity with = 0, without = 0;
  };

  std::uint64_t everything() const { return (std::uint64_t{1} << witness_.k) - 1; }
  std::vector<Change> changes() const;
  std::string cellRule(const FamilyRow &row, unsigned column) const;
  std::string rowText(unsigned query, const Row &row) const;
  std::string attribute() const;
  std::string chosenText(std::uint64_t chosen) const;
  bool writeFile(const std::string &path, const std::string &text,
                 DiagnosticEngine &diagnostics) const;
  std::string inputCsv(unsigned stream, const std::vector<ReplayRow> &rows) const;
  std::string outputCsv(unsigned query) const;

  const Plan &plan_;
  const Analysis &analysis_;
  const Witness &witness_;
  const Family &family_;
  MachineSchema schema_;
  CellTexts texts_;
  FamilyOutputs outputs_;
};

std::vector<WitnessReport::Change> WitnessReport::changes() const {
  std::vector<Change> list;
  for (unsigned i = 1; i <= witness_.k; ++i) {
    const Replay &with = outputs_.added[everything()][i - 1];
    const Replay &without = outputs_.added[everything() & ~(std::uint64_t{1} << (i - 1))][i - 1];
    for (unsigned query = 0; query < with.results.size(); ++query) {
      std::map<Row, Change> merged;
      for (const auto &[row, count] : with.results[query])
        merged[row] = {i, query, row, count, 0};
      for (const auto &[row, count] : without.results[query]) {
        Change &change = merged.try_emplace(row, Change{i, query, row, 0, 0}).first->second;
        change.without = count;
      }
      for (const auto &[row, change] : merged)
        if (change.with != change.without)
          list.push_back(change);
    }
  }
  return list;
}

std::string WitnessReport::attribute() const {
  const Rejection &rejection = analysis_.rejections[witness_.rejection];
  return attributeName(plan_, plan_.branches[rejection.branch], rejection.attribute);
}

/// "100*i + 7", or the value that is the same for all i.
std::string WitnessReport::cellRule(const FamilyRow &row, unsigned column) const {
  const MachineStream &stream = schema_.streams[row.stream];
  const bool isTime = column == stream.timestampColumn;
  std::int64_t cell = row.cells[column];
  if (isTime && row.role == Role::Suffix)
    cell += family_.delay * witness_.k;
  const std::string start = texts_.ofInput(stream, column, cell);
  if (row.step[column] == 0)
    return start;
  std::string moving = texts_.ofStep(stream, column, row.step[column]) + "*i";
  if (stream.columns[column].format.kind == CellFormat::Kind::Date)
    return fmt::format("{} + {} days", start, moving);
  if (isTime ? stream.shownTime(cell) == 0 : cell == 0)
    return moving;
  return start.starts_with('-') ? fmt::format("{} - {}", moving, start.substr(1))
                                : fmt::format("{} + {}", moving, start);
}

std::string WitnessReport::rowText(unsigned query, const Row &row) const {
  const MachineQuery &shown = schema_.queries[query];
  std::string text;
  for (std::size_t c = 0; c < shown.columns.size(); ++c)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", shown.columns[c].name,
                        texts_.ofResult(shown.columns[c], row[c + 1]));
  return shown.name.empty() ? text : fmt::format("{}: {}", shown.name, text);
}

std::string WitnessReport::text() const {
  std::string text = fmt::format(
      "\nwitness for '{0}', replayed with k = {1}: for i = 1 to {1} the rows \"chosen\" are in "
      "the\n"
      "input or not; what suffix i adds to the result then tells the {2} inputs apart\n\n",
      attribute(), witness_.k, std::uint64_t{1} << witness_.k);
  for (Role role : {Role::Always, Role::Chosen, Role::Suffix})
    for (const FamilyRow &row : family_.rows) {
      if (row.role != role)
        continue;
      const MachineStream &stream = schema_.streams[row.stream];
      std::string cells;
      for (unsigned c = 0; c < row.cells.size(); ++c)
        cells += fmt::format("{}{} = {}", cells.empty() ? "" : ", ", stream.columns[c].name,
                             cellRule(row, c));
      bool isForEach = role != Role::Always || !row.isSame();
      text +=
          fmt::format("{:8} {}: {}\n", fmt::format("{}{}", roleName(role), isForEach ? " i" : ""),
                      stream.name, cells);
    }
  text += "\nsuffix   after all, or all but i\n";
  for (const Change &change : changes())
    text += fmt::format("{:<8} {}: {} times, or {}\n", change.i, rowText(change.query, change.row),
                        toText(change.with), toText(change.without));
  return text;
}

nlohmann::json WitnessReport::json() const {
  nlohmann::json rows = nlohmann::json::array();
  for (const FamilyRow &row : family_.rows) {
    const MachineStream &stream = schema_.streams[row.stream];
    nlohmann::json cells;
    for (unsigned c = 0; c < row.cells.size(); ++c)
      cells[stream.columns[c].name] = cellRule(row, c);
    rows.push_back({{"role", roleName(row.role)}, {"stream", stream.name}, {"cells", cells}});
  }
  nlohmann::json differences = nlohmann::json::array();
  for (const Change &change : changes()) {
    const MachineQuery &query = schema_.queries[change.query];
    // Several columns of a result can have one name.
    nlohmann::json cells = nlohmann::json::array();
    for (std::size_t c = 0; c < query.columns.size(); ++c)
      cells.push_back({{"column", query.columns[c].name},
                       {"value", texts_.ofResult(query.columns[c], change.row[c + 1])}});
    nlohmann::json difference = {{"suffix", change.i},
                                 {"time", texts_.ofTime(change.row[0])},
                                 {"row", cells},
                                 {"afterAll", static_cast<std::uint64_t>(change.with)},
                                 {"afterAllBut", static_cast<std::uint64_t>(change.without)}};
    if (!query.name.empty())
      difference["query"] = query.name;
    differences.push_back(std::move(difference));
  }
  return {{"k", witness_.k},
          {"attribute", attribute()},
          {"rows", std::move(rows)},
          {"differences", std::move(differences)}};
}

// --- files ---------------------------------------------------------------------------------------

bool WitnessReport::writeFile(const std::string &path, const std::string &text,
                              DiagnosticEngine &diagnostics) const {
  OutputFile file(path);
  file.write(text);
  if (file.flush())
    return true;
  diagnostics.reportIn(nullptr, diag::witnessNotWritten, {}, path, file.reason());
  return false;
}

std::string WitnessReport::inputCsv(unsigned stream, const std::vector<ReplayRow> &rows) const {
  const MachineStream &shown = schema_.streams[stream];
  std::string text;
  for (unsigned c = 0; c < shown.columns.size(); ++c)
    text += (c == 0 ? "" : ",") + csvField(shown.columns[c].name);
  text += '\n';
  for (const ReplayRow &row : rows)
    if (row.stream == stream) {
      for (unsigned c = 0; c < row.cells.size(); ++c)
        text += (c == 0 ? "" : ",") + csvField(texts_.ofInput(shown, c, row.cells[c]));
      text += '\n';
    }
  return text;
}

/// "1+3", or "-" for none.
std::string WitnessReport::chosenText(std::uint64_t chosen) const {
  std::string text;
  for (unsigned i = 1; i <= witness_.k; ++i)
    if ((chosen >> (i - 1) & 1) != 0)
      text += fmt::format("{}{}", text.empty() ? "" : "+", i);
  return text.empty() ? "-" : text;
}

std::string WitnessReport::outputCsv(unsigned query) const {
  std::string text = "chosen,suffix,time";
  for (const MachineResultColumn &column : schema_.queries[query].columns)
    text += "," + csvField(column.name);
  text += ",count\n";
  for (std::uint64_t chosen = 0; chosen <= everything(); ++chosen)
    for (unsigned i = 1; i <= witness_.k; ++i)
      for (const auto &[row, count] : outputs_.added[chosen][i - 1].results[query]) {
        text += fmt::format("{},{},{}", chosenText(chosen), i, texts_.ofTime(row[0]));
        for (std::size_t c = 0; c + 1 < row.size(); ++c)
          text += "," + csvField(texts_.ofResult(schema_.queries[query].columns[c], row[c + 1]));
        text += "," + toText(count) + "\n";
      }
  return text;
}

bool WitnessReport::write(const std::string &folder, DiagnosticEngine &diagnostics) const {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    diagnostics.reportIn(nullptr, diag::witnessNotWritten, {}, folder, error.message());
    return false;
  }
  auto path = [&](const std::string &name) {
    return (std::filesystem::path(folder) / name).string();
  };
  const std::vector<ReplayRow> always = *family_.prefix(plan_, witness_.k, 0);
  Family chosen = family_;
  std::erase_if(chosen.rows, [](const FamilyRow &row) { return row.role != Role::Chosen; });
  for (unsigned s = 0; s < schema_.streams.size(); ++s) {
    if (!schema_.streams[s].used)
      continue;
    const std::string name = fileName(schema_.streams[s].name);
    // Also without rows: each stream needs an input.
    if (!writeFile(path(fmt::format("always-{}.csv", name)), inputCsv(s, always), diagnostics))
      return false;
    auto isHere = [&](const ReplayRow &row) { return row.stream == s; };
    for (unsigned i = 1; i <= largestWitnessSize; ++i) {
      std::vector<ReplayRow> prefix, suffix;
      if (i <= witness_.k) {
        prefix = *chosen.prefix(plan_, witness_.k, std::uint64_t{1} << (i - 1));
        suffix = *family_.suffix(plan_, witness_.k, i);
      }
      for (const auto &[role, rows] :
           {std::pair("chosen", &prefix), std::pair("suffix", &suffix)}) {
        const std::string file = path(fmt::format("{}-{}-{}.csv", role, i, name));
        // One of an earlier run would not belong to this witness.
        if (std::none_of(rows->begin(), rows->end(), isHere))
          std::filesystem::remove(file, error);
        else if (!writeFile(file, inputCsv(s, *rows), diagnostics))
          return false;
      }
    }
  }
  for (unsigned q = 0; q < schema_.queries.size(); ++q) {
    const std::string &name = schema_.queries[q].name;
    if (!writeFile(
            path(name.empty() ? "outputs.csv" : fmt::format("outputs-{}.csv", fileName(name))),
            outputCsv(q), diagnostics))
      return false;
  }
  return true;
}

} // namespace

std::string witnessText(const Plan &plan, const Analysis &analysis, const Witness &witness) {
  return WitnessReport(plan, analysis, witness).text();
}

nlohmann::json witnessJson(const Plan &plan, const Analysis &analysis, const Witness &witness) {
  return WitnessReport(plan, analysis, witness).json();
}

bool writeWitness(const Plan &plan, const Analysis &analysis, const Witness &witness,
                  const std::string &folder, DiagnosticEngine &diagnostics) {
  return WitnessReport(plan, analysis, witness).write(folder, diagnostics);
}

} // namespace bough::tool

#include "tools/bough/RunReport.h"

#include "tools/bough/Console.h"

#include <cstdio>
#include <fmt/format.h>

namespace bough::tool {

namespace {

std::string decimal(unsigned __int128 number) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
    number /= 10;
  } while (number != 0);
  return digits;
}

CsvSink::QueryCounts total(const RunSummary &summary) {
  CsvSink::QueryCounts all;
  for (const CsvSink::QueryCounts &counts : summary.results) {
    all.rows += counts.rows;
    all.multiplicity += counts.multiplicity;
  }
  return all;
}

std::uint64_t rowsPerSecond(const RunSummary &summary) {
  double seconds = summary.time.count();
  return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(summary.rows) / seconds) : 0;
}

std::string jsonString(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20)
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      quoted += c;
  }
  return quoted + '"';
}

} // namespace

void ProgressBar::show(const RunProgress &progress) {
  constexpr std::size_t width = 30;
  auto now = std::chrono::steady_clock::now();
  if (now - drawn_ < std::chrono::milliseconds(100))
    return;
  drawn_ = now;
  visible_ = true;
  double seconds = std::chrono::duration<double>(now - start_).count();
  double millions = static_cast<double>(progress.rows) / 1e6;
  std::string text;
  if (progress.totalBytes > 0) {
    double part = std::min(1.0, static_cast<double>(progress.bytes) /
                                    static_cast<double>(progress.totalBytes));
    auto filled = static_cast<std::size_t>(part * static_cast<double>(width));
    text = fmt::format("[{}{}] {:3.0f} %  ", std::string(filled, '#'),
                       std::string(width - filled, ' '), 100 * part);
  }
  text += fmt::format("{:.1f} M rows, {:.1f} M rows/s", millions, millions / seconds);
  writeError(fmt::format("\r{}\x1b[K", text));
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!visible_)
    return;
  visible_ = false;
  writeError("\r\x1b[K");
  std::fflush(stderr);
}

std::string summaryText(const RunReport &report) {
  const RunSummary &summary = report.summary;
  const MachineSchema &schema = report.schema;
  const CsvSink::QueryCounts all = total(summary);
  std::string streams;
  std::string skipped;
  for (std::size_t s = 0; s < schema.streams.size(); ++s) {
    const std::string &name = schema.streams[s].name;
    if (schema.streams[s].used)
      streams +=
          fmt::format("{}{} {}", streams.empty() ? ": " : ", ", name, summary.rowsByStream[s]);
    if (summary.skippedByStream[s] > 0)
      skipped += fmt::format("skipped  {} rows of {}, which the query does not read\n",
                             summary.skippedByStream[s], name);
  }
  std::string queries;
  for (std::size_t q = 0; schema.queries.size() > 1 && q < schema.queries.size(); ++q)
    queries += fmt::format("{}{} {}", queries.empty() ? ": " : ", ", schema.queries[q].name,
                           summary.results[q].rows);
  return fmt::format(
      "input    {} rows{}\n{}output   {} rows, {} with multiplicity{}\n"
      "batches  {}\ncompile  {:.3f} s\ntime     {:.3f} s, {} rows/s\n"
      "state    {}\n",
      summary.rows, streams, skipped, all.rows, decimal(all.multiplicity), queries, summary.batches,
      report.compileTime.count(), summary.time.count(), rowsPerSecond(summary),
      report.stateGrows ? "grows with the input" : fmt::format("{} bytes", summary.stateBytes));
}

std::string summaryJson(const RunReport &report) {
  const RunSummary &summary = report.summary;
  const MachineSchema &schema = report.schema;
  const CsvSink::QueryCounts all = total(summary);
  std::string streams;
  std::string skipped;
  for (std::size_t s = 0; s < schema.streams.size(); ++s) {
    const std::string name = jsonString(schema.streams[s].name);
    if (schema.streams[s].used)
      streams +=
          fmt::format("{}{}: {}", streams.empty() ? "" : ", ", name, summary.rowsByStream[s]);
    if (summary.skippedByStream[s] > 0)
      skipped +=
          fmt::format("{}{}: {}", skipped.empty() ? "" : ", ", name, summary.skippedByStream[s]);
  }
  std::string queries;
  for (std::size_t q = 0; q < schema.queries.size(); ++q)
    if (!schema.queries[q].name.empty())
      queries += fmt::format("{}{}: {{\"results\": {}, \"multiplicity\": {}}}",
                             queries.empty() ? "" : ", ", jsonString(schema.queries[q].name),
                             summary.results[q].rows, decimal(summary.results[q].multiplicity));
  return fmt::format("{{\"rows\": {}, \"streams\": {{{}}}, \"skipped\": {{{}}}, \"results\": {}, "
                     "\"multiplicity\": {}, \"queries\": {{{}}}, \"batches\": {}, "
                     "\"compileSeconds\": {:.6f}, \"seconds\": {:.6f}, \"rowsPerSecond\": {}, "
                     "\"stateBytes\": {}}}\n",
                     summary.rows, streams, skipped, all.rows, decimal(all.multiplicity), queries,
                     summary.batches, report.compileTime.count(), summary.time.count(),
                     rowsPerSecond(summary),
                     report.stateGrows ? "null" : std::to_string(summary.stateBytes));
}

} // namespace bough::tool

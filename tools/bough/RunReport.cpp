#include "tools/bough/RunReport.h"

#include "runtime/JsonText.h"
#include "tools/bough/Console.h"

#include <cstdio>
#include <fmt/format.h>
#include <numeric>

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

std::vector<std::uint64_t> shedByStream(const ShedReport &shed, const MachineSchema &schema) {
  std::vector<std::uint64_t> rows(schema.streams.size());
  for (std::size_t type = 0; type < shed.shed.size(); ++type)
    rows[shed.model.features.types[type].stream] += shed.shed[type];
  return rows;
}

std::uint64_t shedRows(const ShedReport &shed) {
  return std::accumulate(shed.shed.begin(), shed.shed.end(), std::uint64_t{0});
}

double milliseconds(Nanoseconds time) { return static_cast<double>(time) / 1e6; }
double seconds(Nanoseconds time) { return static_cast<double>(time) / 1e9; }

std::string shedText(const ShedReport &shed, const RunReport &run) {
  const MachineSchema &schema = run.schema;
  const std::vector<std::uint64_t> byStream = shedByStream(shed, schema);
  std::string text = fmt::format("shed     {} of {} rows", shedRows(shed), run.summary.rows);
  std::string separator = ": ";
  for (std::size_t s = 0; s < byStream.size(); ++s)
    if (schema.streams[s].used) {
      text += fmt::format("{}{} {}", separator, schema.streams[s].name, byStream[s]);
      separator = ", ";
    }
  if (shed.shedUnasked != 0)
    text += fmt::format("; {} whatever their utility", shed.shedUnasked);
  separator = "\ntypes    ";
  const std::vector<ShedType> &types = shed.model.features.types;
  for (std::size_t type = 0; type < types.size(); ++type)
    if (shed.shed[type] != 0) {
      text += fmt::format(
          "{}{}{} {} of {}", separator,
          types[type].typeColumn < 0 ? "" : schema.streams[types[type].stream].name + ".",
          types[type].name, shed.shed[type], shed.seen[type]);
      separator = ", ";
    }
  const LatencyHistogram &latencies = shed.latencies;
  text +=
      fmt::format("\nlatency  {:.3f} ms, 99 % {:.3f} ms, at most {:.3f} ms of {:.3f} ms\n",
                  milliseconds(latencies.percentile(500)), milliseconds(latencies.percentile(990)),
                  milliseconds(latencies.maximum()), milliseconds(shed.bound));
  if (shed.renewals)
    text += fmt::format("learned  {} times again\n", *shed.renewals);
  if (!shed.queue)
    return text;
  const ShedReport::Queue &queue = *shed.queue;
  text += fmt::format("queue    {} rows; ", queue.rows);
  if (queue.full.count == 0)
    return text + "never full\n";
  return text + fmt::format("full {} times: {:.3f} s before reading, which are in no latency\n",
                            queue.full.count, seconds(queue.full.time));
}

/// The fields, each with a comma before it.
std::string shedJson(const ShedReport &shed, const RunReport &run) {
  const MachineSchema &schema = run.schema;
  const std::vector<std::uint64_t> byStream = shedByStream(shed, schema);
  const std::vector<ShedType> &types = shed.model.features.types;
  std::string streams, typesOfStreams;
  for (std::size_t s = 0; s < byStream.size(); ++s) {
    if (!schema.streams[s].used)
      continue;
    const std::string name = jsonString(schema.streams[s].name);
    streams += fmt::format("{}{}: {}", streams.empty() ? "" : ", ", name, byStream[s]);
    std::string ofStream;
    for (std::size_t type = 0; type < types.size(); ++type)
      if (types[type].stream == s)
        ofStream += fmt::format("{}{}: {}", ofStream.empty() ? "" : ", ",
                                jsonString(types[type].name), shed.shed[type]);
    typesOfStreams +=
        fmt::format("{}{}: {{{}}}", typesOfStreams.empty() ? "" : ", ", name, ofStream);
  }
  const LatencyHistogram &latencies = shed.latencies;
  std::string text = fmt::format(
      ", \"shed\": {{{}}}, \"shedByType\": {{{}}}, \"shedUnasked\": {}, "
      "\"clock\": \"{}\", "
      "\"latency\": {{\"bound\": {:.9f}, \"mean\": {:.9f}, \"median\": {:.9f}, "
      "\"percentile99\": {:.9f}, \"maximum\": {:.9f}}}",
      streams, typesOfStreams, shed.shedUnasked, shed.queue ? "wall" : "virtual",
      seconds(shed.bound), seconds(latencies.mean()), seconds(latencies.percentile(500)),
      seconds(latencies.percentile(990)), seconds(latencies.maximum()));
  if (shed.renewals)
    text += fmt::format(", \"renewals\": {}", *shed.renewals);
  if (shed.queue)
    text += fmt::format(", \"queue\": {{\"rows\": {}, \"timesFull\": {}, \"secondsFull\": {:.9f}, "
                        "\"rowSeconds\": {:.12f}}}",
                        shed.queue->rows, shed.queue->full.count, seconds(shed.queue->full.time),
                        static_cast<double>(shed.queue->rowCost) / 1e12);
  return text;
}

/// "late     3 rows: s 2, t 1"; empty when there are none.
std::string leftOutText(std::string_view what, const std::vector<std::uint64_t> &rows,
                        const MachineSchema &schema) {
  const std::uint64_t all = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  if (all == 0)
    return "";
  std::string text = fmt::format("{:<9}{} rows", what, all);
  std::string separator = ": ";
  for (std::size_t s = 0; s < rows.size(); ++s)
    if (rows[s] != 0) {
      text +=
          fmt::format("{}{} {}", separator,
                      s < schema.streams.size() ? schema.streams[s].name : "of no stream", rows[s]);
      separator = ", ";
    }
  return text + '\n';
}

/// Of streams that the query reads, and of those that have such rows.
std::string leftOutJson(const std::vector<std::uint64_t> &rows, const MachineSchema &schema) {
  std::string text;
  for (std::size_t s = 0; s < schema.streams.size(); ++s)
    if (schema.streams[s].used || rows[s] != 0)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", jsonString(schema.streams[s].name),
                          rows[s]);
  return text;
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
      "input    {} rows{}\n{}{}{}output   {} rows, {} with multiplicity{}\n"
      "batches  {}\ncompile  {:.3f} s\ntime     {:.3f} s, {} rows/s\n"
      "state    {}\n{}{}",
      summary.rows, streams, skipped, leftOutText("bad", summary.badByStream, schema),
      leftOutText("late", summary.lateByStream, schema), all.rows, decimal(all.multiplicity),
      queries, summary.batches, report.compileTime.count(), summary.time.count(),
      rowsPerSecond(summary),
      report.stateGrows ? "grows with the input" : fmt::format("{} bytes", summary.stateBytes),
      report.shed != nullptr ? shedText(*report.shed, report) : "",
      report.interrupt.empty()
          ? ""
          : fmt::format("ended    by {}: rows of the last timestamp read were not processed\n",
                        report.interrupt));
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
  const std::uint64_t used = summary.rows - (report.shed != nullptr ? shedRows(*report.shed) : 0);
  return fmt::format(
      "{{\"rows\": {}, \"streams\": {{{}}}, \"skipped\": {{{}}}, "
      "\"rowsRead\": {}, \"used\": {}, \"bad\": {{{}}}, \"badOfNoStream\": {}, "
      "\"late\": {{{}}}, \"results\": {}, "
      "\"multiplicity\": {}, \"queries\": {{{}}}, \"batches\": {}, "
      "\"compileSeconds\": {:.6f}, \"seconds\": {:.6f}, \"rowsPerSecond\": {}, "
      "\"stateBytes\": {}{}{}}}\n",
      summary.rows, streams, skipped, summary.rowsRead, used,
      leftOutJson(summary.badByStream, schema), summary.badByStream.back(),
      leftOutJson(summary.lateByStream, schema), all.rows, decimal(all.multiplicity), queries,
      summary.batches, report.compileTime.count(), summary.time.count(), rowsPerSecond(summary),
      report.stateGrows ? "null" : std::to_string(summary.stateBytes),
      report.shed != nullptr ? shedJson(*report.shed, report) : "",
      report.interrupt.empty() ? "" : fmt::format(", \"interrupted\": \"{}\"", report.interrupt));
}

} // namespace bough::tool

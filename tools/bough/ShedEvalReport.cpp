#include "tools/bough/ShedEvalReport.h"

#include "codegen/host/Files.h"
#include "codegen/host/Programs.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace bough::tool {

namespace {

using Measurements = std::vector<ShedMeasurement>;

double milliseconds(Nanoseconds time) { return static_cast<double>(time) / 1e6; }

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

/// A field of CSV, in quotes if it needs them.
std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos)
    return std::string(text);
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

/// The different values, in the order in which they come.
template <typename Value>
std::vector<Value> valuesOf(const Measurements &measurements,
                            const std::function<Value(const ShedMeasurement &)> &get) {
  std::vector<Value> values;
  for (const ShedMeasurement &measurement : measurements)
    if (std::find(values.begin(), values.end(), get(measurement)) == values.end())
      values.push_back(get(measurement));
  return values;
}

/// What is drawn over what.
enum class Axis { Rate, Pane, Data };

std::string_view nameOf(Axis axis) {
  switch (axis) {
  case Axis::Rate:
    return "rate in % of the throughput";
  case Axis::Pane:
    return "rows of the pane";
  case Axis::Data:
    return "data";
  }
  return {};
}

std::string tickOf(const ShedMeasurement &measurement, Axis axis) {
  switch (axis) {
  case Axis::Rate:
    return std::to_string(measurement.loadPercent);
  case Axis::Pane:
    return std::to_string(measurement.pane);
  case Axis::Data:
    return measurement.data;
  }
  return {};
}

/// What a plot is of, besides of what is on its axis.
std::string groupOf(const ShedMeasurement &measurement, Axis axis) {
  std::string group;
  if (axis != Axis::Data && !measurement.data.empty())
    group += measurement.data + ", ";
  if (axis != Axis::Pane)
    group += fmt::format("pane {}, ", measurement.pane);
  if (axis != Axis::Rate)
    group += fmt::format("rate {} %, ", measurement.loadPercent);
  return group.substr(0, group.size() - 2);
}

/// A string of gnuplot, which reads escapes in double quotes.
std::string gnuplotText(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text)
    if (c == '"' || c == '\\')
      quoted += fmt::format("\\{}", c);
    else
      quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return quoted + '"';
}

struct Figure {
  std::string_view title;
  std::function<double(const ShedMeasurement &)> value;
  std::optional<double> limit; ///< a line across
};

/// The commands that draw a figure to a file.
std::string gnuplotScript(const Figure &figure, const Measurements &group, Axis axis,
                          const std::string &file) {
  const auto ticks =
      valuesOf<std::string>(group, [&](const ShedMeasurement &m) { return tickOf(m, axis); });
  const auto shedders =
      valuesOf<std::string_view>(group, [](const ShedMeasurement &m) { return m.shedder; });
  std::string text = "set terminal svg size 440,300 noenhanced font 'sans-serif,11'\n";
  text += fmt::format("set output {}\n", gnuplotText(file));
  text += fmt::format("set title {}\nset xlabel {}\n", gnuplotText(figure.title),
                      gnuplotText(nameOf(axis)));
  text += "set key outside right top\nset grid ytics\nset yrange [0:*]\nset offsets graph 0, 0, "
          "graph 0.08, 0\n";
  text += fmt::format("set xrange [-0.2:{}.2]\nset xtics (", ticks.size() - 1);
  for (std::size_t tick = 0; tick < ticks.size(); ++tick)
    text += fmt::format("{}{} {}", tick == 0 ? "" : ", ", gnuplotText(ticks[tick]), tick);
  text += ")\n";
  for (std::size_t shedder = 0; shedder < shedders.size(); ++shedder) {
    text += fmt::format("$s{} << EOD\n", shedder);
    for (const ShedMeasurement &m : group)
      if (m.shedder == shedders[shedder]) {
        const auto at = std::find(ticks.begin(), ticks.end(), tickOf(m, axis)) - ticks.begin();
        text += fmt::format("{} {:.6g}\n", at, figure.value(m));
      }
    text += "EOD\n";
  }
  text += "plot ";
  for (std::size_t shedder = 0; shedder < shedders.size(); ++shedder)
    text += fmt::format("{}$s{} using 1:2 with linespoints linewidth 1.5 title {}",
                        shedder == 0 ? "" : ", ", shedder, gnuplotText(shedders[shedder]));
  if (figure.limit)
    text += fmt::format(", {:.6g} with lines dashtype 2 linecolor 'gray40' title 'bound'",
                        *figure.limit);
  return text + "\n";
}

/// gnuplot opens a group for each change of the pen, most of which stay empty.
std::string withoutEmptyGroups(std::string_view svg) {
  std::string kept;
  while (!svg.empty()) {
    const std::size_t end = svg.find("\">\n</g>\n");
    const std::size_t begin = end == std::string_view::npos ? end : svg.rfind("<g ", end);
    if (begin == std::string_view::npos)
      break;
    kept += svg.substr(0, begin);
    svg.remove_prefix(end + 8);
  }
  return kept += svg;
}

/// The SVG element of a figure. Empty, with a diagnostic, when gnuplot fails.
std::string draw(const Figure &figure, const Measurements &group, Axis axis,
                 DiagnosticEngine &diagnostics) {
  host::TemporaryFolder folder;
  const bool isWritten =
      folder.write("plot", gnuplotScript(figure, group, axis, folder.file("plot.svg")));
  const host::ProgramEnd end = isWritten ? host::runProgram({"gnuplot", folder.file("plot")})
                                         : host::ProgramEnd{std::nullopt, folder.reason()};
  const std::string svg = end.isSuccess() ? folder.read("plot.svg") : std::string();
  const std::size_t begin = svg.find("<svg");
  if (begin == std::string::npos) {
    diagnostics.reportIn(nullptr, diag::experimentUnusable, {}, "gnuplot fails: " + end.output);
    return {};
  }
  return withoutEmptyGroups(std::string_view(svg).substr(begin));
}

std::string tableOf(const Measurements &measurements, bool isMeasured) {
  std::string text = "<table>\n<tr><th>data<th>pane<th>shedder<th>rate<th>dropped %<th>matches"
                     "<th>false negatives<th>%<th>false positives<th>%<th>median ms<th>p99 ms"
                     "<th>max ms<th>bytes";
  text += isMeasured ? "<th>ns a decision</tr>\n" : "</tr>\n";
  for (const ShedMeasurement &m : measurements) {
    const ShedQuality &q = m.quality;
    text += fmt::format("<tr><td>{}<td>{}<td>{}<td>{}<td>{:.1f}<td>{}<td>{}<td>{:.1f}<td>{}"
                        "<td>{:.1f}<td>{:.3f}<td>{:.3f}<td>{:.3f}<td>{}",
                        escapedHtml(m.data), m.pane, m.shedder, m.loadPercent,
                        percent(q.dropped, q.rows), q.matches, q.falseNegatives,
                        percent(q.falseNegatives, q.matches), q.falsePositives,
                        percent(q.falsePositives, q.matches), milliseconds(q.median),
                        milliseconds(q.percentile99), milliseconds(q.maximum), q.memoryBytes);
    if (isMeasured)
      text += fmt::format("<td>{:.1f}", m.decisionNanoseconds.value_or(0));
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

constexpr std::string_view pageHead =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<title>Load shedding</title>\n<style>\n"
    "body { font-family: sans-serif; margin: 2em; color: #222; }\n"
    "table { border-collapse: collapse; font-size: 80%; }\n"
    "th, td { padding: 0.15em 0.6em; text-align: right; border-bottom: 1px solid #ddd; }\n"
    "</style>\n";

} // namespace

std::string escapedHtml(std::string_view text) {
  std::string escaped;
  for (char c : text)
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    default:
      escaped += c;
    }
  return escaped;
}

std::string measurementHeader(bool isMeasured) {
  return std::string("data,pane,shedder,rate,rows,dropped,unasked,matches,false_negatives,"
                     "false_positives,median_ms,p99_ms,max_ms,memory_bytes") +
         (isMeasured ? ",decision_ns\n" : "\n");
}

std::string measurementRow(const ShedMeasurement &m) {
  const ShedQuality &q = m.quality;
  std::string text = fmt::format(
      "{},{},{},{:.2f},{},{},{},{},{},{},{:.3f},{:.3f},{:.3f},{}", csvField(m.data), m.pane,
      m.shedder, static_cast<double>(m.loadPercent) / 100, q.rows, q.dropped, q.droppedUnasked,
      q.matches, q.falseNegatives, q.falsePositives, milliseconds(q.median),
      milliseconds(q.percentile99), milliseconds(q.maximum), q.memoryBytes);
  if (m.decisionNanoseconds)
    text += fmt::format(",{:.1f}", *m.decisionNanoseconds);
  return text + "\n";
}

bool canPlot(DiagnosticEngine &diagnostics) {
  if (!host::findProgram("gnuplot").empty())
    return true;
  diagnostics.reportIn(nullptr, diag::experimentUnusable, {},
                       "a page of HTML has plots by gnuplot, which is not installed (package "
                       "gnuplot-nox)");
  return false;
}

std::optional<std::string> measurementPage(std::string_view title, const Measurements &measurements,
                                           double latencyBound, DiagnosticEngine &diagnostics) {
  const auto panes =
      valuesOf<std::uint32_t>(measurements, [](const ShedMeasurement &m) { return m.pane; });
  const auto labels =
      valuesOf<std::string>(measurements, [](const ShedMeasurement &m) { return m.data; });
  const Axis axis = panes.size() > 1 ? Axis::Pane : labels.size() > 1 ? Axis::Data : Axis::Rate;
  const std::vector<Figure> figures = {
      {"False negatives, % of the matches",
       [](const ShedMeasurement &m) {
         return percent(m.quality.falseNegatives, m.quality.matches);
       },
       {}},
      {"False positives, % of the matches",
       [](const ShedMeasurement &m) {
         return percent(m.quality.falsePositives, m.quality.matches);
       },
       {}},
      {"Dropped rows, %",
       [](const ShedMeasurement &m) { return percent(m.quality.dropped, m.quality.rows); },
       {}},
      {"Latency, 99th percentile in ms",
       [](const ShedMeasurement &m) { return milliseconds(m.quality.percentile99); },
       latencyBound}};
  std::string page(pageHead);
  page += fmt::format("<section>\n<h2>{}</h2>\n", escapedHtml(title));
  const auto groups = valuesOf<std::string>(
      measurements, [&](const ShedMeasurement &m) { return groupOf(m, axis); });
  for (const std::string &name : groups) {
    Measurements group;
    std::copy_if(measurements.begin(), measurements.end(), std::back_inserter(group),
                 [&](const ShedMeasurement &m) { return groupOf(m, axis) == name; });
    page += fmt::format("<h3>{}</h3>\n", escapedHtml(name));
    for (const Figure &figure : figures) {
      const std::string svg = draw(figure, group, axis, diagnostics);
      if (svg.empty())
        return std::nullopt;
      page += svg;
    }
  }
  const bool isMeasured =
      !measurements.empty() && measurements.front().decisionNanoseconds.has_value();
  page += "<details><summary>Numbers</summary>\n" + tableOf(measurements, isMeasured);
  return page + "</details>\n</section>\n</html>\n";
}

} // namespace bough::tool

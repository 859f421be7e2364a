// Results as JSON lines: the part of CsvSink that writes objects.

#include "runtime/CsvSink.h"
#include "runtime/JsonText.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

namespace {

/// Bytes of the UTF-8 sequence at the begin of the text; 0 when there is none (RFC 3629).
std::size_t sequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80)
    return 1;
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length)
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80)
      return 0;
  const unsigned char second = byte(1);
  const bool isOverlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool isSurrogate = first == 0xed && second >= 0xa0;
  const bool isBeyond = first == 0xf4 && second >= 0x90;
  return isOverlong || isSurrogate || isBeyond ? 0 : length;
}

template <typename Write> void escape(std::string_view text, const Write &write) {
  constexpr std::string_view replacement = "\xef\xbf\xbd"; // U+FFFD
  write("\"");
  while (!text.empty()) {
    const std::size_t length = sequenceLength(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    const char c = sequence.front();
    if (length == 0)
      write(replacement);
    else if (c == '"')
      write("\\\"");
    else if (c == '\\')
      write("\\\\");
    else if (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f))
      write(fmt::format("\\u{:04x}", static_cast<unsigned>(c)));
    else
      write(sequence);
    text.remove_prefix(sequence.size());
  }
  write("\"");
}

} // namespace

std::string jsonString(std::string_view text) {
  std::string quoted;
  escape(text, [&](std::string_view part) { quoted += part; });
  return quoted;
}

void writeJsonString(std::string_view text, OutputFile &output) {
  escape(text, [&](std::string_view part) { output.write(part); });
}

/// Members of an object have different names; `query`, `time` and `count` keep theirs.
void CsvSink::makeJsonKeys() {
  for (std::size_t q = 0; q < schema_.queries.size(); ++q) {
    std::vector<std::string> taken;
    if (outputs_[q].showQuery)
      taken.push_back("query");
    if (options_.showTime)
      taken.push_back("time");
    if (!options_.repeat)
      taken.push_back("count");
    std::vector<std::string> keys;
    for (const MachineResultColumn &column : schema_.queries[q].columns) {
      std::string name = column.name;
      for (unsigned n = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++n)
        name = fmt::format("{}_{}", column.name, n);
      keys.push_back(jsonString(name) + ":");
      taken.push_back(std::move(name));
    }
    jsonKeys_.push_back(std::move(keys));
  }
}

void CsvSink::writeJsonRow(std::int64_t time, ResultBatches::Row row, std::uint64_t count) {
  const unsigned queryIndex = schema_.results[row.result].query;
  const MachineQuery &query = schema_.queries[queryIndex];
  const std::vector<std::string> &keys = jsonKeys_[queryIndex];
  OutputFile &output = *outputs_[queryIndex].file;
  for (std::uint64_t copy = 0; copy < (options_.repeat ? count : 1) && output.isGood(); ++copy) {
    char separator = '{';
    auto beginMember = [&](std::string_view key) {
      output.write(separator);
      separator = ',';
      output.write(key);
    };
    if (outputs_[queryIndex].showQuery) {
      beginMember("\"query\":");
      writeJsonString(query.name, output);
    }
    if (options_.showTime) {
      beginMember("\"time\":");
      writeTime(schema_.time, time + schema_.zero, output);
    }
    for (std::size_t c = 0; c < query.columns.size(); ++c) {
      beginMember(keys[c]);
      writeJsonCell(query.columns[c], row.cells[c], output);
    }
    if (!options_.repeat) {
      beginMember("\"count\":");
      output.writeNumber(count);
    }
    if (separator == '{')
      output.write('{');
    output.write("}\n");
  }
}

void CsvSink::writeJsonCell(const MachineResultColumn &column, std::int64_t cell,
                            OutputFile &output) const {
  const CellFormat::Kind kind = column.format.kind;
  if (kind == CellFormat::Kind::Text) {
    writeJsonString(dictionaries_[column.format.domain].text(cell), output);
    return;
  }
  // Times are quoted by writeTime.
  const bool isQuoted = kind == CellFormat::Kind::Date;
  if (isQuoted)
    output.write('"');
  writeCell(column, cell, output);
  if (isQuoted)
    output.write('"');
}

} // namespace bough

#include "runtime/CsvSink.h"

#include <algorithm>

namespace bough {

void writeQuotedWhereNeeded(std::string_view text, OutputFile &output) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    output.write(text);
    return;
  }
  output.write('"');
  for (char c : text) {
    if (c == '"')
      output.write('"');
    output.write(c);
  }
  output.write('"');
}

CsvSink::CsvSink(const MachineSchema &schema, const std::vector<Dictionary> &dictionaries,
                 const Options &options, std::vector<QueryOutput> outputs)
    : schema_(schema), dictionaries_(dictionaries), options_(options), outputs_(std::move(outputs)),
      batches_(schema, dictionaries,
               [this](std::int64_t time, ResultBatches::Row row, std::uint64_t count) {
                 writeRow(time, row, count);
                 return isGood();
               }),
      queryCounts_(schema.queries.size()) {
  if (options_.isJson)
    makeJsonKeys();
}

bool CsvSink::isGood() const {
  return std::all_of(outputs_.begin(), outputs_.end(),
                     [](const QueryOutput &output) { return output.file->isGood(); });
}

void CsvSink::writeHeaders() {
  if (options_.isJson)
    return;
  for (std::size_t q = 0; q < schema_.queries.size(); ++q) {
    OutputFile &output = *outputs_[q].file;
    bool first = true;
    auto writeName = [&](std::string_view name) {
      if (!first)
        output.write(',');
      first = false;
      writeQuotedWhereNeeded(name, output);
    };
    if (outputs_[q].showQuery)
      writeName("query");
    if (options_.showTime)
      writeName("time");
    for (const MachineResultColumn &column : schema_.queries[q].columns)
      writeName(column.name);
    if (!options_.repeat)
      writeName("count");
    output.write('\n');
  }
}

void CsvSink::writeRow(std::int64_t time, ResultBatches::Row row, std::uint64_t count) {
  const unsigned queryIndex = schema_.results[row.result].query;
  const MachineQuery &query = schema_.queries[queryIndex];
  const bool showQuery = outputs_[queryIndex].showQuery;
  OutputFile &output = *outputs_[queryIndex].file;
  queryCounts_[queryIndex].rows += 1;
  queryCounts_[queryIndex].multiplicity += count;
  if (options_.isJson) {
    writeJsonRow(time, row, count);
    return;
  }
  for (std::uint64_t copy = 0; copy < (options_.repeat ? count : 1) && output.isGood(); ++copy) {
    bool first = true;
    auto separate = [&] {
      if (!first)
        output.write(',');
      first = false;
    };
    if (showQuery) {
      separate();
      writeQuotedWhereNeeded(query.name, output);
    }
    if (options_.showTime) {
      separate();
      writeTime(schema_.time, time + schema_.zero, output);
    }
    for (std::size_t c = 0; c < query.columns.size(); ++c) {
      separate();
      writeCell(query.columns[c], row.cells[c], output);
    }
    if (!options_.repeat) {
      separate();
      output.writeNumber(count);
    }
    output.write('\n');
  }
}

void CsvSink::writeTime(const CellFormat &format, __int128 ticks, OutputFile &output) const {
  auto time = static_cast<std::int64_t>(ticks); // fits, see valueRange
  if (!options_.isoTimes) {
    output.writeNumber(time);
    return;
  }
  char text[longestValue];
  if (options_.isJson)
    output.write('"');
  output.write({text, writeValue(format, time, true, text)});
  if (options_.isJson)
    output.write('"');
}

void CsvSink::writeCell(const MachineResultColumn &column, std::int64_t cell,
                        OutputFile &output) const {
  CellFormat format = column.format;
  switch (format.kind) {
  case CellFormat::Kind::Integer:
    output.writeNumber(cell);
    return;
  case CellFormat::Kind::Text:
    writeQuotedWhereNeeded(dictionaries_[format.domain].text(cell), output);
    return;
  case CellFormat::Kind::Key:
    output.writeNumber(dictionaries_[format.domain].integer(cell));
    return;
  case CellFormat::Kind::Time: {
    // Exact for the results of one unit; rounded towards the past otherwise.
    __int128 ticks = cell + schema_.zero;
    __int128 quotient = ticks / column.timeScale;
    writeTime(format, quotient - (ticks % column.timeScale < 0 ? 1 : 0), output);
    return;
  }
  case CellFormat::Kind::Decimal:
    // With more digits than declared where they are needed: nothing is rounded.
    if (cell % format.factor == 0)
      cell /= format.factor;
    else
      for (; format.factor > 1; format.factor /= 10)
        ++format.scale;
    break;
  case CellFormat::Kind::Boolean:
  case CellFormat::Kind::Date:
    break;
  }
  char text[longestValue];
  output.write({text, writeValue(format, cell, false, text)});
}

} // namespace bough

#include "runtime/RejectedRows.h"

#include <algorithm>
#include <string>

namespace bough {

namespace {

void writeQuoted(OutputFile &file, std::string_view text) {
  file.write('"');
  for (char c : text) {
    if (c == '"')
      file.write('"');
    file.write(c);
  }
  file.write('"');
}

} // namespace

RejectedRows::RejectedRows(const MachineSchema &schema, const Options &options)
    : options_(options), late_(schema.streams.size() + 1), bad_(schema.streams.size() + 1) {
  constexpr std::string_view header = "reason,file,line,row\n";
  if (options_.late.file != nullptr)
    options_.late.file->write(header);
  if (options_.bad.file != nullptr && options_.bad.file != options_.late.file)
    options_.bad.file->write(header);
}

void RejectedRows::add(RowFault fault, const Row &row) {
  std::vector<std::uint64_t> &counts = fault == RowFault::Late ? late_ : bad_;
  ++counts[std::min<std::size_t>(row.stream, counts.size() - 1)];
  OutputFile *file = choice(fault).file;
  if (file == nullptr)
    return;
  std::string reason(row.code);
  reason += ": ";
  reason += row.message;
  writeQuoted(*file, reason);
  file->write(',');
  if (row.input.find_first_of(",\"\r\n") == std::string_view::npos)
    file->write(row.input);
  else
    writeQuoted(*file, row.input);
  file->write(',');
  file->writeNumber(row.line);
  file->write(',');
  file->write(row.text);
  file->write('\n');
}

} // namespace bough

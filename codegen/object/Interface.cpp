#include "codegen/object/Interface.h"

#include "codegen/emit/Identifiers.h"
#include "codegen/ir/Printer.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bough {

namespace {

/// More names than that help nobody; a table can bring in thousands of values.
constexpr std::size_t mostCodes = 256;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The letters, digits and underscores of a text; one underscore for each run of other characters.
std::string word(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (isLetter(c) || isDigit(c))
      result += isLetter(c) ? static_cast<char>(c | 0x20) : c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (!result.empty() && result.back() == '_')
    result.pop_back();
  return result;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char &c : result)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c & ~0x20);
  return result;
}

/// Types of <stdint.h> and <stddef.h>, which the headers use without a keyword before them.
bool isTypeName(std::string_view name) {
  static constexpr std::string_view names[] = {"int64_t",  "int32_t",  "int16_t",
                                               "int8_t",   "size_t",   "uint64_t",
                                               "uint32_t", "uint16_t", "uint8_t"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Names of one scope, each given once.
class Scope {
public:
  std::string unique(const std::string &wanted) {
    std::string name = wanted;
    for (unsigned number = 2; !taken_.insert(name).second; ++number)
      name = fmt::format("{}_{}", wanted, number);
    return name;
  }
  std::string field(std::string_view column) {
    std::string name = word(column);
    if (name.empty() || isDigit(name.front()))
      name = "column_" + name;
    // The second kind would hide the types of the members that follow.
    return unique(emit::isReserved(name) || isTypeName(name) ? name + "_" : name);
  }

private:
  std::set<std::string> taken_;
};

/// FNV-1a.
class Hash {
public:
  void add(std::string_view text) {
    for (unsigned char c : text)
      value = (value ^ c) * 0x100000001b3;
  }
  void add(std::uint64_t number) { add(fmt::format(" {}", number)); }
  std::uint64_t value = 0xcbf29ce484222325;
};

std::uint64_t hashOf(const ir::Program &program, const ir::Layout &layout,
                     const MachineSchema &schema) {
  Hash hash;
  hash.add("bough object 2\n");
  hash.add(ir::print(program, {}));
  hash.add(layout.bytes);
  hash.add(static_cast<std::uint64_t>(schema.zero));
  for (const std::optional<emit::RowFormat> &format : emit::wordRows(schema)) {
    hash.add(format ? "stream" : "table");
    if (!format)
      continue;
    for (const emit::FieldFormat &field : format->fields)
      for (std::int64_t number : {field.start, field.factor, field.shift, field.lo, field.hi})
        hash.add(static_cast<std::uint64_t>(number));
  }
  return hash.value;
}

ObjectInterface::Domain codesOf(const MachineDomain &domain, unsigned index,
                                const std::string &start, Scope &macros) {
  ObjectInterface::Domain result;
  result.domain = index;
  const std::size_t known = domain.isText ? domain.texts.size() : domain.integers.size();
  for (std::size_t i = 0; i < std::min(known, mostCodes); ++i) {
    const std::string shown =
        domain.isText ? domain.texts[i] : fmt::format("{}", domain.integers[i]);
    std::string name = upper(word(shown));
    if (!domain.isText && domain.integers[i] < 0)
      name = "MINUS_" + name;
    result.codes.push_back(
        {macros.unique(fmt::format("{}_{}", start, name.empty() ? "EMPTY" : name)),
         static_cast<std::int64_t>(i), shown});
  }
  result.moreCodes = known - result.codes.size();
  return result;
}

} // namespace

std::string prefixOf(std::string_view text) {
  std::string name = word(text);
  if (name.empty())
    return "query";
  return isDigit(name.front()) ? "query_" + name : name;
}

bool isPrefix(std::string_view text) {
  return !text.empty() && isLetter(text.front()) && text.size() <= 64 &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return isLetter(c) || isDigit(c) || c == '_'; });
}

ObjectInterface nameInterface(const ir::Program &program, const ir::Layout &layout,
                              const MachineSchema &schema, const std::string &prefix) {
  ObjectInterface result;
  result.prefix = prefix;
  result.macroPrefix = upper(prefix);
  result.layoutHash = hashOf(program, layout, schema);

  // Types and functions share a scope in C; those that every header has come first.
  Scope names, macros;
  for (const char *fixed : {"init",
                            "ingest_block",
                            "ingest_mixed",
                            "ingest_structs",
                            "advance",
                            "finish",
                            "end",
                            "layout_hash",
                            "state_header",
                            "state",
                            "status",
                            "sink",
                            "columns",
                            "structs",
                            "tagged_rows",
                            "batch",
                            "offered_rows",
                            "utility_slot",
                            "utility_table",
                            "utilities",
                            "shedder",
                            "ingest_offered",
                            "query_of_result",
                            "result_is_distinct",
                            "time_of_result"})
    names.unique(fixed);
  for (const char *fixed : {"H",
                            "STATE_BYTES",
                            "STATE_ALIGNMENT",
                            "LAYOUT_HASH",
                            "STREAMS",
                            "CELLS",
                            "RESULT_CELLS",
                            "SHED_TYPES",
                            "ALIGNAS",
                            "STATIC_ASSERT",
                            "OK",
                            "MULTIPLICITY_OVERFLOW",
                            "EXPRESSION_OVERFLOW",
                            "BUFFER_FULL",
                            "TIME_ORDER",
                            "STOPPED",
                            "NO_ENTRY",
                            "SYNOPSIS_FULL",
                            "BATCH_FULL",
                            "BAD_VALUE",
                            "LATE_ROW",
                            "NEEDS_ARRIVAL_ORDER"})
    macros.unique(fixed);

  for (unsigned s = 0; s < schema.streams.size(); ++s) {
    const MachineStream &stream = schema.streams[s];
    if (!stream.used || !stream.hasTimestamp())
      continue;
    ObjectInterface::StreamNames own;
    const std::string name = prefixOf(stream.name);
    own.stream = s;
    own.index = macros.unique("STREAM_" + upper(name));
    own.rowType = names.unique(name + "_row");
    own.rowEntry = names.unique("on_" + name);
    own.timeFunction = names.unique(name + "_time");
    Scope fields;
    for (const MachineColumn &column : stream.columns)
      own.fields.push_back(fields.field(column.name));
    result.streams.push_back(std::move(own));
  }
  for (const MachineQuery &query : schema.queries) {
    ObjectInterface::QueryNames own;
    const bool isOnly = schema.queries.size() == 1;
    const std::string name = prefixOf(query.name);
    own.index = macros.unique("QUERY_" + upper(name));
    own.rowType = names.unique(isOnly ? "result" : name + "_result");
    own.readFunction = names.unique(isOnly ? "read_result" : "read_" + name + "_result");
    Scope fields;
    own.time = fields.field("time");
    own.count = fields.field("count");
    for (const MachineResultColumn &column : query.columns)
      own.fields.push_back(fields.field(column.name));
    result.queries.push_back(std::move(own));
  }
  for (unsigned d = 0; d < schema.domains.size(); ++d) {
    const MachineDomain &domain = schema.domains[d];
    if (!domain.isUsed || (domain.texts.empty() && domain.integers.empty()))
      continue;
    std::string start = "CODE";
    for (const ObjectInterface::StreamNames &stream : result.streams)
      for (unsigned c = 0; c < stream.fields.size() && start == "CODE"; ++c) {
        const CellFormat &format = schema.streams[stream.stream].columns[c].format;
        if (format.isCoded() && format.domain == d)
          start = upper(prefixOf(schema.streams[stream.stream].name) + "_" + stream.fields[c]);
      }
    result.domains.push_back(codesOf(domain, d, start, macros));
  }
  return result;
}

ObjectOptions objectOptions(const ObjectInterface &interface, const MachineSchema &schema,
                            unsigned optLevel, const std::string &cpu) {
  ObjectOptions options;
  options.optLevel = optLevel;
  options.cpu = cpu;
  options.prefix = interface.prefix + "_";
  options.rows = emit::wordRows(schema);
  options.rowEntries.resize(schema.streams.size());
  for (const ObjectInterface::StreamNames &stream : interface.streams)
    options.rowEntries[stream.stream] = stream.rowEntry;
  // Streams that the query does not read have no unit, and none of their rows need be given.
  for (unsigned s = 0; s < options.rows.size(); ++s)
    if (options.rowEntries[s].empty())
      options.rows[s].reset();
  options.zero = static_cast<std::int64_t>(schema.zero); // fits: see valueRange
  options.layoutHash = interface.layoutHash;
  return options;
}

} // namespace bough

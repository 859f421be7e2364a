#include "codegen/library/Arrow.h"
#include "codegen/library/Running.h"

#include "runtime/Names.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

using namespace bough;

// The C interface. Requires nothing of its arguments that include/bough/bough.h does not ask for,
// and checks what can be checked cheaply.

namespace {

// Sizes of the first versions of structures, to be kept when members are added.
constexpr std::size_t smallestCompileOptions = sizeof(bough_compile_options);
constexpr std::size_t smallestLoadOptions = sizeof(bough_load_options);

/// The members that the caller's version of a structure has; the rest is zero. Empty, with what is
/// wrong in `fault`, when it has no size, or one that no version has.
template <typename Options>
std::optional<Options> optionsOf(const Options *given, std::size_t smallest, std::string &fault) {
  Options options{};
  if (given == nullptr)
    return options;
  if (given->size < smallest) {
    fault = fmt::format("the member 'size' of the options is {}, and has to be their sizeof, at "
                        "least {}",
                        given->size, smallest);
    return std::nullopt;
  }
  std::memcpy(&options, given, std::min(given->size, sizeof(Options)));
  return options;
}

/// The number in an enumeration of the caller's, which may be any; below zero it is a large one.
template <typename Enum> unsigned numberOf(const Enum &value) {
  unsigned number = 0;
  static_assert(sizeof number == sizeof value);
  std::memcpy(&number, &value, sizeof number);
  return number;
}

void copyText(const std::string &text, char *buffer, std::size_t capacity) {
  if (buffer == nullptr || capacity == 0)
    return;
  std::size_t length = std::min(text.size(), capacity - 1);
  std::memcpy(buffer, text.data(), length);
  buffer[length] = '\0';
}

TypedColumn typed(const bough_column &column) {
  TypedColumn result;
  result.values = column.values;
  result.layout = static_cast<TypedColumn::Layout>(column.layout);
  result.scale = column.scale;
  result.stride = column.stride;
  result.offsets = column.offsets;
  result.valid = column.valid;
  result.first = column.first;
  return result;
}

static_assert(static_cast<int>(TypedColumn::Layout::Int8) == BOUGH_INT8);
static_assert(static_cast<int>(TypedColumn::Layout::UInt64) == BOUGH_UINT64);
static_assert(static_cast<int>(TypedColumn::Layout::Bits) == BOUGH_BITS);
static_assert(static_cast<int>(TypedColumn::Layout::Decimal128) == BOUGH_DECIMAL128);
static_assert(static_cast<int>(TypedColumn::Layout::TextViews) == BOUGH_TEXT_VIEWS);
static_assert(static_cast<int>(TypedColumn::Layout::TextOffsets64) == BOUGH_TEXT_OFFSETS64);

bool isStream(const MachineSchema &schema, std::size_t stream) {
  return stream < schema.streams.size() && schema.streams[stream].hasTimestamp();
}

/// What is wrong with a number of columns or values; empty when nothing is.
std::string findMiscount(const MachineStream &stream, std::string_view what, std::size_t given) {
  const std::size_t declared = stream.columns.size();
  if (given == declared)
    return "";
  std::string fault = fmt::format("{} {} are given for {} columns", given, what, declared);
  if (given < declared)
    fault += fmt::format("; '{}' has none", stream.columns[given].name);
  return fault;
}

/// What is wrong with columns that a caller describes; empty when nothing is.
std::string findMisuse(const MachineStream &stream, const bough_rows &given) {
  if (given.rows == 0 && given.column_count == 0)
    return "";
  if (std::string fault = findMiscount(stream, "columns", given.column_count); !fault.empty())
    return fault;
  if (given.rows == 0)
    return "";
  if (given.columns == nullptr)
    return "no columns are given";
  for (std::size_t c = 0; c < stream.columns.size() && stream.used; ++c) {
    const bough_column &column = given.columns[c];
    const bool hasOffsets =
        column.layout == BOUGH_TEXT_OFFSETS32 || column.layout == BOUGH_TEXT_OFFSETS64;
    if (column.layout < BOUGH_INT8 || column.layout > BOUGH_TEXT_OFFSETS64)
      return fmt::format("column '{}' has no layout", stream.columns[c].name);
    if ((column.values == nullptr && !hasOffsets) || (hasOffsets && column.offsets == nullptr))
      return fmt::format("column '{}' has no values", stream.columns[c].name);
    const std::size_t first = column.stride != 0 ? 0 : column.first;
    if (column.count != 0 && !hasOffsets &&
        (first > column.count || given.rows > column.count - first))
      return fmt::format("column '{}' has {} values for {} rows", stream.columns[c].name,
                         column.count - std::min(first, column.count), given.rows);
  }
  return "";
}

} // namespace

const char *bough_version(void) { return BOUGH_VERSION; }

bough_compilation *bough_compile(const char *sql, std::size_t length,
                                 const bough_compile_options *given) {
  std::string fault;
  const std::optional<bough_compile_options> read = optionsOf(given, smallestCompileOptions, fault);
  if (!read)
    return library::refuseToCompile(fault).release();
  const bough_compile_options &options = *read;
  QueryOptions query;
  for (std::size_t i = 0; i < options.table_count; ++i)
    query.tables.emplace_back(options.tables[i]);
  for (std::size_t i = 0; i < options.rate_count; ++i)
    query.rates.emplace_back(options.rates[i]);
  std::string name = options.name != nullptr ? options.name : "query.sql";
  return library::compileText(std::string(sql, length), std::move(name), query, options.max_bytes,
                              options.repairs != 0)
      .release();
}

void bough_compilation_free(bough_compilation *compilation) { delete compilation; }

bough_verdict bough_compilation_verdict(const bough_compilation *compilation) {
  if (!compilation->compilation)
    return BOUGH_INVALID;
  switch (compilation->compilation->analysis.verdict) {
  case Verdict::Bounded:
    return BOUGH_BOUNDED;
  case Verdict::Unbounded:
    return BOUGH_UNBOUNDED;
  case Verdict::NotProven:
    return BOUGH_NOT_PROVEN;
  }
  return BOUGH_INVALID;
}

uint64_t bough_compilation_bytes(const bough_compilation *compilation) {
  return compilation->bytes;
}

size_t bough_compilation_message_count(const bough_compilation *compilation) {
  return compilation->messages.size();
}

bough_message bough_compilation_message(const bough_compilation *compilation, size_t index) {
  return index < compilation->messages.size() ? compilation->messages[index]
                                              : bough_message{BOUGH_NOTE, "", "", "", 0, 0, 0, 0};
}

const char *bough_compilation_text(const bough_compilation *compilation) {
  return compilation->text.c_str();
}

// --- streams and results -------------------------------------------------------------------------

size_t bough_stream_count(const bough_compilation *compilation) {
  return compilation->schema.streams.size();
}

const char *bough_stream_name(const bough_compilation *compilation, size_t stream) {
  return isStream(compilation->schema, stream) ? compilation->schema.streams[stream].name.c_str()
                                               : "";
}

size_t bough_stream_find(const bough_compilation *compilation, const char *name) {
  for (std::size_t s = 0; s < compilation->schema.streams.size(); ++s)
    if (isStream(compilation->schema, s) && equalNames(compilation->schema.streams[s].name, name))
      return s;
  return SIZE_MAX;
}

int bough_stream_is_used(const bough_compilation *compilation, size_t stream) {
  return isStream(compilation->schema, stream) && compilation->schema.streams[stream].used ? 1 : 0;
}

size_t bough_stream_column_count(const bough_compilation *compilation, size_t stream) {
  return isStream(compilation->schema, stream) ? compilation->schema.streams[stream].columns.size()
                                               : 0;
}

bough_column_info bough_stream_column(const bough_compilation *compilation, size_t stream,
                                      size_t column) {
  return column < bough_stream_column_count(compilation, stream)
             ? library::infoOf(compilation->schema.streams[stream].columns[column])
             : bough_column_info{"", BOUGH_INTEGER, "", 0, 0};
}

int64_t bough_ticks_per_day(const bough_compilation *compilation) {
  return compilation->compilation ? compilation->schema.time.ticksPerDay : 0;
}

size_t bough_result_count(const bough_compilation *compilation) {
  return compilation->schema.queries.size();
}

const char *bough_result_name(const bough_compilation *compilation, size_t result) {
  return result < compilation->schema.queries.size()
             ? compilation->schema.queries[result].name.c_str()
             : "";
}

size_t bough_result_column_count(const bough_compilation *compilation, size_t result) {
  return result < compilation->schema.queries.size()
             ? compilation->schema.queries[result].columns.size()
             : 0;
}

bough_column_info bough_result_column(const bough_compilation *compilation, size_t result,
                                      size_t column) {
  return column < bough_result_column_count(compilation, result)
             ? library::infoOf(compilation->schema.queries[result].columns[column])
             : bough_column_info{"", BOUGH_INTEGER, "", 0, 0};
}

// --- running -------------------------------------------------------------------------------------

bough_query *bough_load(const bough_compilation *compilation, const bough_load_options *given,
                        char *error, size_t capacity) {
  copyText("", error, capacity);
  std::string fault;
  const std::optional<bough_load_options> read = optionsOf(given, smallestLoadOptions, fault);
  if (!read) {
    copyText(fault, error, capacity);
    return nullptr;
  }
  const bough_load_options &options = *read;
  if (!compilation->isLoadable) {
    copyText(compilation->text.empty() ? "the query is not bounded" : compilation->text, error,
             capacity);
    return nullptr;
  }
  if (numberOf(options.optimisation) > BOUGH_OPTIMISATION_O3 ||
      numberOf(options.engine) > BOUGH_ENGINE_INTERPRETER) {
    copyText("there is no such engine, or no such level of optimisation", error, capacity);
    return nullptr;
  }
  if (options.struct_formats == nullptr && options.struct_format_count != 0) {
    copyText("no formats of structs are given", error, capacity);
    return nullptr;
  }
  DiagnosticEngine diagnostics(compilation->source);
  std::unique_ptr<bough_query> query = bough_query::make(*compilation, options, diagnostics);
  if (query == nullptr)
    copyText(library::textOf(diagnostics), error, capacity);
  return query.release();
}

void bough_unload(bough_query *query) { delete query; }

const char *bough_query_text(const bough_query *query) { return query->text().c_str(); }
const char *bough_query_code(const bough_query *query) { return query->code().c_str(); }
size_t bough_query_input(const bough_query *query) {
  return query->refusedRow() ? query->refusedRow()->input : SIZE_MAX;
}
size_t bough_query_row(const bough_query *query) {
  return query->refusedRow() ? query->refusedRow()->row : SIZE_MAX;
}

bough_code bough_feed(bough_query *query, const bough_rows *inputs, size_t inputCount) {
  if (inputs == nullptr && inputCount != 0)
    return query->misuse("no rows are given");
  std::vector<std::vector<TypedColumn>> columns(inputCount);
  std::vector<TypedRows> rows;
  for (std::size_t i = 0; i < inputCount; ++i) {
    const bough_rows &input = inputs[i];
    if (!isStream(query->schema(), input.stream))
      return query->misuse(library::describeNoStream(query->schema(), input.stream));
    const MachineStream &stream = query->schema().streams[input.stream];
    if (std::string fault = findMisuse(stream, input); !fault.empty())
      return query->misuse(fmt::format("stream '{}': {}", stream.name, fault));
    for (std::size_t c = 0; c < stream.columns.size() && input.rows != 0; ++c)
      columns[i].push_back(typed(input.columns[c]));
    rows.push_back({static_cast<unsigned>(input.stream), input.rows, columns[i]});
  }
  return query->feed(rows);
}

bough_code bough_feed_row(bough_query *query, size_t stream, const bough_value *values,
                          size_t valueCount) {
  if (!isStream(query->schema(), stream))
    return query->misuse(library::describeNoStream(query->schema(), stream));
  const MachineStream &declared = query->schema().streams[stream];
  std::string fault = findMiscount(declared, "values", valueCount);
  if (fault.empty() && values == nullptr)
    fault = "no values are given";
  if (!fault.empty())
    return query->misuse(fmt::format("stream '{}': {}", declared.name, fault));
  std::vector<TypedColumn> columns;
  for (std::size_t c = 0; c < valueCount; ++c) {
    TypedColumn column;
    const bool isText = values[c].text != nullptr;
    if (!isText && values[c].length != 0 &&
        declared.columns[c].format.kind == CellFormat::Kind::Text)
      return query->misuse(fmt::format("stream '{}': column '{}' has no text", declared.name,
                                       declared.columns[c].name));
    column.layout = isText ? TypedColumn::Layout::TextViews : TypedColumn::Layout::Int64;
    column.values = isText ? static_cast<const void *>(&values[c].text) : &values[c].integer;
    columns.push_back(column);
  }
  const TypedRows row{static_cast<unsigned>(stream), 1, columns};
  return query->feed({&row, 1});
}

static_assert(offsetof(bough_value, length) - offsetof(bough_value, text) ==
                  offsetof(TypedColumn::TextView, length),
              "the text of a value is a TextView");

bough_code bough_feed_structs(bough_query *query, const bough_struct_rows *inputs,
                              std::size_t inputCount) {
  if (inputs == nullptr && inputCount != 0)
    return query->misuse("no arrays are given");
  std::vector<bool> isGiven(query->schema().streams.size());
  for (std::size_t i = 0; i < inputCount; ++i) {
    const bough_struct_rows &input = inputs[i];
    if (!isStream(query->schema(), input.stream))
      return query->misuse(library::describeNoStream(query->schema(), input.stream));
    const std::string &name = query->schema().streams[input.stream].name;
    const library::StructFormat *format = query->structFormat(input.stream);
    if (format == nullptr)
      return query->misuse(
          fmt::format("stream '{}': the query was loaded without a format of its structs", name));
    if (input.structure_size != format->size)
      return query->misuse(fmt::format("stream '{}': structs have {} bytes, those of the format {}",
                                       name, input.structure_size, format->size));
    if (isGiven[input.stream])
      return query->misuse(fmt::format("stream '{}': there are two arrays", name));
    if (input.structures == nullptr && input.rows != 0)
      return query->misuse(fmt::format("stream '{}': there is no array", name));
    isGiven[input.stream] = true;
  }
  return query->feedStructs({inputs, inputCount});
}

int64_t bough_enter(bough_query *query, std::size_t stream, std::size_t column,
                    const bough_value *value) {
  const MachineSchema &schema = query->schema();
  if (!isStream(schema, stream) || column >= schema.streams[stream].columns.size() ||
      value == nullptr)
    return Dictionary::none;
  return query->enter(static_cast<unsigned>(stream), static_cast<unsigned>(column), *value);
}

bough_code bough_feed_arrow(bough_query *query, size_t stream, const ArrowSchema *schema,
                            const ArrowArray *array) {
  if (!isStream(query->schema(), stream))
    return query->misuse(library::describeNoStream(query->schema(), stream));
  if (schema == nullptr || array == nullptr)
    return query->misuse("there is no Arrow schema, or no array");
  const MachineStream &declared = query->schema().streams[stream];
  std::string fault;
  std::optional<library::ArrowColumns> columns =
      library::readArrow(declared, *schema, *array, fault);
  if (!columns) {
    DiagnosticEngine diagnostics;
    diagnostics.reportIn(nullptr, diag::arrowNotReadable, {}, declared.name, fault);
    return query->hasHalted() ? BOUGH_HALTED : query->refuse(diagnostics);
  }
  const TypedRows rows{static_cast<unsigned>(stream), static_cast<std::size_t>(array->length),
                       columns->columns};
  return query->feed({&rows, 1});
}

bough_code bough_advance(bough_query *query, size_t stream, int64_t time) {
  if (!isStream(query->schema(), stream))
    return query->misuse(library::describeNoStream(query->schema(), stream));
  if (const MachineStream &declared = query->schema().streams[stream]; !declared.used)
    return query->misuse(fmt::format("no query reads stream '{}'", declared.name));
  return query->advance(static_cast<unsigned>(stream), time);
}

bough_code bough_finish(bough_query *query) { return query->finish(); }
bough_code bough_end(bough_query *query) { return query->end(); }

size_t bough_take(bough_query *query, bough_result *results, size_t capacity, bough_value *values,
                  size_t valueCapacity) {
  return query->take(results, capacity, values, valueCapacity);
}

size_t bough_waiting(const bough_query *query) { return query->waiting(); }
const void *bough_state(const bough_query *query) { return query->state(); }
size_t bough_state_bytes(const bough_query *query) { return query->stateBytes(); }

uint64_t bough_rows_taken(const bough_query *query, size_t stream) {
  return isStream(query->schema(), stream) ? query->rowsTaken(static_cast<unsigned>(stream)) : 0;
}

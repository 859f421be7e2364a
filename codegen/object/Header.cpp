#include "codegen/object/Header.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace bough {

namespace {

/// In the first line of every header.
constexpr std::string_view originMark = ": made by bough from ";

/// A text for the inside of a comment: one that neither ends it nor warns.
std::string commented(std::string_view text) {
  std::string result;
  for (char c : text) {
    const bool wouldNest = !result.empty() && ((result.back() == '*' && c == '/') ||
                                               (result.back() == '/' && c == '*') ||
                                               (result.back() == '?' && c == '?'));
    if (wouldNest)
      result += ' ';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c == '\\' ? '/' : c;
  }
  return result;
}

/// "10^-2" and the like, of a decimal cell.
std::string decimalUnit(const CellFormat &format) {
  unsigned digits = format.scale;
  for (std::int64_t factor = format.factor; factor > 1; factor /= 10)
    ++digits;
  return fmt::format("in units of 10^-{}", digits);
}

class HeaderPrinter {
public:
  HeaderPrinter(const ObjectInterface &interface, const ir::Program &program,
                const ir::Layout &layout, const MachineSchema &schema,
                const HeaderComments &comments)
      : interface_(interface), program_(program), layout_(layout), schema_(schema),
        comments_(comments) {}

  std::string print();

private:
  /// Text in which @ is the prefix and $ that of macros, each with its underscore.
  void text(std::string_view pattern);
  void intro();
  void constants();
  void contract();
  void sheddingContract();
  void codes();
  void stream(const ObjectInterface::StreamNames &names);
  void functions();
  void results();
  void query(const ObjectInterface::QueryNames &names, const MachineQuery &query);
  std::string describe(const MachineColumn &column, const emit::FieldFormat &field) const;
  std::string describe(const MachineResultColumn &column) const;
  std::string describeDomain(unsigned domain) const;
  std::string name(const std::string &name) const { return interface_.prefix + "_" + name; }
  std::string macro(const std::string &name) const { return interface_.macroPrefix + "_" + name; }

  const ObjectInterface &interface_;
  const ir::Program &program_;
  const ir::Layout &layout_;
  const MachineSchema &schema_;
  const HeaderComments &comments_;
  std::string out_;
};

void HeaderPrinter::text(std::string_view pattern) {
  for (char c : pattern) {
    if (c == '@')
      out_ += interface_.prefix + "_";
    else if (c == '$')
      out_ += interface_.macroPrefix + "_";
    else
      out_ += c;
  }
}

void HeaderPrinter::intro() {
  out_ += fmt::format("/* {}{}{}. Do not edit.\n *\n", commented(comments_.header), originMark,
                      commented(comments_.query));
  std::string_view table = comments_.memory;
  while (!table.empty()) {
    const std::size_t end = std::min(table.find('\n'), table.size());
    out_ += " *   " + commented(table.substr(0, end)) + "\n";
    table.remove_prefix(std::min(end + 1, table.size()));
  }
  text(R"( *
 * Give the query a @state (aligned, $STATE_BYTES bytes), prepare it with @init, and
 * feed it in )");
  if (ir::sheds(program_))
    text(R"(this way, where each call continues where the last one ended:
 *
 *   @ingest_mixed     all rows of some timestamps as machine cells, in the order of arrival, of
 *                     which a shedder can drop some
)");
  else
    text(R"(one of these ways, of which each call continues where the last one ended:
 *
 *   @on_STREAM        row by row, in the order of time; then @advance or @finish
 *   @ingest_structs   all rows of some timestamps as arrays of the structs below
 *   @ingest_block     the same as columns of machine cells
 *   @ingest_mixed     the same as rows of machine cells in the order of arrival
)");
  text(R"( *
 * and, when no row will come any more, call @end if what waits for the end of a window is wanted.
 * Results come in the sink. Nothing is allocated, and a state is used by one thread at a time. */
)");
  text("#ifndef BOUGH_$H\n#define BOUGH_$H\n\n#include <stdint.h>\n\n");
  text(R"(#ifdef __cplusplus
#define $ALIGNAS(n) alignas(n)
#define $STATIC_ASSERT(condition, text) static_assert(condition, text)
extern "C" {
#else
#define $ALIGNAS(n) _Alignas(n)
#define $STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

)");
}

void HeaderPrinter::constants() {
  std::size_t cells = 1;
  for (const ir::Stream &stream : program_.streams)
    cells = std::max(cells, stream.columns.size());
  text(fmt::format(
      "#define $STATE_BYTES UINT64_C({})\n#define $STATE_ALIGNMENT {}\n"
      "/* Of this query and its state; @layout_hash has that of the object file. */\n"
      "#define $LAYOUT_HASH UINT64_C({:#018x})\n"
      "#define $STREAMS {} /* entries of the array that @ingest_block takes */\n"
      "#define $CELLS {} /* of a row in a @batch: the columns of the widest stream */\n"
      "#define $RESULT_CELLS {} /* of a row in the sink: the columns of the widest result */\n\n",
      layout_.bytes, ir::stateAlignment, interface_.layoutHash, program_.streams.size(), cells,
      program_.resultWidth()));
  if (!interface_.streams.empty()) {
    text("/* Indices of the streams. The query reads no others: they have no rows. */\nenum {\n");
    for (std::size_t i = 0; i < interface_.streams.size(); ++i)
      out_ +=
          fmt::format("  {} = {}{}\n", macro(interface_.streams[i].index),
                      interface_.streams[i].stream, i + 1 < interface_.streams.size() ? "," : "");
    text("};\n\n");
  }
}

void HeaderPrinter::contract() {
  text(R"(typedef enum @status {
  $OK = 0,
  /* The machine has stopped: each later call returns the same status and does nothing. */
  $MULTIPLICITY_OVERFLOW = 1, /* a multiplicity of 2^64 - 1 or more */
  $EXPRESSION_OVERFLOW = 2,   /* a select expression beyond 64 bits */
  $BUFFER_FULL = 3,           /* more rows of a timestamp than max_per_timestamp */
  $TIME_ORDER = 4,            /* a timestamp not later than those of the call before */
  $STOPPED = 5,               /* flush of the sink returned nonzero */
  $NO_ENTRY = 6,              /* not of an object file */
  $SYNOPSIS_FULL = 7,         /* more entries at a time than the state has room for */
  /* About the row at hand, which was not taken; the machine goes on. */
  $BATCH_FULL = 8, /* no more room in the @batch */
  $BAD_VALUE = 9,  /* a value that the declaration does not allow */
  $LATE_ROW = 10,  /* earlier than rows that came before, or than @advance said */
  /* About the call: the query goes by the order in which rows of different streams came, which
   * columns and structs do not have. Nothing has changed, and the machine goes on. */
  $NEEDS_ARRIVAL_ORDER = 11
} @status;

typedef struct @state_header {
  int64_t now;           /* machine time of the last batch; -1 before the first */
  uint64_t status;       /* @status */
  int64_t error_time;    /* machine time of the batch of the error */
  uint64_t error_stream; /* the stream of the row at hand, or UINT64_MAX */
  uint64_t error_row;    /* that row's index in the call, or UINT64_MAX */
  uint32_t site_begin;   /* where in the text of the query: byte offsets */
  uint32_t site_end;
  uint64_t site; /* the buffer of BUFFER_FULL, the synopsis of SYNOPSIS_FULL */
  uint64_t reserved;
} @state_header;

/* All that is kept between calls. It holds no pointers: copies of it are states as well. */
typedef struct @state {
  $ALIGNAS($STATE_ALIGNMENT) @state_header header;
)");
  if (layout_.bytes > ir::stateHeaderBytes)
    out_ += fmt::format("  unsigned char kept[{}];\n", layout_.bytes - ir::stateHeaderBytes);
  text(R"(} @state;
$STATIC_ASSERT(sizeof(@state) == $STATE_BYTES, "the size of the state");

/* Receives results. The machine writes to the arrays at index `used`, and calls `flush` when used ==
 * capacity; flush takes the results, sets used = 0, and leaves the state alone. What is left when a
 * call returns stays there for the caller to take. After an error the results whose time is header.error_time are those of a
 * batch that did not complete: drop them. A row can come several times in a batch; its multiplicity
 * is the sum of the counts, but 1 in a distinct result. A result that had to wait for the end of a
 * window comes with the next batch, and has the time of that end. */
typedef struct @sink {
  int64_t *times;    /* [capacity]               machine time of the batch */
  uint32_t *results; /* [capacity]               index of the result */
  int64_t *rows;     /* [capacity][RESULT_CELLS] machine cells */
  uint64_t *counts;  /* [capacity]               multiplicities, >= 1 */
  uint64_t capacity; /* >= 1 */
  uint64_t used;     /* 0 at first */
  int (*flush)(struct @sink *sink); /* nonzero stops the query */
  void *context;                    /* the caller's */
} @sink;

/* The rows of one stream as columns of machine cells, sorted by time. */
typedef struct @columns {
  const int64_t *const *columns; /* one array per declared column */
  uint64_t rows;
} @columns;

/* The rows of one stream as an array of its structs below, sorted by time. */
typedef struct @structs {
  const void *structs;
  uint64_t rows;
} @structs;

/* Rows of all streams in arrival order, their timestamps not decreasing. */
typedef struct @tagged_rows {
  const uint32_t *streams; /* [rows]         index of the row's stream */
  const int64_t *cells;    /* [rows][stride] machine cells, in declared order */
  uint64_t stride;         /* at least CELLS */
  uint64_t rows;
} @tagged_rows;

/* Rows that have come one at a time and wait for the end of their timestamp. The caller owns the
 * arrays, and may replace them by larger copies between calls. */
typedef struct @batch {
  uint32_t *streams; /* [capacity] */
  int64_t *cells;    /* [capacity][stride] */
  uint64_t stride;   /* CELLS, or more */
  uint64_t capacity; /* >= 1; that many rows of one timestamp can wait */
  uint64_t used;     /* 0 at first */
  int64_t time;      /* machine time; 0 at first */
} @batch;

)");
}

void HeaderPrinter::codes() {
  for (const ObjectInterface::Domain &domain : interface_.domains) {
    out_ += fmt::format("/* Codes {}", describeDomain(domain.domain));
    if (domain.moreCodes > 0)
      out_ += fmt::format("; {} further ones are not listed", domain.moreCodes);
    out_ += ". */\nenum {\n";
    for (std::size_t i = 0; i < domain.codes.size(); ++i)
      out_ +=
          fmt::format("  {} = {}{} /* {} */\n", macro(domain.codes[i].name), domain.codes[i].value,
                      i + 1 < domain.codes.size() ? "," : "", commented(domain.codes[i].shown));
    out_ += "};\n\n";
  }
}

std::string HeaderPrinter::describeDomain(unsigned domain) const {
  const MachineDomain &declared = schema_.domains[domain];
  return fmt::format("of {}: 0 to {}{}", commented(declared.declaration),
                     std::max<std::uint64_t>(declared.capacity, 1) - 1,
                     declared.isClosed ? "" : ", each distinct value has one of its own");
}

std::string HeaderPrinter::describe(const MachineColumn &column,
                                    const emit::FieldFormat &field) const {
  std::string text = commented(column.name + " " + column.type);
  if (column.format.isCoded())
    return text + ": a code " + describeDomain(column.format.domain);
  if (column.format.kind == CellFormat::Kind::Decimal)
    text += fmt::format(", in units of 10^-{}", column.format.scale);
  if (column.format.factor != 1)
    text += fmt::format("; a machine cell is {} times that", column.format.factor);
  if (column.format.kind == CellFormat::Kind::Date)
    text += ", days since 1970-01-01";
  if (column.isTime || column.isChecked)
    text += fmt::format(": {} to {}", field.lo, field.hi);
  return text;
}

std::string HeaderPrinter::describe(const MachineResultColumn &column) const {
  std::string text = commented(column.name);
  switch (column.format.kind) {
  case CellFormat::Kind::Decimal:
    return text + ", " + decimalUnit(column.format);
  case CellFormat::Kind::Date:
    return text + ", days since 1970-01-01";
  case CellFormat::Kind::Boolean:
    return text + ", 0 or 1";
  case CellFormat::Kind::Text:
  case CellFormat::Kind::Key:
    return text + ", a code " + describeDomain(column.format.domain);
  case CellFormat::Kind::Integer:
  case CellFormat::Kind::Time:
    break;
  }
  return text;
}

void HeaderPrinter::stream(const ObjectInterface::StreamNames &names) {
  const MachineStream &stream = schema_.streams[names.stream];
  const emit::RowFormats formats = emit::wordRows(schema_);
  out_ += fmt::format("/* A row of stream {}, in the units of its declaration. */\n",
                      commented(stream.name));
  text(fmt::format("typedef struct @{} {{\n", names.rowType));
  for (std::size_t c = 0; c < names.fields.size(); ++c)
    out_ += fmt::format("  int64_t {}; /* {} */\n", names.fields[c],
                        describe(stream.columns[c], formats[names.stream]->fields[c]));
  text(fmt::format("}} @{0};\n$STATIC_ASSERT(sizeof(@{0}) == {1}, \"the size of a row\");\n\n",
                   names.rowType, 8 * names.fields.size()));
  const emit::FieldFormat &time = formats[names.stream]->fields[stream.timestampColumn];
  text(fmt::format(
      "/* The machine time of a timestamp. */\nstatic inline int64_t @{}(int64_t timestamp) {{\n",
      names.timeFunction));
  if (time.isCell())
    out_ += "  return timestamp;\n}\n";
  else
    out_ += fmt::format("  return (timestamp - INT64_C({})) * INT64_C({}) + INT64_C({});\n}}\n",
                        time.start, time.factor, time.shift);
  if (ir::sheds(program_)) {
    text(fmt::format("/* Refuses rows with NO_ENTRY: see @ingest_mixed. */\n"
                     "uint64_t @{}(@state *state, @batch *batch, const @{} *row, @sink *sink);\n\n",
                     names.rowEntry, names.rowType));
    return;
  }
  text(fmt::format(
      R"(/* Takes a row, which waits in the batch; an earlier timestamp that waits there is evaluated first. */
uint64_t @{}(@state *state, @batch *batch, const @{} *row, @sink *sink);

)",
      names.rowEntry, names.rowType));
}

void HeaderPrinter::functions() {
  text(R"(/* Prepares a state; all bytes are written. */
void @init(@state *state);
)");
  const bool sheds = ir::sheds(program_);
  if (sheds)
    text(R"(/* They take no rows one by one, as the query sheds load, and return NO_ENTRY. */
uint64_t @advance(@state *state, @batch *batch, int64_t time, @sink *sink);
uint64_t @finish(@state *state, @batch *batch, @sink *sink);

)");
  else
    text(
        R"(/* No row before `time` will come: what waits and is earlier is evaluated. `time` is in the unit of
 * the times of results. */
uint64_t @advance(@state *state, @batch *batch, int64_t time, @sink *sink);
/* No row of the timestamp that waits will follow: it is evaluated. */
uint64_t @finish(@state *state, @batch *batch, @sink *sink);

)");
  text(
      R"(/* These three take whole timestamps: all rows of a timestamp, of all streams, in one call. They
 * trust that values are such as the declarations allow. Machine cells are values in the units of
 * the declaration, but for timestamps, which the functions above convert, and where a comment at
 * the column tells otherwise. `streams` has $STREAMS entries. */
uint64_t @ingest_structs(@state *state, const @structs *streams, @sink *sink);
uint64_t @ingest_block(@state *state, const @columns *streams, @sink *sink);
uint64_t @ingest_mixed(@state *state, const @tagged_rows *rows, @sink *sink);
)");
  if (sheds)
    text(R"(/* `rows` is the first member of a @offered_rows. The other two refuse rows. */
static inline uint64_t @ingest_offered(@state *state, const @offered_rows *offered, @sink *sink) {
  return @ingest_mixed(state, &offered->rows, sink);
}
)");
  text(R"(
/* No further row will come: what waits for the end of its window is given out. Rows that wait in a
 * @batch are evaluated by @finish before. Later rows are refused as TIME_ORDER. */
uint64_t @end(@state *state, @sink *sink);

/* $LAYOUT_HASH of the header that was made with the object file. */
uint64_t @layout_hash(void);

)");
}

void HeaderPrinter::query(const ObjectInterface::QueryNames &names, const MachineQuery &query) {
  out_ += query.name.empty() ? "/* A row of the result. */\n"
                             : fmt::format("/* A row of query {}. */\n", commented(query.name));
  text(
      fmt::format("typedef struct @{} {{\n  int64_t {}; /* of the batch, in the finest unit of the "
                  "query */\n  uint64_t {}; /* multiplicity */\n",
                  names.rowType, names.time, names.count));
  for (std::size_t c = 0; c < names.fields.size(); ++c)
    out_ += fmt::format("  int64_t {}; /* {} */\n", names.fields[c], describe(query.columns[c]));
  text(fmt::format("}} @{0};\n\n/* Row number `index` of the sink. */\n"
                   "static inline @{0} @{1}(const @sink *sink, uint64_t index) {{\n"
                   "  @{0} row;\n",
                   names.rowType, names.readFunction));
  if (!names.fields.empty())
    text("  const int64_t *cells = sink->rows + index * $RESULT_CELLS;\n");
  text(fmt::format("  row.{} = @time_of_result(sink->times[index]);\n"
                   "  row.{} = sink->counts[index];\n",
                   names.time, names.count));
  for (std::size_t c = 0; c < names.fields.size(); ++c) {
    const MachineResultColumn &column = query.columns[c];
    std::string cell = fmt::format("cells[{}]", c);
    if (column.isTime) {
      cell = fmt::format("@time_of_result({})", cell);
      // Rounded towards the past.
      if (column.timeScale > 1)
        cell = fmt::format("{0} / INT64_C({1}) - ({0} % INT64_C({1}) < 0)", cell, column.timeScale);
    }
    text(fmt::format("  row.{} = {};\n", names.fields[c], cell));
  }
  text("  return row;\n}\n\n");
}

void HeaderPrinter::results() {
  text("/* The time that results show for a machine time, in the finest unit of the query. */\n"
       "static inline int64_t @time_of_result(int64_t time) {\n");
  const auto zero = static_cast<std::int64_t>(schema_.zero);
  out_ += zero == 0 ? "  return time;\n}\n\n"
                    : fmt::format("  return time + INT64_C({});\n}}\n\n", zero);
  const bool areSeveral = schema_.queries.size() > 1;
  if (areSeveral) {
    out_ += "/* Indices of the queries. */\nenum {\n";
    for (std::size_t q = 0; q < interface_.queries.size(); ++q)
      out_ += fmt::format("  {} = {}{}\n", macro(interface_.queries[q].index), q,
                          q + 1 < interface_.queries.size() ? "," : "");
    text("};\n/* The query of a result, which is the whole or a part of it. */\n"
         "static inline uint32_t @query_of_result(uint32_t result) {\n  switch (result) {\n");
    for (std::size_t r = 0; r < schema_.results.size(); ++r)
      out_ += fmt::format("  case {}:\n    return {};\n", r,
                          macro(interface_.queries[schema_.results[r].query].index));
    text("  default:\n    return UINT32_MAX;\n  }\n}\n");
  }
  text("/* Whether equal rows of a batch count once. */\n"
       "static inline int @result_is_distinct(uint32_t result) {\n");
  const bool first = !schema_.results.empty() && schema_.results.front().isDistinct;
  const bool areAlike =
      std::all_of(schema_.results.begin(), schema_.results.end(),
                  [&](const MachineResult &result) { return result.isDistinct == first; });
  if (areAlike) {
    out_ += fmt::format("  (void)result;\n  return {};\n}}\n\n", first ? 1 : 0);
  } else {
    out_ += "  switch (result) {\n";
    for (std::size_t r = 0; r < schema_.results.size(); ++r)
      out_ += fmt::format("  case {}:\n    return {};\n", r, schema_.results[r].isDistinct ? 1 : 0);
    out_ += "  default:\n    return 0;\n  }\n}\n\n";
  }
  for (std::size_t q = 0; q < interface_.queries.size(); ++q)
    query(interface_.queries[q], schema_.queries[q]);
}

/// What runtime/shedding/ShedAbi.h says, and bough_offered_rows.
void HeaderPrinter::sheddingContract() {
  text(fmt::format(
      "/* The shedder tells so many types of rows apart. */\n#define $SHED_TYPES {}\n\n",
      program_.shedTypes));
  text(R"(/* A slot of a hash table of utilities, which are in millionths. */
typedef struct @utility_slot {
  uint64_t key;    /* 0 in an empty slot */
  int64_t utility; /* >= 0; -1 in an empty slot */
} @utility_slot;

/* The table of one type: the slots [offset, offset + mask]. The search for a key begins at offset +
 * (key & mask), goes on to the next slot, from the last one to the first, and ends at the key or at
 * an empty slot, of which there is always one. */
typedef struct @utility_table {
  uint64_t offset;
  uint64_t mask;   /* a power of two, less one */
  int64_t unknown; /* of keys that are not in the table */
  uint64_t reserved;
} @utility_table;

/* What a model has learned. */
typedef struct @utilities {
  const @utility_slot *slots;   /* [slot_count] */
  const @utility_table *tables; /* [table_count] by type; SHED_TYPES */
  const uint64_t *numbers;      /* [number_count] of Zobrist hashing; not read here */
  uint64_t slot_count;
  uint64_t table_count;
  uint64_t number_count;
} @utilities;

/* Decides which rows are dropped. */
typedef struct @shedder {
  uint64_t active;          /* 0: every row is kept */
  uint64_t drop_all;        /* with active: every row is dropped */
  int64_t threshold;        /* of the utility: rows below it are dropped, */
  uint64_t tie_numerator;   /* and of those at it so many */
  uint64_t tie_denominator; /* of so many; >= 1, < 2^62 */
  uint64_t tie_accumulator; /* < tie_denominator; 0 at first */
  uint64_t *seen;           /* [SHED_TYPES] rows that came */
  uint64_t *shed;           /* [SHED_TYPES] rows that were dropped */
  uint64_t *lookups;        /* null, or [slot_count + table_count]: how often a key was found in a
                               slot, and, by type, was unknown */
} @shedder;

/* Rows with what decides about them. A row that is dropped moves time on, and that is all. */
typedef struct @offered_rows {
  @tagged_rows rows;
  const @utilities *utilities;
  @shedder *shedder;
  uint8_t *shed; /* [rows] is set: 1 for a row that was dropped, else 0 */
} @offered_rows;
$STATIC_ASSERT(sizeof(@offered_rows) == 56, "the size of offered rows");

)");
}

std::string HeaderPrinter::print() {
  intro();
  constants();
  contract();
  if (ir::sheds(program_))
    sheddingContract();
  codes();
  for (const ObjectInterface::StreamNames &names : interface_.streams)
    stream(names);
  functions();
  results();
  text("#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  return std::move(out_);
}

} // namespace

std::string printHeader(const ObjectInterface &interface, const ir::Program &program,
                        const ir::Layout &layout, const MachineSchema &schema,
                        const HeaderComments &comments) {
  return HeaderPrinter(interface, program, layout, schema, comments).print();
}

bool isFreeForHeader(const std::string &path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error)
    return true;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  if (file.eof() && line.empty() && std::filesystem::is_regular_file(path, error))
    return true;
  return line.starts_with("/* ") && line.find(originMark) != std::string::npos;
}

} // namespace bough

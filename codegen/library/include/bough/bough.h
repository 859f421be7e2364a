#ifndef BOUGH_BOUGH_H
#define BOUGH_BOUGH_H

/* libbough: continuous queries compiled and run inside a program.
 *
 *   SQL text --bough_compile--> bough_compilation --bough_load--> bough_query
 *
 * A compilation says whether the queries of a text can be evaluated in bounded memory, and why. It
 * never changes: any number of threads may read it and load queries from it at once. A bough_query
 * is a machine with its state. It belongs to one thread at a time; different queries, also of one
 * compilation, may be used, loaded and unloaded by different threads at once. Nothing is shared
 * between queries but code that is read only; there is no other state in the process than the
 * loaded code generator.
 *
 * Time is the application's: rows carry timestamps. The rows of one timestamp, of all streams, are
 * a batch; order inside a batch means nothing, except to queries about the order of arrival, which
 * is that of the calls, then of their arrays, then of the rows in these. Rows are taken in the
 * order of their timestamps, and a batch is evaluated when a later timestamp is seen, or when
 * bough_advance or bough_finish says that no more rows of it will come.
 *
 * No function throws or ends the process. Texts that are returned end in a zero byte and live as
 * long as what they were asked of. They are UTF-8 if the texts that came in are, which no function
 * asks for: texts of rows are bytes, as in files, and results have them as they came. Messages may
 * have several lines, and no newline at the end.
 *
 * Options begin with a member `size`, which is their sizeof, so that later versions can add
 * members; a size that is less than that of the first version, as 0 when it was forgotten, is an
 * error. All other members may be zero, which is the default. */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BOUGH_API __attribute__((visibility("default")))
#else
#define BOUGH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bough_compilation bough_compilation;
typedef struct bough_query bough_query;

/* "0.1.0", of the library. */
BOUGH_API const char *bough_version(void);

/* --- compile ---------------------------------------------------------------------------------- */

typedef enum bough_verdict {
  BOUGH_BOUNDED = 0,    /* evaluated in bounded memory; only such a compilation can be loaded */
  BOUGH_UNBOUNDED = 1,  /* no bounded machine exists; shown by inputs that none can tell apart */
  BOUGH_NOT_PROVEN = 2, /* neither is shown */
  BOUGH_INVALID = 3     /* the text has errors */
} bough_verdict;

typedef struct bough_compile_options {
  size_t size;
  const char *name; /* of the text, for messages; "query.sql" when null */
  const char *const
      *tables; /* "NAME=FILE": the rows of a table, from CSV or SQLite (FILE.db:NAME) */
  size_t table_count;
  const char *const *rates; /* "STREAM.RATE=N" in place of a declared rate */
  size_t rate_count;
  uint64_t max_bytes; /* more than this is an error; 0 is no limit */
  int repairs;        /* nonzero: look for changes that make a rejected query bounded; as notes */
} bough_compile_options;

/* `options` may be null. Null only when there is no memory; options that cannot be make a
 * compilation that is BOUGH_INVALID. */
BOUGH_API bough_compilation *bough_compile(const char *sql, size_t length,
                                           const bough_compile_options *options);
/* May be called while queries that were loaded from it run. Null is allowed. */
BOUGH_API void bough_compilation_free(bough_compilation *compilation);

BOUGH_API bough_verdict bough_compilation_verdict(const bough_compilation *compilation);
/* Bytes of one loaded query's state and dictionaries, as `bough check` announces them; 0 unless it
 * is bounded. */
BOUGH_API uint64_t bough_compilation_bytes(const bough_compilation *compilation);

typedef enum bough_severity { BOUGH_WARNING = 0, BOUGH_ERROR = 1, BOUGH_NOTE = 2 } bough_severity;

/* A message with its place; lines and columns begin with 1, and are 0 where there is no place. */
typedef struct bough_message {
  bough_severity severity;
  const char *code; /* "B0305"; empty for notes, and for options that cannot be */
  const char *text;
  const char *file;
  size_t line, column;
  size_t offset, length; /* bytes of the text */
} bough_message;

/* Errors and warnings, each followed by its notes. */
BOUGH_API size_t bough_compilation_message_count(const bough_compilation *compilation);
BOUGH_API bough_message bough_compilation_message(const bough_compilation *compilation,
                                                  size_t index);
/* All messages as the command prints them, with the lines of the text. */
BOUGH_API const char *bough_compilation_text(const bough_compilation *compilation);

/* --- what goes in and comes out --------------------------------------------------------------- */

typedef enum bough_type {
  BOUGH_INTEGER = 0,
  BOUGH_BOOLEAN = 1,   /* 0 or 1 */
  BOUGH_DECIMAL = 2,   /* units of the last digit: 12.50 with scale 2 is 1250 */
  BOUGH_DATE = 3,      /* days since 1970-01-01 */
  BOUGH_TIMESTAMP = 4, /* ticks of the column's unit */
  BOUGH_TEXT = 5       /* ENUM and VARCHAR */
} bough_type;

typedef struct bough_column_info {
  const char *name;
  bough_type type;
  const char *sql;       /* the type as SQL spells it; empty for results */
  unsigned scale;        /* of BOUGH_DECIMAL: digits after the point */
  int64_t ticks_per_day; /* of BOUGH_TIMESTAMP */
} bough_column_info;

/* The streams that queries can read, in the order of their declaration. */
BOUGH_API size_t bough_stream_count(const bough_compilation *compilation);
BOUGH_API const char *bough_stream_name(const bough_compilation *compilation, size_t stream);
/* Of a name, without regard to case; SIZE_MAX when there is none. */
BOUGH_API size_t bough_stream_find(const bough_compilation *compilation, const char *name);
/* Whether a query reads it. Rows of other streams may be fed; they are passed over. */
BOUGH_API int bough_stream_is_used(const bough_compilation *compilation, size_t stream);
BOUGH_API size_t bough_stream_column_count(const bough_compilation *compilation, size_t stream);
BOUGH_API bough_column_info bough_stream_column(const bough_compilation *compilation, size_t stream,
                                                size_t column);

/* Ticks per day of the finest unit in use, in which results have their times; 0 for a text with
 * errors. */
BOUGH_API int64_t bough_ticks_per_day(const bough_compilation *compilation);

/* The queries of the text: one without a name, or those of CREATE QUERY. */
BOUGH_API size_t bough_result_count(const bough_compilation *compilation);
BOUGH_API const char *bough_result_name(const bough_compilation *compilation, size_t result);
BOUGH_API size_t bough_result_column_count(const bough_compilation *compilation, size_t result);
BOUGH_API bough_column_info bough_result_column(const bough_compilation *compilation, size_t result,
                                                size_t column);

/* --- load ------------------------------------------------------------------------------------- */

/* A value: `text` and `length` of BOUGH_TEXT, `integer` of all other types. What is given with a
 * `text` that is not null is a text, also an empty one; else it is an integer. */
typedef struct bough_value {
  int64_t integer;
  const char *text;
  size_t length;
} bough_value;

/* A row of a result. `values` live until the callback returns, texts as long as the query. */
typedef struct bough_result {
  size_t result; /* index of the query of the text */
  /* The batch's timestamp, in ticks of the finest unit in use: bough_ticks_per_day. A result that
   * had to wait for the end of a window has the time of that, which lies before the batch with
   * which it is given. */
  int64_t time;
  uint64_t count; /* how often the row occurs, >= 1; 1 for a result without duplicates */
  const bough_value *values;
  size_t value_count;
} bough_result;

/* Is called for each row, batch by batch, inside of the functions that take rows; it must not call
 * functions of the query. Nonzero stops the query. */
typedef int (*bough_result_callback)(void *context, const bough_result *result);

typedef enum bough_engine {
  BOUGH_ENGINE_JIT = 0,        /* machine code */
  BOUGH_ENGINE_INTERPRETER = 1 /* no code generator: loads at once, runs slower */
} bough_engine;

/* What LLVM does for machine code. The numbers are one more than those of -O0 to -O3, so that zero
 * is the default. */
typedef enum bough_optimisation {
  BOUGH_OPTIMISATION_DEFAULT = 0, /* -O2, or -O0 for long programs, which would load slowly */
  BOUGH_OPTIMISATION_O0 = 1,
  BOUGH_OPTIMISATION_O1 = 2,
  BOUGH_OPTIMISATION_O2 = 3,
  BOUGH_OPTIMISATION_O3 = 4
} bough_optimisation;

/* How the values of a column lie in memory. Integers serve for all types but BOUGH_TEXT. */
typedef enum bough_layout {
  BOUGH_INT8 = 0,
  BOUGH_INT16 = 1,
  BOUGH_INT32 = 2,
  BOUGH_INT64 = 3,
  BOUGH_UINT8 = 4, /* bool in C and C++ as well */
  BOUGH_UINT16 = 5,
  BOUGH_UINT32 = 6,
  BOUGH_UINT64 = 7,
  BOUGH_BITS = 8,       /* a bit each, the lowest of a byte first */
  BOUGH_DECIMAL128 = 9, /* 16 bytes, least significant first, with `scale` digits after the point */
  BOUGH_TEXT_VIEWS = 10,     /* struct { const char *text; size_t length; } */
  BOUGH_TEXT_OFFSETS32 = 11, /* bytes at `values`; value i goes from offsets[i] to offsets[i + 1] */
  BOUGH_TEXT_OFFSETS64 = 12
} bough_layout;

/* A member of a structure. */
typedef struct bough_field {
  size_t offset;       /* bytes, from the start of the structure: offsetof */
  bough_layout layout; /* BOUGH_INT8 to BOUGH_UINT64 */
} bough_field;

/* How an array of the program's own structures lies in memory that holds rows of a stream and is
 * read in place, by bough_feed_structs. Nothing is asked of its alignment, and fields may overlap.
 */
typedef struct bough_struct_format {
  size_t stream;
  size_t structure_size;     /* bytes from one structure to the next: sizeof */
  const bough_field *fields; /* one for each declared column, in their order */
  size_t field_count;
} bough_struct_format;

typedef struct bough_load_options {
  size_t size;
  bough_engine engine;
  bough_optimisation optimisation; /* of machine code */
  bough_result_callback callback;  /* null: results wait until bough_take fetches them */
  void *context;
  /* Structures for bough_feed_structs, at most one format for each stream; copied. Needs
   * BOUGH_ENGINE_JIT and a query that does not go by the order of arrival, and makes loading take
   * up to twice as long. */
  const bough_struct_format *struct_formats;
  size_t struct_format_count;
} bough_load_options;

/* `options` may be null. Null when the compilation is not bounded, or something else is in the way;
 * then `error`, unless null, receives up to `capacity` bytes of a message that ends in a zero byte.
 */
BOUGH_API bough_query *bough_load(const bough_compilation *compilation,
                                  const bough_load_options *options, char *error, size_t capacity);
/* Drops the query, its state and its code. Null is allowed. */
BOUGH_API void bough_unload(bough_query *query);

/* --- feed ------------------------------------------------------------------------------------- */

typedef enum bough_code {
  BOUGH_DONE = 0,
  BOUGH_REFUSED =
      1, /* a row was refused; none of this call's rows was taken, and the query goes on */
  BOUGH_HALTED = 2, /* the query has stopped: by an error, its callback, or bough_finish */
  BOUGH_MISUSED = 3 /* an argument that cannot be; nothing was done */
} bough_code;

/* What the last call that did not return BOUGH_DONE has to say, as the command prints it. */
BOUGH_API const char *bough_query_text(const bough_query *query);
/* Its code, "B0608"; empty when there is none. */
BOUGH_API const char *bough_query_code(const bough_query *query);
/* The row that it refuses: which of the call's arrays of rows it is in, and where in that array,
 * both from 0; SIZE_MAX when it refuses no row. In the text, "row 3 of 'trade'" is the third of
 * the array. What has stopped a query may have come with earlier calls, so that "row 8 of all rows
 * of 'trade'" is counted like bough_rows_taken. */
BOUGH_API size_t bough_query_input(const bough_query *query);
BOUGH_API size_t bough_query_row(const bough_query *query);

/* A text of a column. */
typedef struct bough_text {
  const char *text;
  size_t length;
} bough_text;

typedef struct bough_column {
  const void *values;
  bough_layout layout;
  unsigned scale;       /* of BOUGH_DECIMAL128 */
  size_t stride;        /* bytes from one value to the next; 0: they lie side by side. An array of
                           structures is a column for each member, with sizeof as stride. */
  const void *offsets;  /* of BOUGH_TEXT_OFFSETS32 and BOUGH_TEXT_OFFSETS64: int32_t or int64_t */
  const uint8_t *valid; /* a bit each, 0 where there is no value, which is refused; may be null */
  size_t first;         /* index of the first row in bits, offsets and `valid`, and in `values`
                           unless it has a stride */
  size_t count;         /* how many values lie at `values`, `first` ones with them, when that is to
                           be checked; 0: enough */
} bough_column;

/* Rows of one stream, their timestamps not decreasing: a column for each declared one, in their
 * order. Another number of columns is BOUGH_MISUSED; without rows there may be none. */
typedef struct bough_rows {
  size_t stream;
  const bough_column *columns;
  size_t column_count;
  size_t rows;
} bough_rows;

/* Takes rows of several streams. None may be earlier than the latest row of calls before; rows of
 * that timestamp itself may follow. */
BOUGH_API bough_code bough_feed(bough_query *query, const bough_rows *inputs, size_t input_count);
/* Takes one row: a value for each declared column, in their order; another number of values is
 * BOUGH_MISUSED. As in columns, a text for a column of another type is read as in files, and an
 * integer for BOUGH_TEXT is refused. */
BOUGH_API bough_code bough_feed_row(bough_query *query, size_t stream, const bough_value *values,
                                    size_t value_count);

/* Rows of one stream as an array of structures of the format that the query was loaded with, their
 * timestamps not decreasing. */
typedef struct bough_struct_rows {
  size_t stream;
  const void *structures;
  size_t rows;
  size_t structure_size; /* sizeof, once more: it must be that of the format */
} bough_struct_rows;

/* Takes rows that the machine reads where they lie; nothing of them is copied or kept. They are
 * whole batches: all rows of a timestamp, of all streams, come in one call, and the call evaluates
 * them all. So they must be later than all rows of calls before; rows that wait are evaluated
 * first. Later calls of any kind must be later in turn. Each stream has at most one array in a
 * call; between the arrays, rows are ordered by their timestamps.
 *
 * What is declared is checked as by bough_feed, before anything is evaluated: values, except where
 * no value of the field's type can be wrong, timestamps, and rates. So BOUGH_REFUSED means that
 * none of the rows was taken and that rows that waited still wait. BOUGH_HALTED means that the
 * results of the batches before the failed one were given and no others; bough_rows_taken counts
 * the rows of this call, unless the query stopped at rows that had waited.
 *
 * Fields of ENUM, VARCHAR and KEYS columns hold codes, which are bough_enter's; those of other
 * columns the same integers as for bough_feed. BOUGH_MISUSED: no such stream, a stream twice, or
 * one without a format, another size than that of the format, or no array. */
BOUGH_API bough_code bough_feed_structs(bough_query *query, const bough_struct_rows *inputs,
                                        size_t input_count);
/* The code of a value of an ENUM, VARCHAR or KEYS column in the fields of structures, from 0; -1
 * when there is no such column of a stream that is read, or when it cannot have the value: it is
 * not listed, too long, one more than declared, or a text where integers are or the reverse. A
 * value that is new counts as one that has come. It keeps its code, which all columns have that are
 * compared with this one, until the query is unloaded. */
BOUGH_API int64_t bough_enter(bough_query *query, size_t stream, size_t column,
                              const bough_value *value);

struct ArrowSchema;
struct ArrowArray;
/* Takes a record batch of the Arrow C data interface: a struct array whose children have the names
 * of the columns, in any order; others are passed over. Neither is released.
 *
 * Columns of integers and DECIMAL take integers and decimals of 128 bits; BOOLEAN booleans and
 * integers; DATE dates and timestamps; TIMESTAMP these, and integers as ticks of its unit. Values
 * are converted exactly or refused: an integer 5 is 5.00, a day the time at which it begins. Every
 * column takes texts, dictionary-encoded ones too, ENUM and VARCHAR nothing else. What means
 * something else, what is null and what is damaged, as far as it can be seen, is refused. */
BOUGH_API bough_code bough_feed_arrow(bough_query *query, size_t stream,
                                      const struct ArrowSchema *schema,
                                      const struct ArrowArray *array);

/* No row will come that is earlier than `time`, in ticks of the stream's timestamps: what is
 * complete is evaluated. */
BOUGH_API bough_code bough_advance(bough_query *query, size_t stream, int64_t time);
/* No row will come. All that waits is evaluated; the query takes no more rows. */
BOUGH_API bough_code bough_finish(bough_query *query);
/* The same, and what waits for the end of its window is given out too: there, patterns that end
 * with NOT have been waiting for a row that would exclude them. */
BOUGH_API bough_code bough_end(bough_query *query);

/* Copies results that wait into the caller's buffers, in order, and forgets them: `results` has
 * room for `capacity` rows, `values` for `value_capacity` values, to which results[i].values
 * point. Returns how many; 0 when none is left, or when the first does not fit. */
BOUGH_API size_t bough_take(bough_query *query, bough_result *results, size_t capacity,
                            bough_value *values, size_t value_capacity);
/* How many wait. */
BOUGH_API size_t bough_waiting(const bough_query *query);

/* The state: a block of bytes, the same for every engine. */
BOUGH_API const void *bough_state(const bough_query *query);
BOUGH_API size_t bough_state_bytes(const bough_query *query);

/* Rows taken so far, of a stream. */
BOUGH_API uint64_t bough_rows_taken(const bough_query *query, size_t stream);

#ifdef __cplusplus
}
#endif

#endif

#pragma once

/* The contract between a compiled query and its caller, in C (design notes 4.2 and 5.5).
 *
 * A machine is a set of functions over one block of bytes, the state, that the caller owns,
 * aligned to 64 bytes. Nothing else is kept between calls and nothing is allocated.
 *
 * Input goes in as whole timestamps: all rows of a timestamp, of all streams, in one call, and
 * every call's timestamps are later than those of the calls before. All values are 64-bit signed;
 * timestamps and time results are in ticks of the machine's unit. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum bough_status {
  BOUGH_OK = 0,
  /* A result multiplicity of 2^64 - 1 or more. */
  BOUGH_MULTIPLICITY_OVERFLOW = 1,
  /* A select expression beyond 64 bits. */
  BOUGH_EXPRESSION_OVERFLOW = 2,
  /* More rows share a timestamp than max_per_timestamp declares; `site` is the buffer. */
  BOUGH_BUFFER_FULL = 3,
  /* A timestamp that is negative or not later than the call before, or that decreases: found when
     its turn comes, after the batches before it. error_time is that timestamp. */
  BOUGH_TIME_ORDER = 4,
  /* The sink's flush returned nonzero. */
  BOUGH_STOPPED = 5,
  /* The machine was compiled without this entry point, or the program has none: one that sheds load
     takes no rows one by one. */
  BOUGH_NO_ENTRY = 6,
  /* More entries are kept at a time than a synopsis has room for; `site` is the synopsis. */
  BOUGH_SYNOPSIS_FULL = 7,

  /* These three are about a row that came by itself. It was not taken, nothing else has changed,
     and the machine goes on. */
  /* There is no room for one more row of its timestamp in the bough_batch. */
  BOUGH_BATCH_FULL = 8,
  /* A value outside of what the declaration allows. */
  BOUGH_BAD_VALUE = 9,
  /* The row's timestamp lies before that of the bough_batch. */
  BOUGH_LATE_ROW = 10,

  /* The program goes by the order in which rows of different streams have come, which columns and
     arrays of structs do not have: of ingest_block and ingest_structs, when they are given a row.
     Nothing has changed, and the machine goes on; ingest_mixed takes such rows. */
  BOUGH_NEEDS_ARRIVAL_ORDER = 11
};

/* The first 64 bytes of every state. After an error the machine stays stopped: each later ingest
 * returns the same status and does nothing. */
typedef struct bough_state_header {
  int64_t now;        /* timestamp of the last batch; -1 before the first; INT64_MAX at the end */
  uint64_t status;    /* enum bough_status */
  int64_t error_time; /* the batch of the error */
  uint64_t error_stream; /* the stream of the row at hand; UINT64_MAX when there is none */
  uint64_t error_row;    /* that row's index in the call: in its stream's columns (block), or in
                            the rows (mixed); UINT64_MAX when there is none */
  uint32_t site_begin;   /* where in the SQL text: byte offsets */
  uint32_t site_end;
  uint64_t site; /* the buffer for BOUGH_BUFFER_FULL, the synopsis for BOUGH_SYNOPSIS_FULL */
  uint64_t reserved;
} bough_state_header;

/* Receives results. The machine writes to `times`, `results`, `rows` and `counts` at index `used`
 * and calls `flush` when used == capacity; flush takes the results and sets used = 0. What is left
 * when an ingest returns stays in the buffer for the caller to take. After an error the caller
 * drops the results whose time is error_time: they are those of a batch that did not complete.
 *
 * Times ascend, but for results that had to wait for the end of a window: a program can give these
 * before the other results of the next batch, with times from that of the batch before, whose own
 * results may have been taken already, up to that of the batch.
 *
 * A machine can have several results (queries). Each row has room for the columns of the widest;
 * cells that its own result does not have are 0. Of a distinct result, equal rows of one batch are
 * one row, however often the machine writes them; their counts are 1. */
struct bough_sink;
typedef int (*bough_flush_fn)(struct bough_sink *sink);
typedef struct bough_sink {
  int64_t *times;    /* [capacity]          the batch's timestamp, or an earlier time */
  uint32_t *results; /* [capacity]          index of the result */
  int64_t *rows;     /* [capacity][columns] row by row */
  uint64_t *counts;  /* [capacity]          multiplicities, >= 1 */
  uint64_t capacity; /* >= 1 */
  uint64_t used;
  bough_flush_fn flush; /* nonzero stops the query */
  void *context;        /* the caller's */
} bough_sink;

/* The rows of one stream as columns, sorted by the timestamp column. Rows of a stream that the
 * query does not read open a batch as well: they move time on. */
typedef struct bough_columns {
  const int64_t *const *columns; /* one array per declared column; all `rows` long */
  uint64_t rows;
} bough_columns;

/* What decides about rows when there are too many: runtime/shedding/ShedAbi.h. */
struct bough_utilities;
struct bough_shedder;

/* Rows of all streams in arrival order, their timestamps not decreasing. */
typedef struct bough_tagged_rows {
  const uint32_t *streams; /* [rows]         index of the row's stream, which must exist */
  const int64_t *cells;    /* [rows][stride] the row's columns, in declared order */
  uint64_t stride;         /* at least the number of columns of the widest stream */
  uint64_t rows;
} bough_tagged_rows;

/* What a machine that sheds load takes in the place of bough_tagged_rows, which is its first
 * member: ingest_mixed of a program with a `shedder` is given a pointer to one of these as the
 * pointer to the rows, and no pointer in it is null. Which rows are dropped is decided by the model
 * and the shedder (runtime/shedding/ShedAbi.h); a row that is dropped moves time on all the same.
 */
typedef struct bough_offered_rows {
  bough_tagged_rows rows;
  const struct bough_utilities *utilities;
  struct bough_shedder *shedder;
  uint8_t *shed; /* [rows] the machine sets it: 1 for a row that was dropped, 0 for one that was
                    taken. Not written behind the batch that an error was found in. */
} bough_offered_rows;

/* The rows of one stream as an array of structs, sorted by time. The machine was compiled for their
 * size and for the offsets and types of their fields, whose values are in the units of the
 * declaration. Of a stream without such structs `structs` is what bough_columns::columns is. */
typedef struct bough_structs {
  const void *structs;
  uint64_t rows;
} bough_structs;

/* Rows that have come one at a time and wait for the end of their timestamp. The caller owns the
 * arrays, and may replace them by larger copies between calls. */
typedef struct bough_batch {
  uint32_t *streams; /* [capacity] */
  int64_t *cells;    /* [capacity][stride] */
  uint64_t stride;   /* at least the number of columns of the widest stream */
  uint64_t capacity; /* >= 1; that many rows of one timestamp can wait */
  uint64_t used;     /* 0 at first */
  int64_t time;      /* no row may come that is earlier; 0 at first */
} bough_batch;

/* Prepares a state; all bytes are written. */
typedef void (*bough_init_fn)(void *state);
/* `streams` has one entry for each stream of the machine. Returns a bough_status. */
typedef uint64_t (*bough_ingest_block_fn)(void *state, const bough_columns *streams,
                                          bough_sink *sink);
/* Of a program with a `shedder`, `rows` is the first member of a bough_offered_rows. */
typedef uint64_t (*bough_ingest_mixed_fn)(void *state, const bough_tagged_rows *rows,
                                          bough_sink *sink);
typedef uint64_t (*bough_ingest_structs_fn)(void *state, const bough_structs *streams,
                                            bough_sink *sink);
/* One row of one stream, as a struct. It waits until a later row, advance or finish ends its
 * timestamp. */
typedef uint64_t (*bough_row_fn)(void *state, bough_batch *batch, const void *row,
                                 bough_sink *sink);
/* No row before `time` will come; `time` is in the finest unit of the query, as results show it. */
typedef uint64_t (*bough_advance_fn)(void *state, bough_batch *batch, int64_t time,
                                     bough_sink *sink);
/* No further row of the timestamp that waits will come. */
typedef uint64_t (*bough_finish_fn)(void *state, bough_batch *batch, bough_sink *sink);

/* No further row will come: what waits for the end of its window is given out. The state has then
 * seen the last timestamp of all, INT64_MAX, and rows are refused as BOUGH_TIME_ORDER. */
typedef uint64_t (*bough_end_fn)(void *state, bough_sink *sink);

#ifdef __cplusplus
}
static_assert(sizeof(bough_state_header) == 64, "design: the header is one cache line");
static_assert(sizeof(bough_offered_rows) == 56, "compiled code has its layout");
#endif

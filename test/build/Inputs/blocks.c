/* The worked example as a block of columns, as arrays of structs, and row by row with its faults. */
#include "q.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { ROOM = 16 };
static int64_t times[ROOM], rows[ROOM * Q_RESULT_CELLS];
static uint32_t results[ROOM];
static uint64_t counts[ROOM];
static q_sink sink = {times, results, rows, counts, ROOM, 0, 0, 0};
static q_state state;

static void print(const char *title) {
  printf("%s:", title);
  for (uint64_t i = 0; i < sink.used; ++i) {
    q_result row = q_read_result(&sink, i);
    printf(" %" PRId64 ",%" PRId64 ",%" PRIu64 " at %" PRId64, row.a, row.b, row.count, row.time);
  }
  printf("\n");
  sink.used = 0;
}

int main(void) {
  const q_u_row u[] = {{7, 1}, {8, 3}};
  const q_t_row t[] = {{1, 2}, {2, 4}};
  const q_s_row s[] = {{42, 5}};
  q_structs structs[Q_STREAMS] = {{0, 0}, {0, 0}, {0, 0}};
  structs[Q_STREAM_S].structs = s, structs[Q_STREAM_S].rows = 1;
  structs[Q_STREAM_T].structs = t, structs[Q_STREAM_T].rows = 2;
  structs[Q_STREAM_U].structs = u, structs[Q_STREAM_U].rows = 2;
  q_init(&state);
  assert(q_ingest_structs(&state, structs, &sink) == Q_OK);
  print("structs");

  const int64_t a[] = {42}, i[] = {5}, b[] = {1, 2}, j[] = {2, 4}, c[] = {7, 8}, k[] = {1, 3};
  const int64_t *sColumns[] = {a, i}, *tColumns[] = {b, j}, *uColumns[] = {c, k};
  q_columns columns[Q_STREAMS] = {{sColumns, 1}, {tColumns, 2}, {uColumns, 2}};
  q_init(&state);
  assert(q_ingest_block(&state, columns, &sink) == Q_OK);
  print("columns");
  assert(q_ingest_block(&state, columns, &sink) == Q_TIME_ORDER);
  assert(state.header.error_time == 1 && state.header.error_stream == Q_STREAM_U);

  uint32_t streams[2];
  int64_t cells[2 * Q_CELLS];
  q_batch batch = {streams, cells, Q_CELLS, 2, 0, 0};
  q_init(&state);
  for (int n = 0; n < 2; ++n)
    assert(q_on_u(&state, &batch, &u[n], &sink) == Q_OK);
  for (int n = 0; n < 2; ++n)
    assert(q_on_t(&state, &batch, &t[n], &sink) == (n == 0 ? Q_LATE_ROW : Q_OK));
  const q_t_row wide = {INT64_C(1) << 40, 4};
  assert(q_on_t(&state, &batch, &wide, &sink) == Q_BAD_VALUE);
  assert(q_on_t(&state, &batch, &t[1], &sink) == Q_OK);
  assert(q_on_t(&state, &batch, &t[1], &sink) == Q_BATCH_FULL);
  assert(q_advance(&state, &batch, 5, &sink) == Q_OK && batch.used == 0);
  assert(q_on_t(&state, &batch, &t[1], &sink) == Q_LATE_ROW);
  assert(q_on_s(&state, &batch, &s[0], &sink) == Q_OK && sink.used == 0);
  assert(q_finish(&state, &batch, &sink) == Q_OK);
  assert(q_on_s(&state, &batch, &s[0], &sink) == Q_LATE_ROW);
  print("rows");
  assert(q_end(&state, &sink) == Q_OK && sink.used == 0 && state.header.now == INT64_MAX);
  const q_s_row later = {42, 6};
  assert(q_on_s(&state, &batch, &later, &sink) == Q_OK);
  assert(q_finish(&state, &batch, &sink) == Q_TIME_ORDER);
  return 0;
}

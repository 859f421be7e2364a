/* Reads the streams of the worked example, row by row, and prints what `bough run` prints. */
#include "q.h"

#include <stdio.h>
#include <string.h>

static int print(q_sink *sink) {
  for (uint64_t i = 0; i < sink->used; ++i) {
    q_result row = q_read_result(sink, i);
    printf("%lld,%lld,%llu\n", (long long)row.a, (long long)row.b, (unsigned long long)row.count);
  }
  sink->used = 0;
  return 0;
}

/* The next row of a file; at its end false. */
static int next(FILE *file, int64_t *value, int64_t *time) {
  long long v = 0, t = 0;
  if (fscanf(file, "%lld,%lld", &v, &t) != 2)
    return 0;
  *value = v;
  *time = t;
  return 1;
}

static q_state state;

int main(int argc, char **argv) {
  FILE *files[3];
  int64_t values[3], times[3];
  int there[3], i;
  enum { ROOM = 4 };
  uint32_t streams[ROOM], results[ROOM];
  int64_t cells[ROOM * Q_CELLS], result_times[ROOM], rows[ROOM * Q_RESULT_CELLS];
  uint64_t counts[ROOM], status = Q_OK;
  q_batch batch = {streams, cells, Q_CELLS, ROOM, 0, 0};
  q_sink sink = {result_times, results, rows, counts, ROOM, 0, print, NULL};

  if (argc != 4 || q_layout_hash() != Q_LAYOUT_HASH || (uintptr_t)&state % Q_STATE_ALIGNMENT != 0)
    return 1;
  for (i = 0; i < 3; ++i) {
    char header[64];
    files[i] = fopen(argv[i + 1], "r");
    if (!files[i] || !fgets(header, sizeof header, files[i]))
      return 1;
    there[i] = next(files[i], &values[i], &times[i]);
  }
  q_init(&state);
  printf("a,b,count\n");
  while (status == Q_OK) {
    int first = -1;
    for (i = 0; i < 3; ++i)
      if (there[i] && (first < 0 || times[i] < times[first]))
        first = i;
    if (first < 0)
      break;
    if (first == 0) {
      q_s_row row = {values[0], times[0]};
      status = q_on_s(&state, &batch, &row, &sink);
    } else if (first == 1) {
      q_t_row row = {values[1], times[1]};
      status = q_on_t(&state, &batch, &row, &sink);
    } else {
      q_u_row row = {values[2], times[2]};
      status = q_on_u(&state, &batch, &row, &sink);
    }
    there[first] = next(files[first], &values[first], &times[first]);
  }
  if (status == Q_OK)
    status = q_finish(&state, &batch, &sink);
  print(&sink);
  if (status != Q_OK || state.header.status != Q_OK)
    return 1;
  for (i = 0; i < 3; ++i)
    fclose(files[i]);
  return 0;
}

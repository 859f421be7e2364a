/* The worked example in a C program: see "Build it into a program" in README.md. */
#include "example.h"

#include <stdio.h>

static int print(example_sink *sink) {
  for (uint64_t i = 0; i < sink->used; ++i) {
    example_result row = example_read_result(sink, i);
    printf("%d,%d %s at time %d\n", (int)row.a, (int)row.b, row.count == 1 ? "once" : "twice",
           (int)row.time);
  }
  sink->used = 0;
  return 0;
}

int main(void) {
  static example_state state;
  /* Room for the rows of one timestamp, and for the results between two calls of `print`. */
  uint32_t streams[4], results[4];
  int64_t cells[4 * EXAMPLE_CELLS], times[4], rows[4 * EXAMPLE_RESULT_CELLS];
  uint64_t counts[4];
  example_batch batch = {streams, cells, EXAMPLE_CELLS, 4, 0, 0};
  example_sink sink = {times, results, rows, counts, 4, 0, print, NULL};

  example_init(&state);
  example_on_u(&state, &batch, &(example_u_row){.c = 1, .k = 1}, &sink);
  example_on_t(&state, &batch, &(example_t_row){.b = 2, .j = 2}, &sink);
  example_on_u(&state, &batch, &(example_u_row){.c = 3, .k = 3}, &sink);
  example_on_t(&state, &batch, &(example_t_row){.b = 1, .j = 4}, &sink);
  example_on_s(&state, &batch, &(example_s_row){.a = 42, .i = 5}, &sink);
  example_finish(&state, &batch, &sink);
  return print(&sink);
}

-- All streams count from the earliest start, and timestamp constants are shifted by it.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, i TIMESTAMP) WITH (starts_at = TIMESTAMP '2015-01-05 09:15:00', max_rows = 7);
CREATE STREAM t (a INT, j TIMESTAMP(3))
  WITH (starts_at = 1420449299500, ends_at = TIMESTAMP '2015-01-06', max_per_second = 9);
CREATE STREAM unused (k TIMESTAMP(12)) WITH (starts_at = -5);
SELECT s.a, TIMESTAMP '2015-01-05T09:15:01Z' FROM s, t
WHERE s.i >= TIMESTAMP '2015-01-05 09:15' AND t.j < TIMESTAMP '2015-01-05 10:15:00.250' AND s.i <= t.j;
-- CHECK:        max_rows 7
-- CHECK-NEXT:   starts_at 1420449300
-- CHECK:        max_per_second 9
-- CHECK-NEXT:   starts_at 1420449299500
-- CHECK-NEXT:   ends_at 1420502400000
-- CHECK:        starts_at -5
-- CHECK:      unit millisecond
-- CHECK-NEXT: zero 1420449299500
-- CHECK:        column column2 TIMESTAMP(3)
-- CHECK:        time 0 - s.i <= -500
-- CHECK-NEXT:   time t.j - 0 <= 3600749
-- CHECK-NEXT:   time s.i - t.j <= 0
-- CHECK-NEXT:   output s.a
-- CHECK-NEXT:   output 1500

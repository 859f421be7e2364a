-- Rule "output": a row has to expire for every item that can come last.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/u.k < s.i/u.k > s.i/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OTHER
-- BOUNDED: t_j age 0..10, t_b any
-- OTHER: error: {{.*}}'t.b' is in the result and is unbounded
-- OTHER: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM u (k TIMESTAMP);
SELECT t.b FROM s, t, u WHERE t.j < s.i AND s.i <= t.j + INTERVAL '10' SECOND AND u.k < s.i;

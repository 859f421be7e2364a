-- Rule "opaque": without a range, rows have to expire.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.i <= t.j +/s.i >= t.j +/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=NEVER
-- BOUNDED: t_j age 0..10, t_b any
-- NEVER: error: {{.*}}'t.b' is used together with 's.a'
-- NEVER: verdict: NOT PROVEN
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT s.a FROM s, t WHERE t.j < s.i AND t.b * s.a < 7 AND s.i <= t.j + INTERVAL '10' SECOND;

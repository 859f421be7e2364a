-- Sets: a timestamp of the result whose age is bounded says how long rows are remembered.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b, t.j/t.b, t.c/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
-- BOUNDED: RESULT {{.*}}b any, j age 0..10
-- FORGOTTEN: error: {{.*}}in a result without duplicates and is unbounded
-- FORGOTTEN: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT DISTINCT t.b, t.j FROM s, t WHERE t.j < s.i AND s.i <= t.j + INTERVAL '10' SECOND;

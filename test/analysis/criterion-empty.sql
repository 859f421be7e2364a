-- A query whose predicates contradict each other needs nothing.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b > 5/t.c > 5/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=POSSIBLE
-- BOUNDED: verdict: BOUNDED
-- POSSIBLE: error: {{.*}}'t.b' is in the result and is unbounded below
-- POSSIBLE: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT t.b FROM s, t WHERE t.j < s.i AND t.b < 0 AND t.b > 5;

-- NOT EXISTS: what its rows are compared with needs a range as long as they can come.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b BETWEEN/t.c BETWEEN/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OPEN
-- BOUNDED: t_b in 0..9
-- OPEN: error: {{.*}}'t.b' is unbounded in both directions, and is needed by rows of 'n'
-- OPEN: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM n (x INT, y INT, m TIMESTAMP);
SELECT s.a FROM s, t WHERE t.j < s.i AND t.b BETWEEN 0 AND 9
AND NOT EXISTS (SELECT 1 FROM n WHERE n.x = t.b AND t.j < n.m AND n.m < s.i);

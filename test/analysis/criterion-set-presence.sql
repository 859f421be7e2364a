-- Sets: a result whose columns all have ranges is remembered as a presence table.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b BETWEEN/t.c BETWEEN/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OPEN
-- BOUNDED: RESULT {{.*}}10 flags
-- OPEN: error: {{.*}}'t.b' is in the result and is unbounded
-- OPEN: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT DISTINCT t.b FROM s, t WHERE t.j < s.i AND t.b BETWEEN 0 AND 9;

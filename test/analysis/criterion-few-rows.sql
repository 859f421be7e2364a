-- A stream with max_rows is finite, whenever its rows come: they are kept as they are.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/max_rows = 20, //' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=ENDLESS
-- BOUNDED: t_b any{{.*}}room for 20
-- ENDLESS: error: {{.*}}'t.b' is in the result and is unbounded
-- ENDLESS: verdict: UNBOUNDED
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_rows = 20, max_per_timestamp = 2);
SELECT t.b FROM s, t WHERE t.j < s.i;

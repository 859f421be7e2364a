-- What equals an attribute of a finite stream is finite; one end of a range is not enough.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b = f.x/t.b <= f.x/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=RANGE
-- BOUNDED: T {{.*}}t_b any {{.*}}room for 50
-- RANGE: error: {{.*}}'t.b' is compared with 's.a'
-- RANGE: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM f (x INT, g TIMESTAMP) WITH (max_rows = 50, ends_at = 100);
SELECT s.a FROM s, t, f WHERE t.j < s.i AND f.g < t.j AND t.b = f.x AND t.b = s.a;

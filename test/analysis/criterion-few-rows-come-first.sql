-- What equals an attribute of a stream with max_rows is finite once its row is there. Before, any
-- value may still come: unlike a stream that has ended, it does not have to be complete.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/f.g < t.j/t.j < f.g/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=LATER
-- BOUNDED: T {{.*}}t_b any{{.*}}room for 50
-- LATER: error: {{.*}}'t.b' is compared with 'f.x'
-- LATER: verdict: UNBOUNDED
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM f (x INT, g TIMESTAMP) WITH (max_rows = 50);
SELECT s.a FROM s, t, f WHERE t.j < s.i AND f.g < t.j AND t.b = f.x AND t.b = s.a;

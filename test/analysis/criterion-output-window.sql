-- Rule "output": without a range, rows have to expire; then rates say how many there are.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.i <= t.j +/s.i >= t.j +/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=NEVER
-- BOUNDED: sparse, room for 22
-- NEVER: error: {{.*}}'t.b' is in the result and is unbounded
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT t.b FROM s, t WHERE t.j < s.i AND s.i <= t.j + INTERVAL '10' SECOND;

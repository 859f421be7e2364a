-- A sum of two items is a difference of derived attributes: no opaque predicate.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.a < 5/t.c < 5/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OPEN
-- BOUNDED: verdict: BOUNDED
-- OPEN: error: {{.*}}'t.(-b)' is compared with 's.a'
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE t.j < s.i AND t.b + s.a < 7 AND t.b < 10 AND s.a < 5;

-- Rule "output": a value of the result that is kept needs a range with two ends.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/b <= 9/c <= 9/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OPEN
-- BOUNDED: verdict: BOUNDED
-- OPEN: error: {{.*}}'t.b' is in the result and is unbounded above
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE t.j < s.i AND t.b >= 0 AND t.b <= 9;

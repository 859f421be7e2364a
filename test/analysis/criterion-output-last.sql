-- Rule "output": a row that completes the result is not kept.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.j > s/t.j < s/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=KEPT
-- BOUNDED: verdict: BOUNDED
-- KEPT: error: {{.*}}'t.b' is in the result and is unbounded
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE t.j > s.i;

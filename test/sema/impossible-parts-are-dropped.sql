-- Parts of a split that contradict the rest are dropped, and what the rest implies is not split.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x, s y, s z
WHERE x.a < y.a AND y.a < z.a AND (x.a > z.a OR x.a <> z.a) AND (y.a <= z.a OR z.i < y.i);
-- CHECK:      branch 1
-- CHECK:        atom x.a - y.a <= -1
-- CHECK-NEXT:   atom y.a - z.a <= -1
-- CHECK-NEXT:   atom x.a - z.a <= 0
-- CHECK-NEXT:   atom y.a - z.a <= 0
-- CHECK-NEXT:   atom x.a - z.a <= -1
-- CHECK-NEXT:   output
-- CHECK-NOT:  branch

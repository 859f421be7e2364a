-- OR across items is split into disjoint branches: p, and NOT p AND q.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT x.a FROM s x, s y WHERE x.i < y.i AND (x.a < y.a OR x.b = y.b);
-- CHECK:      branch 1
-- CHECK:        time x.i - y.i <= -1
-- CHECK-NEXT:   atom x.a - y.a <= -1
-- CHECK-NEXT:   output
-- CHECK-NEXT: branch 2
-- CHECK:        time x.i - y.i <= -1
-- CHECK-NEXT:   atom y.a - x.a <= 0
-- CHECK-NEXT:   atom x.b - y.b <= 0
-- CHECK-NEXT:   atom y.b - x.b <= 0
-- CHECK-NEXT:   output
-- CHECK-NOT:  branch

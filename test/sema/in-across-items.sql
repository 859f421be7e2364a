-- IN and NOT IN across items become the ranges of the difference.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x, s y WHERE x.a - y.a IN (1, 2, 3, 7)
UNION ALL SELECT x.a FROM s x, s y WHERE x.a NOT IN (y.a + 2, y.a);
-- CHECK:      branch 1
-- CHECK:        atom y.a - x.a <= -1
-- CHECK-NEXT:   atom x.a - y.a <= 3
-- CHECK:      branch 2
-- CHECK:        atom x.a - y.a <= 7
-- CHECK-NEXT:   atom y.a - x.a <= -7
-- CHECK:      branch 3
-- CHECK:        atom x.a - y.a <= 1
-- CHECK-NEXT:   atom x.a - y.a <= -1
-- CHECK:      branch 4
-- CHECK:        atom x.a - y.a <= 1
-- CHECK-NEXT:   atom y.a - x.a <= -1
-- CHECK:      branch 5
-- CHECK:        atom y.a - x.a <= -3
-- CHECK-NEXT:   atom y.a - x.a <= -1
-- CHECK-NOT:  branch

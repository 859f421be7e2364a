-- Every comparison becomes x - y <= c.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a BIGINT, i TIMESTAMP);
SELECT x.a FROM s x JOIN s y ON x.a + 3 - 2 <= y.a - 5
WHERE 5 + x.a > y.a AND x.a - y.a >= 3 AND x.a = y.a AND -x.a < 7 AND x.a BETWEEN y.a AND 9;
-- CHECK:      item y of s
-- CHECK-NEXT: atom x.a - y.a <= -6
-- CHECK-NEXT: atom y.a - x.a <= 4
-- CHECK-NEXT: atom y.a - x.a <= -3
-- CHECK-NEXT: atom x.a - y.a <= 0
-- CHECK-NEXT: atom y.a - x.a <= 0
-- CHECK-NEXT: atom 0 - x.a <= 6
-- CHECK-NEXT: atom y.a - x.a <= 0
-- CHECK-NEXT: atom x.a - 0 <= 9
-- CHECK-NEXT: output x.a

-- A condition over one item is a filter, whatever its form; difference constraints stay atoms.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT x.a FROM s x, s y
WHERE (x.a < 5 OR x.a > 7 AND x.b = 1) AND x.a NOT IN (3, 1, 3) AND x.b IN (2)
  AND y.a NOT BETWEEN 1 AND 4 AND NOT (x.a <> y.a) AND y.b IS DISTINCT FROM 4
  AND NOT (y.a < 5 OR y.b < 6) AND (y.i < y.i + INTERVAL '1' SECOND OR y.a = 9)
  AND x.a IN (x.b, 4, 5);
-- CHECK:      branch 1
-- CHECK:        item y of s
-- CHECK-NEXT:   atom x.b - 0 <= 2
-- CHECK-NEXT:   atom 0 - x.b <= -2
-- CHECK-NEXT:   atom x.a - y.a <= 0
-- CHECK-NEXT:   atom y.a - x.a <= 0
-- CHECK-NEXT:   atom 0 - y.a <= -5
-- CHECK-NEXT:   atom 0 - y.b <= -6
-- CHECK-NEXT:   filter (x.a <= 4 or (8 <= x.a and x.b = 1))
-- CHECK-NEXT:   filter x.a not in (1, 3)
-- CHECK-NEXT:   filter (y.a <= 0 or 5 <= y.a)
-- CHECK-NEXT:   filter y.b <> 4
-- CHECK-NEXT:   filter (x.a = x.b or x.a in (4, 5))
-- CHECK-NEXT:   output
-- CHECK-NOT:  branch

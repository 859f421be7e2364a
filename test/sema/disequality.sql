-- <> within an item is a filter; across items it makes two disjoint branches.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT x.a FROM s x, s y WHERE x.a <> x.b + 2 AND 7 <> x.a AND x.i <> y.i + INTERVAL '3' SECOND;
-- CHECK:      branch 1
-- CHECK-NEXT:   item x of s
-- CHECK-NEXT:   item y of s
-- CHECK-NEXT:   time x.i - y.i <= 2
-- CHECK-NEXT:   filter x.a <> (x.b + 2)
-- CHECK-NEXT:   filter x.a <> 7
-- CHECK:      branch 2
-- CHECK-NEXT:   item x of s
-- CHECK-NEXT:   item y of s
-- CHECK-NEXT:   time y.i - x.i <= -4
-- CHECK-NEXT:   filter x.a <> (x.b + 2)
-- CHECK-NEXT:   filter x.a <> 7
-- CHECK-NOT:  branch

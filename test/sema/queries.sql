-- Queries with names have results of their own, in one unit.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP(3));
CREATE QUERY first WEIGHT 3 AS SELECT s.a FROM s WHERE s.i < s.i + INTERVAL '0.001' SECOND;
CREATE QUERY "second one" AS SELECT DISTINCT t.b, t.j FROM t UNION ALL SELECT s.a, s.i FROM s;
-- CHECK:      unit millisecond
-- CHECK-NEXT: result first weight 3
-- CHECK-NEXT:   column a INT
-- CHECK-NEXT: result "second one"
-- CHECK-NEXT:   column b INT
-- CHECK-NEXT:   column j TIMESTAMP(3)
-- CHECK-NEXT: branch 1 of first
-- CHECK:      branch 2 of distinct term 2 of "second one"
-- CHECK:      branch 3 of "second one"

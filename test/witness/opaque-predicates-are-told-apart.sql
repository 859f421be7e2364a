-- Predicates that are no difference constraints: three items, and a division.
-- RUN: split-file %s %t
-- RUN: not bough check --witness=3 --witness-folder=%t/w1 %t/three.sql 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %t/three.sql %t/w1
-- RUN: not bough check --witness=3 --witness-folder=%t/w2 %t/division.sql 2>/dev/null | FileCheck %s --check-prefix=DIVISION
-- RUN: %python %S/Inputs/replay_witness.py %t/division.sql %t/w2
-- CHECK: always u: c = 0, k = 0
-- CHECK-NEXT: chosen i t: b = 10*i, j = 1
-- CHECK-NEXT: suffix i s: a = -10*i, i = 2
-- DIVISION: chosen i t: b = 100*i, j = 0
-- DIVISION-NEXT: suffix i s: a = -100*i + 40, i = 1

//--- three.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT 1 FROM s, t, u WHERE s.a + t.b = u.c AND s.i > t.j AND t.j > u.k;
//--- division.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM s, t WHERE (s.a + t.b) / 10 = 4 AND s.i > t.j;

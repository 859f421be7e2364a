-- Of a result without duplicates the suffix brings the chosen solution once more: printed only when
-- it was not chosen. A kept row that is not in the result is told apart like one of a bag.
-- RUN: split-file %s %t
-- RUN: not bough check --witness=3 --witness-folder=%t/w1 %t/distinct.sql 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %t/distinct.sql %t/w1
-- RUN: not bough check --witness=3 --witness-folder=%t/w2 %t/union.sql 2>/dev/null | FileCheck %s --check-prefix=UNION
-- RUN: %python %S/Inputs/replay_witness.py %t/union.sql %t/w2
-- RUN: not bough check --witness=3 --witness-folder=%t/w3 %t/kept.sql 2>/dev/null | FileCheck %s --check-prefix=KEPT
-- RUN: %python %S/Inputs/replay_witness.py %t/kept.sql %t/w3
-- CHECK: chosen i s: a = -100*i, i = 1
-- CHECK-NEXT: chosen i t: b = 0, j = 0
-- CHECK-NEXT: suffix i s: a = -100*i, i = 3
-- CHECK-NEXT: suffix i t: b = 0, j = 2
-- CHECK: 1 a = -100: 0 times, or 1
-- UNION: chosen i s: a = 10*i, i = 0
-- UNION-NEXT: suffix i s: a = 10*i, i = 1
-- KEPT: chosen i t: b = 10*i, j = 0
-- KEPT-NEXT: suffix i s: a = 10*i, i = 1
-- KEPT: 1 one = 1: 1 times, or 0

//--- distinct.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT DISTINCT s.a FROM s, t WHERE s.i > t.j AND s.a < t.b AND t.b < 5;
//--- union.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s UNION SELECT t.b FROM t;
//--- kept.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT DISTINCT 1 AS one FROM s, t WHERE s.i > t.j AND s.a = t.b;

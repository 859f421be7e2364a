-- A comparison counts the chosen rows on one side of the suffix; both sides of a range as well.
-- RUN: split-file %s %t
-- RUN: not bough check --witness=3 --witness-folder=%t/w1 %t/less.sql 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %t/less.sql %t/w1
-- RUN: not bough check --witness=3 --witness-folder=%t/w2 %t/range.sql 2>/dev/null | FileCheck %s --check-prefix=RANGE
-- RUN: %python %S/Inputs/replay_witness.py %t/range.sql %t/w2
-- CHECK: chosen i t: b = 10*i - 10, j = 0
-- CHECK-NEXT: suffix i s: a = 10*i - 11, i = 1
-- CHECK: 1 column1 = 1: 3 times, or 2
-- CHECK-NEXT: 2 column1 = 1: 2 times, or 1
-- CHECK-NEXT: 3 column1 = 1: 1 times, or 0
-- RANGE: chosen i t: b = 100*i - 100, j = 0
-- RANGE-NEXT: suffix i s: a = 100*i - 95, i = 1
-- RANGE: 3 column1 = 1: 1 times, or 0

//--- less.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.a < t.b AND t.j < s.i;
//--- range.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM s, t WHERE t.b BETWEEN s.a - 5 AND s.a + 5 AND s.i > t.j;

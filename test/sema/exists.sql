-- EXISTS has the conditions on its item; the others are the query's. A disjunction over both makes
-- several of it.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
CREATE TABLE r (a INT, c INT);
SELECT t.a FROM s t, s
WHERE t.i < s.i AND EXISTS (SELECT 1 FROM s n WHERE n.i <= t.i AND n.a = t.a AND t.b > 3 AND n.b % 2 = 0)
  AND NOT EXISTS (SELECT * FROM s n WHERE n.i < s.i AND (n.a < t.a OR n.b = s.b))
  AND NOT EXISTS (SELECT c FROM r WHERE r.a = s.a AND s.b = 1);
-- CHECK:      branch 1
-- CHECK:   item t of s
-- CHECK:   item s of s
-- CHECK:   time t.i - s.i <= -1
-- CHECK:   atom 0 - t.b <= -4
-- CHECK:   filter s.b <> 1
-- CHECK:   exists
-- CHECK:     item n of s
-- CHECK:     time n.i - t.i <= 0
-- CHECK:     atom t.a - n.a <= 0
-- CHECK:     atom n.a - t.a <= 0
-- CHECK:     filter (n.b % 2) = 0
-- CHECK:   not exists
-- CHECK:     item n of s
-- CHECK:     time n.i - s.i <= -1
-- CHECK:     atom n.a - t.a <= -1
-- CHECK:   not exists
-- CHECK:     item n of s
-- CHECK:     time n.i - s.i <= -1
-- CHECK:     atom s.b - n.b <= 0
-- CHECK:     atom n.b - s.b <= 0
-- CHECK:   output t.a
-- CHECK: branch 2
-- CHECK:        atom s.b - 0 <= 1
-- CHECK:   atom 0 - s.b <= -1
-- CHECK:        not exists
-- CHECK:     item r of r
-- CHECK:     atom s.a - r.a <= 0
-- CHECK:     atom r.a - s.a <= 0
-- CHECK:   output t.a
-- CHECK-NOT:  branch

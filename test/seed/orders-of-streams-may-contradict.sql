-- Orders are chosen stream by stream, so that some choices contradict the comparisons between
-- streams.
-- RUN: not bough check --criteria=seed %s | FileCheck %s

-- CHECK: s 3, t 3, u 1: 9 LTO queries
-- CHECK: 1. s.a < 5; t.b < 5; u.c = 5
-- CHECK-NEXT: unbounded s.a, t.b; not redundant s.a < t.b
-- CHECK-NEXT: C5: 't.b' is compared with 's.a'
-- CHECK: 8. 5 < s.a; t.b = 5; u.c = 5
-- CHECK-NEXT: empty: the orders contradict P
-- CHECK: 9. 5 < s.a; 5 < t.b; u.c = 5

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a FROM s, t, u WHERE s.i > t.j AND t.j > u.k AND s.a < t.b AND u.c = 5;

-- A query may break a condition although none of its LTO queries does: each value of t.b is either
-- at most 0, where the comparison is redundant, or bounded.
-- RUN: bough check --criteria=seed %s | FileCheck %s
-- RUN: bough check --criteria=seed --lto-limit=8 %s | FileCheck %s --check-prefix=LIMIT

-- CHECK: verdict: BOUNDED by the seed's criterion
-- CHECK: s 3, t 3: 9 LTO queries
-- CHECK: t: unbounded t.b; MaxRef {}, MinRef {t.b}
-- CHECK: C5 holds
-- CHECK: 1. s.a < 0 < 9; t.b < 0 < 9
-- CHECK-NEXT: empty: the orders contradict P
-- CHECK: 7. 0 < s.a < 9; t.b < 0 < 9
-- CHECK-NEXT: unbounded t.b; not redundant none
-- CHECK-NEXT: accepted
-- CHECK: 9. 0 < s.a < 9; 0 < t.b < 9
-- CHECK-NEXT: unbounded none; not redundant t.b < s.a
-- CHECK-NEXT: accepted
-- LIMIT: LTO queries: more than 8, not listed

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND t.b < s.a AND 0 < s.a AND s.a < 9;

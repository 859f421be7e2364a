-- Steps 1 to 3: a union without <>, streams of equal timestamps joined into one.
-- RUN: bough check --criteria=seed %s | FileCheck %s

-- CHECK: branch 1: duplicates preserved, Theorem 1
-- CHECK-NEXT: step 1, disjunctions: the SELECT is a union of 2; this is number 1
-- CHECK-NEXT: step 2, streams of equal timestamps: s+t, with the timestamp s.i = t.j
-- CHECK-NEXT: step 3, finite streams: none
-- CHECK: s+t 1, u 1: 1 LTO query
-- CHECK: s.i = t.j
-- CHECK-NEXT: u.k < s.i
-- CHECK-NEXT: u.k < t.j
-- CHECK: s+t, distance 0
-- CHECK-NEXT: u, distance 1, kept
-- CHECK: 1. s.a < t.b
-- CHECK-NEXT: unbounded s.a, t.b; not redundant none
-- CHECK-NEXT: accepted
-- CHECK: branch 2: duplicates preserved, Theorem 1
-- CHECK-NEXT: step 1, disjunctions: the SELECT is a union of 2; this is number 2
-- CHECK: 1. t.b < s.a

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u WHERE s.i = t.j AND s.i > u.k AND s.a <> t.b;

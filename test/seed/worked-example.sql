-- The worked example of design note 1 under the seed's criterion, step by step.
-- RUN: bough check --criteria=seed %s | FileCheck %s --strict-whitespace --match-full-lines

--      CHECK:verdict: BOUNDED by the seed's criterion
-- CHECK-EMPTY:
-- CHECK-NEXT:branch 1: duplicates preserved, Theorem 1
-- CHECK-NEXT:  step 1, disjunctions: none
-- CHECK-NEXT:  step 2, streams of equal timestamps: none
-- CHECK-NEXT:  step 3, finite streams: none
-- CHECK-NEXT:  step 4, orders of the attributes of each stream and the constants (0, 5)
-- CHECK-NEXT:    s 5, t 1, u 1: 5 LTO queries
-- CHECK-NEXT:  P+ before step 4
-- CHECK-NEXT:    0 < t.b < 5
-- CHECK-NEXT:    t.j < s.i
-- CHECK-NEXT:    u.k < s.i
-- CHECK-NEXT:    u.k < t.j
-- CHECK-NEXT:  comparisons between streams in it
-- CHECK-NEXT:    none
-- CHECK-NEXT:  unbounded attributes, MaxRef and MinRef
-- CHECK-NEXT:    s: unbounded s.a; MaxRef {}, MinRef {}
-- CHECK-NEXT:    t: unbounded none; MaxRef {}, MinRef {}
-- CHECK-NEXT:    u: unbounded none; MaxRef {}, MinRef {}
-- CHECK-NEXT:  dependency graphs
-- CHECK-NEXT:    component 1: a tree
-- CHECK-NEXT:      s, distance 0
-- CHECK-NEXT:        t, distance 1, kept
-- CHECK-NEXT:          u, distance 2, kept
-- CHECK-NEXT:  conditions on every LTO query
-- CHECK-NEXT:    C1 holds: every dependency graph is a rooted tree
-- CHECK-NEXT:    C2 holds: comparisons are between parent and child or between children of one parent
-- CHECK-NEXT:    C3 holds: columns of the result lie at distance 0 or 1
-- CHECK-NEXT:    C4 holds: columns of the result that are kept are bounded
-- CHECK-NEXT:    C5 holds: attributes in comparisons that are not redundant, where kept, are bounded
-- CHECK-NEXT:  LTO queries
-- CHECK-NEXT:    1. s.a < 0 < 5; 0 < t.b < 5
-- CHECK-NEXT:        unbounded s.a; not redundant none
-- CHECK-NEXT:        accepted
-- CHECK-NEXT:    2. s.a = 0 < 5; 0 < t.b < 5
-- CHECK-NEXT:        unbounded none; not redundant none
-- CHECK-NEXT:        accepted
--      CHECK:    5. 0 < 5 < s.a; 0 < t.b < 5
-- CHECK-NEXT:        unbounded s.a; not redundant none
-- CHECK-NEXT:        accepted

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND 0 < t.b AND t.b < 5;

-- A query that can never have a result is bounded; the warning says which predicates clash.
-- RUN: bough check %s 2>&1 | FileCheck %s

-- CHECK: warning: this SELECT never gives a result: its predicates contradict each other [B0301]
-- CHECK: note: this predicate takes part
-- CHECK-NEXT: s.a < t.b
-- CHECK: note: this predicate takes part
-- CHECK: t.b < 3
-- CHECK: note: this predicate takes part
-- CHECK: s.a > 7
-- CHECK-NOT: note:
-- CHECK: verdict: BOUNDED

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t
WHERE s.a < t.b AND t.b < 3 AND s.a > 7 AND s.a < 100 AND s.i > t.j;

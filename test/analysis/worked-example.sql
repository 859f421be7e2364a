-- The worked example of the paper: BOUNDED, with the bytes of every synopsis.
-- RUN: bough check %s | FileCheck %s
-- RUN: bough explain %s --emit=forest | FileCheck %s --check-prefix=FOREST

-- CHECK: verdict: BOUNDED
-- CHECK: T {{.*}}t_b in 1..4{{.*}}4 counters{{ +}}32
-- CHECK: U {{.*}}1 counter{{ +}}8
-- CHECK: header {{.*}}64
-- CHECK: total{{ +}}128

-- FOREST: s.i: keeps nothing
-- FOREST-NEXT: t.j: keeps a counter per t.b in 1..4
-- FOREST-NEXT: u.k: keeps a counter

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND 0 < t.b AND t.b < 5;

-- A join atom that follows from the ranges asks for no key.
-- RUN: bough check %s | FileCheck %s
-- RUN: bough explain %s --emit=closure | FileCheck %s --check-prefix=CLOSURE

-- CHECK: verdict: BOUNDED
-- CHECK: T {{.*}}-{{ +}}dense, 1 counter
-- CLOSURE: s.a in 5..inf
-- CLOSURE: t.b in -inf..4
-- CLOSURE: join atoms that do not follow from others
-- CLOSURE-NOT: t.b - s.a

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND t.b < s.a AND t.b < 5 AND s.a >= 5;

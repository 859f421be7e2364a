-- Only the values of an attribute that a comparison can tell apart must be finitely many.
-- RUN: split-file %s %t
-- RUN: not bough check %t/unbounded.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: bough check %t/clamped.sql | FileCheck %s --check-prefix=CLAMPED
-- RUN: bough check %t/order.sql | FileCheck %s --check-prefix=ORDER

-- UNBOUNDED: 't.b' is compared with 's.a', which can arrive at any time after it
-- UNBOUNDED: s.i > t.j AND t.b <= s.a
-- UNBOUNDED-NEXT: {{^ +}}^~~~~~~~~~{{$}}
-- UNBOUNDED: verdict: UNBOUNDED
-- Values of b below 3 behave like 3: every a is at least 3.
-- CLAMPED: verdict: BOUNDED
-- CLAMPED: t_b in 3..9
-- Here s comes first, and its a is finite: what t.b is does not matter.
-- ORDER: verdict: BOUNDED
-- ORDER: s_a in 3..9

//--- unbounded.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND t.b <= s.a;
//--- clamped.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND t.b <= s.a AND s.a >= 3 AND t.b < 10;
//--- order.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 3 AND 9), i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i < t.j AND t.b <= s.a;

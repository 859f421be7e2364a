-- D3: the least value of one attribute can be kept, of two it cannot.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- ACCEPTED: duplicates eliminated, Theorem 2
-- ACCEPTED: t: unbounded t.b; MaxRef {}, MinRef {t.b}
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: D3: rows of 't' have to be kept with the least 't.b' and the least 't.d', and at most one such value is allowed [B0351]
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: D3
-- REJECTED: D3 fails

//--- accepted.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND s.i > u.k AND t.b < s.a AND t.b < s.e;
//--- rejected.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND s.i > u.k AND t.b < s.a AND t.d < s.e;

-- D3: a greatest and a least value are two, although in each LTO query both have a bound on one side.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- ACCEPTED: duplicates eliminated, Theorem 2
-- REJECTED: D3: rows of 't' have to be kept with the greatest 't.d' and the least 't.b', and at most one such value is allowed [B0351]
-- REJECTED: t: unbounded t.b, t.d; MaxRef {t.d}, MinRef {t.b}

//--- accepted.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND s.i > u.k AND t.b > 9 AND t.d > 9 AND t.b < s.a AND 5 < t.d;
//--- rejected.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND s.i > u.k AND t.b > 9 AND t.d > 9 AND t.b < s.a AND s.e < t.d;

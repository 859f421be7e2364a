-- D3: rows are kept in combinations with those before them, so that thresholds of both are two.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- ACCEPTED: duplicates eliminated, Theorem 2
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: D3: rows of 't' have to be kept with the least 't.b' and the least 'u.f', and at most one such value is allowed [B0351]

//--- accepted.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND s.i > u.k AND t.b < s.a AND u.f < s.e;
//--- rejected.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND t.b < s.a AND u.f < s.e;

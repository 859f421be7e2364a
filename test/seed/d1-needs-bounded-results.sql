-- D1: a result without duplicates has to be remembered, so that its columns are bounded.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- ACCEPTED: duplicates eliminated, Theorem 2
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: D1: 's.a' is in the result, what was given before has to be kept, and it is unbounded in both directions [B0351]
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: D1
-- REJECTED: D1 fails

//--- accepted.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, u
WHERE s.i > u.k;
//--- rejected.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT s.a FROM s, u
WHERE s.i > u.k;

-- D2: what is kept for equalities is bounded.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- ACCEPTED: duplicates eliminated, Theorem 2
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: D2: 't.b' is compared with 's.a', rows of 't' have to be kept, and it is unbounded {{.*}}[B0351]
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: D2
-- REJECTED: D2 fails

//--- accepted.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND t.b = u.c;
//--- rejected.sql
CREATE STREAM s (a INT, e INT, i TIMESTAMP);
CREATE STREAM t (b INT, d INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), f INT, k TIMESTAMP);
SELECT DISTINCT u.c FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND t.b = s.a;

-- C3: the columns of the result lie at the root and its children.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: C3: 'u.c' is in the result, at distance 2 from the root [B0351]
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: C3
-- REJECTED: C3 fails

//--- accepted.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND t.j > u.k;
//--- rejected.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT s.a, u.c FROM s, t, u
WHERE s.i > t.j AND t.j > u.k;

-- C1: a stream that comes before two others, which are not ordered, has two parents.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: C1: 'u' comes before 's' and 't', which are not ordered: its dependency graph is no tree [B0351]
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: C1
-- REJECTED: component 1: no tree
-- REJECTED: u, below s and t, kept
-- REJECTED: C1 fails

//--- accepted.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT t.b FROM s, t, u
WHERE t.j > u.k AND s.i > t.j;
//--- rejected.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT t.b FROM s, t, u
WHERE t.j > u.k AND s.i > u.k;

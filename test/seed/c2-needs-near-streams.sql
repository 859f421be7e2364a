-- C2: comparisons are between parent and child or between children of one parent.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- REJECTED: rejected.sql:5:35: error: {{.*}}: C2: 's.a' is compared with 'u.c', but of 's' and 'u' neither is the parent of the other, and they have no parent in common [B0351]
-- REJECTED: note: in the LTO query 0 < s.a < 5; 0 < u.c < 5
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: C2
-- REJECTED: C2 fails

//--- accepted.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT s.a FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND u.c < t.b;
//--- rejected.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT s.a FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND u.c < s.a;

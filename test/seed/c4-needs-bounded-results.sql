-- C4: what is kept for the result is bounded.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: C4: 't.b' is in the result, rows of 't' have to be kept, and it is unbounded below [B0351]
-- REJECTED: note: in the LTO query 0 < 5 < s.a; t.b < 0 < 5
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: C4
-- REJECTED: C4 fails

//--- accepted.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT t.b FROM s, t
WHERE s.i > t.j AND 0 < t.b AND t.b < 5;
//--- rejected.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT t.b FROM s, t
WHERE s.i > t.j AND 0 < s.a AND t.b < 5;

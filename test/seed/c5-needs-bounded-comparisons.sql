-- C5: what is kept for comparisons is bounded.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- REJECTED: rejected.sql:{{[0-9]+:[0-9]+}}: error: {{.*}}: C5: 't.b' is compared with 's.a', rows of 't' have to be kept, and it is unbounded above [B0351]
-- REJECTED: note: in the LTO query 0 < 5 < s.a; 0 < 5 < t.b
-- REJECTED: verdict: NOT PROVEN by the seed's criterion: C5
-- REJECTED: s.a <= t.b
-- REJECTED: t: unbounded t.b; MaxRef {t.b}, MinRef {}
-- REJECTED: C5 fails

//--- accepted.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t
WHERE s.i > t.j AND s.a <= t.b AND 0 < s.a AND t.b < 5;
//--- rejected.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t
WHERE s.i > t.j AND s.a <= t.b AND 0 < s.a AND t.b > 5;

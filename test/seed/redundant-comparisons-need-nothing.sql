-- A constant between two attributes makes their comparison redundant: neither has to be bounded.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- ACCEPTED: comparisons between streams in it
-- ACCEPTED-NEXT: s.a < t.b: redundant, a constant lies between
-- ACCEPTED: t: unbounded t.b; MaxRef {}, MinRef {}
-- REJECTED: C5: 't.b' is compared with 's.a'
-- REJECTED: note: in the LTO query 5 < s.a; 5 < t.b

//--- accepted.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND s.a < t.b AND t.b > 5 AND s.a < 5;
//--- rejected.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND s.a < t.b AND t.b > 5 AND s.a > 5;

-- C2: a comparison that follows from permitted ones is no other condition.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/along.sql | FileCheck %s
-- RUN: bough check --criteria=seed %t/across.sql | FileCheck %s

-- CHECK: verdict: BOUNDED by the seed's criterion
-- CHECK: s.a = u.c

//--- along.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT s.a FROM s, t, u WHERE s.i > t.j AND t.j > u.k AND s.a = t.b AND t.b = u.c;
//--- across.sql
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 4), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 1 AND 4), j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 1 AND 4), k TIMESTAMP);
SELECT s.a FROM s, t, u WHERE s.i > t.j AND t.j > u.k AND s.a = t.b AND s.a = u.c;

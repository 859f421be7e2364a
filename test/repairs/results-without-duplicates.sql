-- The last timestamp in the list, in every SELECT of a union; together with a range or a window
-- where these alone leave the result unbounded.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/single.sql | FileCheck %s --check-prefix=SINGLE
-- RUN: %python %S/Inputs/apply_repairs.py %t/union.sql | FileCheck %s --check-prefix=UNION
-- RUN: %python %S/Inputs/apply_repairs.py %t/both.sql | FileCheck %s --check-prefix=BOTH
-- RUN: %python %S/Inputs/apply_repairs.py %t/equal-times.sql | FileCheck %s --check-prefix=EQUAL
-- SINGLE: repair: 64 bytes
-- SINGLE-NEXT: SELECT DISTINCT t.b, t.j FROM t;
-- SINGLE-NEXT: repair: 192 bytes
-- SINGLE-NEXT: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- UNION: repair: 64 bytes
-- UNION-NEXT: (SELECT s.a AS q, s.i FROM s) UNION (SELECT t.b, t.j FROM t UNION ALL SELECT t.b, t.j FROM t WHERE t.b > 3);
-- BOTH: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- BOTH-NEXT: SELECT DISTINCT s.a AS x, t.b, s.i FROM s, t WHERE s.i > t.j;
-- EQUAL: SELECT DISTINCT s.a AS x, t.b "y z", s.i FROM s, t WHERE s.i >= t.j;

//--- single.sql
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT DISTINCT t.b FROM t;
//--- union.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
(SELECT s.a AS q FROM s) UNION (SELECT t.b FROM t UNION ALL SELECT t.b FROM t WHERE t.b > 3);
//--- both.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT DISTINCT s.a AS x, t.b FROM s, t WHERE s.i > t.j;
//--- equal-times.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT DISTINCT s.a AS x, t.b "y z" FROM s, t WHERE s.i >= t.j;

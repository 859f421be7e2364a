-- A window of the row of an EXISTS goes into its subquery, also inside a disjunction.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/disjunction.sql | FileCheck %s
-- RUN: %python %S/Inputs/apply_repairs.py %t/two.sql | FileCheck %s --check-prefix=TWO
-- CHECK: CREATE STREAM t (b INT CHECK (b BETWEEN 4 AND 103), j TIMESTAMP);
-- CHECK: SELECT s.a FROM s WHERE s.a > 3 AND (EXISTS (SELECT 1 FROM t WHERE t.b = s.a AND t.j < s.i AND s.i <= t.j + INTERVAL '10' SECOND) OR s.a = 2);
-- TWO: repair: 320 bytes
-- TWO-NEXT: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- TWO-NEXT: CREATE STREAM u (c INT CHECK (c BETWEEN 0 AND 99), k TIMESTAMP);
-- TWO-NOT: {{.}}

//--- disjunction.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s WHERE s.a > 3 AND (EXISTS (SELECT 1 FROM t WHERE t.b = s.a AND t.j < s.i) OR s.a = 2);
//--- two.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a FROM s WHERE EXISTS (SELECT 1 FROM t WHERE t.b = s.a AND t.j < s.i)
  AND NOT EXISTS (SELECT 1 FROM u WHERE u.c = s.a AND u.k < s.i);

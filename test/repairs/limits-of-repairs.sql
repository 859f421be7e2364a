-- A repair that breaks --max-bytes is none; one that was found for another rejection is said once.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/q.sql --max-bytes=1000 | FileCheck %s
-- RUN: not bough check --max-bytes=100 %t/q.sql 2>&1 | FileCheck %s --check-prefix=NONE
-- RUN: %python %S/Inputs/apply_repairs.py %t/table.sql --table r=%t/r.csv | FileCheck %s --check-prefix=TABLE
-- RUN: %python %S/Inputs/apply_repairs.py %t/split.sql | FileCheck %s --check-prefix=SPLIT
-- CHECK: repair: 896 bytes
-- CHECK-NOT: repair
-- NONE: note: a range for 't.b' (CHECK or BETWEEN), or a window between the timestamps (s.i <= t.j + INTERVAL '...') would bound it
-- TABLE: repair: 1056 bytes
-- TABLE: repair: 2336 bytes
-- SPLIT: repair: 2496 bytes
-- SPLIT-NEXT: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- SPLIT-NOT: {{.}}

//--- q.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;
//--- split.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.a <> t.b;
//--- table.sql
CREATE TABLE r (sym VARCHAR(8), cap INT);
CREATE STREAM s (sym VARCHAR(8) KEYS 4, a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b, s.sym, r.cap FROM s, t, r WHERE s.i > t.j AND s.sym = r.sym;
//--- r.csv
sym,cap
"a,b",7
IBM,9223

-- Columns that are only compared for equality can be KEYS; the dictionary counts among the bytes. A
-- column of KEYS needs nothing, one of texts has no range.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/equality.sql | FileCheck %s
-- RUN: %python %S/Inputs/apply_repairs.py %t/present.sql | FileCheck %s --check-prefix=PRESENT
-- CHECK: repair: 1664 bytes
-- CHECK-NEXT: CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 99), i TIMESTAMP);
-- CHECK-NEXT: repair: 3488 bytes
-- CHECK-NEXT: CREATE STREAM s (a INT KEYS 100, i TIMESTAMP);
-- CHECK-NEXT: CREATE STREAM t (b INT KEYS 100, j TIMESTAMP);
-- CHECK-NEXT: repair: 1664 bytes
-- CHECK-NEXT: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- CHECK-NOT: {{.}}
-- PRESENT: repair: 3392 bytes
-- PRESENT-NEXT: CREATE STREAM t (sym VARCHAR(8) KEYS 4, b BIGINT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- PRESENT-NEXT: repair: 2624 bytes

//--- equality.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.a = t.b;
//--- present.sql
CREATE STREAM s (sym VARCHAR(8) KEYS 4, i TIMESTAMP);
CREATE STREAM t (sym VARCHAR(8) KEYS 4, b BIGINT, j TIMESTAMP);
SELECT s.sym, t.b FROM s, t WHERE s.sym = t.sym AND s.i > t.j;

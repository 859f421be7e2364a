-- Items of equal timestamp wait in a buffer, whose size must be declared.
-- RUN: split-file %s %t
-- RUN: not bough check %t/missing.sql 2>&1 | FileCheck %s --check-prefix=MISSING
-- RUN: bough check %t/declared.sql | FileCheck %s --check-prefix=DECLARED

-- MISSING: error: rows of 's' are joined with rows of the same timestamp, {{.*}} [B0302]
-- MISSING: note: add WITH (max_per_timestamp = n) to the declaration of 's'
-- MISSING-NEXT: CREATE STREAM s
-- MISSING-NEXT: ^
-- MISSING-NOT: error:
-- DECLARED: S_batch {{.*}}buffer, 4 rows{{ +}}40
-- DECLARED: T_batch {{.*}}buffer, 8 rows{{ +}}72

//--- missing.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 8);
SELECT s.a, t.b FROM s, t WHERE s.i = t.j;
//--- declared.sql
CREATE STREAM s (a INT, i TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 8);
SELECT s.a, t.b FROM s, t WHERE s.i = t.j;

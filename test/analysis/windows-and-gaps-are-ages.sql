-- A window keeps a ring of ages; a gap keeps ages up to the gap and one slot for all that is older.
-- RUN: split-file %s %t
-- RUN: bough check %t/window.sql | FileCheck %s --check-prefix=WINDOW
-- RUN: bough check %t/gap.sql | FileCheck %s --check-prefix=GAP
-- RUN: not bough check %t/sparse.sql 2>&1 | FileCheck %s --check-prefix=SPARSE

-- WINDOW: T {{.*}}t_j age 0..10{{ .*}}11 counters and totals{{ +}}112
-- GAP: T {{.*}}t_j age 0..10+{{ .*}}11 counters{{ +}}96
-- SPARSE: error: rows of 't' are kept for 11 seconds, and stream 't' does not declare how many there can be [B0308]
-- SPARSE: note: add WITH (max_per_timestamp = n, or max_per_second = n) to the declaration of 't'

//--- window.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND s.i <= t.j + INTERVAL '10' SECOND;
//--- gap.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i >= t.j + INTERVAL '10' SECOND;
//--- sparse.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.a = t.b AND s.i > t.j AND s.i <= t.j + INTERVAL '10' SECOND;

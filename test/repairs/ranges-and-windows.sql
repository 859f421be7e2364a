-- A range for the attribute, or a window with the rate that it needs; each changed file is checked.
-- RUN: %python %S/Inputs/apply_repairs.py %s | FileCheck %s
-- RUN: not bough check %s 2>&1 | FileCheck %s --check-prefix=NOTES
-- CHECK: verdict: UNBOUNDED
-- CHECK-NEXT: repair: 896 bytes
-- CHECK-NEXT: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- CHECK-NEXT: repair: 2176 bytes
-- CHECK-NEXT: CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 4);
-- CHECK-NEXT: SELECT t.b FROM s, t WHERE s.i > t.j AND s.i <= t.j + INTERVAL '10' SECOND;
-- CHECK-NOT: {{.}}
-- NOTES: :[[#@LINE+11]]:8: error: {{.*}}'t.b' is in the result
-- NOTES: :[[#@LINE+9]]:23: note: bounded with ' CHECK (b BETWEEN 0 AND 99)' here: 896 bytes
-- NOTES-NEXT: CREATE STREAM t (b INT, j TIMESTAMP);
-- NOTES-NEXT: {{^ +\^$}}
-- NOTES-NEXT: note: bounded with these 2 changes together: 2176 bytes
-- NOTES-NEXT: :[[#@LINE+5]]:37: note: ' WITH (max_per_timestamp = 4)' here
-- NOTES: note: ' AND s.i <= t.j + INTERVAL '10' SECOND' here
-- NOTES: verdict: UNBOUNDED

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;

-- A rejection has notes with changes that were tried, and the bytes that they lead to; the two sides of an equality are
-- one error.
-- RUN: split-file %s %t
-- RUN: not bough check %t/output.sql 2>&1 | FileCheck %s --check-prefix=OUTPUT
-- RUN: not bough check %t/time.sql 2>&1 | FileCheck %s --check-prefix=TIME
-- RUN: not bough check %t/equality.sql 2>&1 | FileCheck %s --check-prefix=EQUALITY
-- RUN: not bough check %t/split.sql 2>&1 | FileCheck %s --check-prefix=SPLIT

-- OUTPUT: error: {{.*}}'t.b' is in the result
-- OUTPUT: output.sql:2:23: note: bounded with ' CHECK (b BETWEEN 0 AND 99)' here: 896 bytes
-- OUTPUT: note: bounded with these 2 changes together: 2176 bytes
-- OUTPUT-NEXT: output.sql:2:37: note: ' WITH (max_per_timestamp = 4)' here
-- OUTPUT: output.sql:3:37: note: ' AND s.i <= t.j + INTERVAL '10' SECOND' here
-- TIME: error: {{.*}}'t.j' is in the result and has no end
-- TIME-NEXT: SELECT t.j
-- TIME-NEXT: ^~~
-- TIME-NEXT: time.sql:3:37: note: bounded with ' AND s.i <= t.j + INTERVAL '10' SECOND' here: 192 bytes
-- EQUALITY: error: {{.*}}'s.a' is compared with 't.b', {{.*}}; and 't.b' is compared with 's.a'
-- EQUALITY: note: bounded with ' CHECK (a BETWEEN 0 AND 99)' here: 1664 bytes
-- EQUALITY: note: bounded with these 2 changes together: 3488 bytes
-- EQUALITY-NEXT: equality.sql:1:23: note: ' KEYS 100' here
-- EQUALITY: equality.sql:2:23: note: ' KEYS 100' here
-- EQUALITY-NOT: error
-- The branches of the <> say the same, about the result and about the comparison: once each.
-- SPLIT: error: {{.*}}'t.b' is in the result
-- SPLIT: note: bounded with ' CHECK (b BETWEEN 0 AND 99)' here: 2496 bytes
-- SPLIT: error: {{.*}}'s.a' is compared with 't.b', {{.*}}; and 't.b' is compared with 's.a'
-- SPLIT-NOT: {{error|note}}

//--- output.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;
//--- time.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.j FROM s, t WHERE s.i > t.j;
//--- equality.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.a = t.b;
//--- split.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.a <> t.b;

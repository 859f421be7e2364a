-- A rejection has a note on what would help; the two sides of an equality are one error.
-- RUN: split-file %s %t
-- RUN: not bough check %t/output.sql 2>&1 | FileCheck %s --check-prefix=OUTPUT
-- RUN: not bough check %t/time.sql 2>&1 | FileCheck %s --check-prefix=TIME
-- RUN: not bough check %t/equality.sql 2>&1 | FileCheck %s --check-prefix=EQUALITY
-- RUN: not bough check %t/split.sql 2>&1 | FileCheck %s --check-prefix=SPLIT

-- OUTPUT: error: {{.*}}'t.b' is in the result
-- OUTPUT: note: a range for 't.b' (CHECK or BETWEEN), or a window between the timestamps (s.i <= t.j + INTERVAL '...') would bound it
-- TIME: error: {{.*}}'t.j' is in the result and has no end
-- TIME: note: a window between the timestamps (s.i <= t.j + INTERVAL '...') would bound it
-- EQUALITY: error: {{.*}}'s.a' is compared with 't.b', {{.*}}; and 't.b' is compared with 's.a'
-- EQUALITY: note: a range for 's.a' or 't.b' (CHECK or BETWEEN), or a window between the timestamps (s.i <= t.j + INTERVAL '...' AND t.j <= s.i + INTERVAL '...') would bound it
-- EQUALITY-NOT: error
-- Both branches of the <> say the same about the result: one error.
-- SPLIT: error: {{.*}}'t.b' is in the result
-- SPLIT-NOT: error

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
CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 9), i TIMESTAMP);
CREATE STREAM t (b INT, c INT CHECK (c BETWEEN 0 AND 9), j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j AND s.a <> t.c;

-- The total of a group that comes again tells whether it was there; one that a machine can keep tells nothing.
-- RUN: split-file %s %t
-- RUN: not bough check %t/count.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/largest.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/average.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/window.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/joined.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/total.sql 2>&1 | FileCheck %s --check-prefix=OPEN

-- UNBOUNDED: verdict: UNBOUNDED
-- OPEN: verdict: NOT PROVEN

//--- count.sql
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT a + 1, COUNT(*) FROM s GROUP BY a + 1;
//--- largest.sql
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT a, MAX(b) FROM s WHERE b > 5 GROUP BY a;
//--- average.sql
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT a, MIN(b), AVG(b) FROM s WHERE b < 0 GROUP BY a;
//--- window.sql
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT a, AVG(b) FROM s GROUP BY a, TUMBLE(i, INTERVAL '10' SECOND);
//--- joined.sql
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
CREATE STREAM t (a INT, c INT CHECK (c BETWEEN 1 AND 9), j TIMESTAMP);
SELECT c, COUNT(*) FROM PATTERN (s ; t) WHERE s.a = t.a MATCH NEXT GROUP BY c;
//--- total.sql
-- SUM(s.b) could be kept without s.b.
CREATE STREAM s (b INT, i TIMESTAMP);
CREATE STREAM t (c INT CHECK (c BETWEEN 1 AND 9), j TIMESTAMP);
SELECT c, SUM(b) FROM s, t WHERE s.i < t.j GROUP BY c;

-- Rule "join": of y <= x the values of x between the least x and the greatest y matter.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b > -10/t.c > -10/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OPEN
-- BOUNDED: t_b in -9..3
-- OPEN: error: {{.*}}values of 't.b' that matter to the comparison are unbounded below
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE t.j < s.i AND t.b >= s.a AND s.a <= 3 AND t.b > -10;

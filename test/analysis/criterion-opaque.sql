-- Rule "opaque": a product across items needs a range for what comes first.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b BETWEEN/t.c BETWEEN/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OPEN
-- BOUNDED: t_b in 0..9
-- OPEN: error: {{.*}}'t.b' is used together with 's.a', which can arrive at any time after it
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE t.j < s.i AND t.b * s.a < 7 AND t.b BETWEEN 0 AND 9;

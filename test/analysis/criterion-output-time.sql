-- Rule "output": a timestamp that is kept needs a bound on its age.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.i <= t.j +/s.i >= t.j +/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OLD
-- BOUNDED: t_j age 0..10
-- OLD: error: {{.*}}'t.j' is in the result and has no end
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT t.j FROM s, t WHERE t.j < s.i AND s.i <= t.j + INTERVAL '10' SECOND;

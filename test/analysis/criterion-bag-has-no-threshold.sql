-- A threshold serves sets only: bags count.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/SELECT DISTINCT/SELECT/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=BAG
-- BOUNDED: T {{.*}}1 smallest value
-- BAG: error: {{.*}}'t.b' is compared with 's.a'
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT DISTINCT s.i FROM s, t WHERE t.j < s.i AND t.b <= s.a;

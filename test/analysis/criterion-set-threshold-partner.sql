-- Sets: several attributes that are compared with one partner are one threshold.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.c <= s.a/t.c <= s.d/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=TWO
-- BOUNDED: T {{.*}}1 smallest value
-- TWO: error: {{.*}}'t.
CREATE STREAM s (a INT, d INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT DISTINCT s.i FROM s, t WHERE t.j < s.i AND t.b <= s.a AND t.c <= s.a;

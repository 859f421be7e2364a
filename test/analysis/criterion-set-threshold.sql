-- Sets: comparisons in one direction are one threshold; in both directions they are none.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/AND t.b <= s.a + 5/AND t.c >= s.a + 5/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=BOTH
-- BOUNDED: T {{.*}}1 smallest value
-- BOTH: error: {{.*}}'t.
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT DISTINCT s.i FROM s, t WHERE t.j < s.i AND t.b <= s.a AND t.b <= s.a + 5;

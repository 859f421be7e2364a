-- Branches that together are one conjunction are judged as one.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b > s.a)/t.b > s.a + 1)/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=GAP
-- BOUNDED: T {{.*}}1 counter
-- GAP: error: {{.*}}'t.b' is compared with 's.a'
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE t.j < s.i AND (t.b <= s.a OR t.b > s.a);

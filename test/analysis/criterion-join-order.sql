-- Rule "join": a comparison matters to what arrives before its other side only.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b = s.a/t.b > s.a/;s/BETWEEN 0 AND 9/>= 0/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=REDUNDANT
-- BOUNDED: s_a in 0..9
-- REDUNDANT: error: {{.*}}'s.a' is compared with 't.b'
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i < t.j AND t.b = s.a AND s.a BETWEEN 0 AND 9;

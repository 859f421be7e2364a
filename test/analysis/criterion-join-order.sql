-- Rule "join": a comparison does not matter to rows of the same time, only to what arrives before its other side.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.i = t.j/s.i < t.j/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=EARLIER
-- BOUNDED: verdict: BOUNDED
-- EARLIER: error: {{.*}}'s.a' is compared with 't.b'
-- EARLIER: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT t.b FROM s, t WHERE s.i = t.j AND t.b = s.a;

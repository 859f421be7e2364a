-- Rule "join": a comparison that follows from others needs nothing.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.a >= 3/s.d >= 3/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=NEEDED
-- BOUNDED: T {{.*}}1 counter
-- NEEDED: error: {{.*}}'t.b' is compared with 's.a'
-- NEEDED: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT s.a FROM s, t WHERE t.j < s.i AND t.b <= s.a AND t.b <= 3 AND s.a >= 3;

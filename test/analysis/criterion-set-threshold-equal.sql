-- Sets: attributes that are equal up to constants are one threshold.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/t.b = t.c/t.b < t.c/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=TWO
-- BOUNDED: T {{.*}}1 smallest value
-- TWO: error: {{.*}}'t.b' is unbounded in both directions, and is needed by rows of 's'
-- TWO: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT DISTINCT s.i FROM s, t WHERE t.j < s.i AND t.b <= s.a AND t.c <= s.d AND t.b = t.c;

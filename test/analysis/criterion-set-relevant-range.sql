-- Sets: a finite relevant range is no part of the threshold.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.d >= 0/s.a >= 0/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=TWO
-- BOUNDED: T {{.*}}t_c in 0..5 {{.*}}smallest value
-- TWO: error: {{.*}}'t.c' is unbounded below, and is needed by rows of 's'
-- TWO: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT DISTINCT s.i FROM s, t WHERE t.j < s.i AND t.b <= s.a AND t.c <= s.d AND t.c <= 5 AND s.d >= 0;

-- Rows of EXISTS are judged as a set, also under a bag: a threshold will do, two will not.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/n.y <= s.a/n.y <= s.d/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=TWO
-- BOUNDED: N {{.*}}1 smallest value
-- TWO: error: {{.*}}'n.x' is unbounded in both directions, and is needed by rows of 's'
-- TWO: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM n (x INT, y INT, m TIMESTAMP);
SELECT s.a FROM s WHERE EXISTS (SELECT 1 FROM n WHERE n.x <= s.a AND n.y <= s.a AND n.m < s.i);

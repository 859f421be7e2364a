-- EXISTS: an equality is no threshold.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/n.x <= s.a/n.x = s.a/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=EQUAL
-- BOUNDED: N {{.*}}1 smallest value
-- EQUAL: error: {{.*}}'n.x' is unbounded in both directions, and is needed by rows of 's'
-- EQUAL: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM n (x INT, y INT, m TIMESTAMP);
SELECT s.a FROM s WHERE EXISTS (SELECT 1 FROM n WHERE n.x <= s.a AND n.m < s.i);

-- Constraints between timestamps alone, also gaps without end, keep ages or counters only; a timestamp of the result is more.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/SELECT s.i/SELECT t.j/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=OUTPUT
-- BOUNDED: verdict: BOUNDED
-- OUTPUT: error: {{.*}}'t.j' is in the result and has no end
-- OUTPUT: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, c INT, j TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT s.i FROM s, t WHERE s.i > t.j + INTERVAL '10' SECOND;

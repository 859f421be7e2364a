-- Rows of one stream that take part in a solution stand at different times where a rate is declared.
-- RUN: not bough check %s | FileCheck %s
-- RUN: sed 's/max_per_timestamp/max_per_second/' %s | not bough check - | FileCheck %s
-- CHECK: verdict: UNBOUNDED
CREATE STREAM s (a INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
SELECT x0.a FROM s x0, s x1, s x2, s x3;

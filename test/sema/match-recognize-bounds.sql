-- Without a gap a run is over with the next row, so that nothing needs a bound. With one, SKIP PAST LAST ROW has to know
-- which run is the oldest: WITHIN is proposed at its place inside of the parentheses.
-- RUN: split-file %s %t
-- RUN: bough check %t/contiguous.sql | FileCheck %t/contiguous.sql
-- RUN: not bough check %t/gap.sql 2>&1 | FileCheck %t/gap.sql
-- RUN: not bough check %t/keys.sql 2>&1 | FileCheck %t/keys.sql
--- contiguous.sql
CREATE STREAM s (k VARCHAR(8) KEYS 100, a BIGINT, ts TIMESTAMP);
SELECT * FROM s MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.a AS a, A.ts AS start, C.a - B.a AS rise
  PATTERN (A B C) DEFINE B AS B.a < A.a, C AS C.a > A.a + B.a);
-- CHECK: BOUNDED
--- gap.sql
CREATE STREAM s (k INT, a INT, ts TIMESTAMP) WITH (max_per_second = 2);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A Z*? B) DEFINE A AS a BETWEEN 1 AND 5);
-- CHECK: :2:64: error: the query is not proven to be bounded: only the oldest of the runs that a row completes is a match
-- CHECK: :2:81: note: bounded with ' WITHIN INTERVAL '10' SECOND' here
--- keys.sql
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.a AS x PATTERN (A B) DEFINE B AS B.a > A.a);
-- CHECK: error: {{.*}}k' is in PARTITION BY and is unbounded

-- What a pattern cannot keep is rejected with a witness and with changes that were tried.
-- RUN: split-file %s %t
-- RUN: not bough check %t/join.sql 2>&1 | FileCheck %t/join.sql
-- RUN: not bough check %t/output.sql 2>&1 | FileCheck %t/output.sql
-- RUN: not bough check %t/time.sql 2>&1 | FileCheck %t/time.sql
-- RUN: not bough check %t/number.sql 2>&1 | FileCheck %t/number.sql
-- RUN: not bough check %t/partition.sql 2>&1 | FileCheck %t/partition.sql
-- RUN: not bough check %t/distinct.sql 2>&1 | FileCheck %t/distinct.sql
--- join.sql
CREATE STREAM a (x INT, ts TIMESTAMP);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT b.ts FROM PATTERN (a ; b) WHERE b.x = a.x MATCH NEXT;
-- CHECK: join.sql:3:40: error: the query cannot be evaluated in bounded memory: 'a.x' is unbounded in both directions, and is needed by rows of 'b' that can arrive at any time after it [B0305]
-- CHECK: bounded with ' CHECK (x BETWEEN 0 AND 99)' here
--- output.sql
CREATE STREAM a (x INT, ts TIMESTAMP);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT a.x FROM PATTERN (a ; b) MATCH NEXT;
-- CHECK: output.sql:3:8: error: {{.*}}'a.x' is in the result and is unbounded in both directions, and a row of 'b' can complete the result at any time after the row of 'a' [B0305]
-- CHECK: ' WITHIN INTERVAL '10' SECOND' here
--- time.sql
CREATE STREAM a (x INT, ts TIMESTAMP);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT a.ts FROM PATTERN (a ; b) MATCH NEXT;
-- CHECK: time.sql:3:8: error: {{.*}}'a.ts' has to be kept without a bound on its age, and a row of 'b' can arrive at any time after it [B0305]
--- number.sql
CREATE STREAM a (x INT, ts TIMESTAMP);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT ROWID(a) FROM PATTERN (a ; b) MATCH NEXT;
-- CHECK: number.sql:3:8: error: {{.*}}the number of the row of 'a' is in the result and has no bound, and a row of 'b' can complete the result at any time after it
--- partition.sql
CREATE STREAM a (x INT, ts TIMESTAMP);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT b.ts FROM PATTERN (a ; b) PARTITION BY x MATCH NEXT;
-- CHECK: partition.sql:3:34: error: {{.*}}'a.x' is in PARTITION BY and is unbounded in both directions, and rows of 'b' that agree with it can arrive at any time after it [B0305]
--- distinct.sql
CREATE STREAM a (x INT, ts TIMESTAMP);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT 1 AS one FROM PATTERN (a ; ANY 2 OF (b DISTINCT x)) MATCH NEXT;
-- CHECK: distinct.sql:3:35: error: {{.*}}the values of 'b.x' that an ANY has taken have to be kept, and are unbounded in both directions

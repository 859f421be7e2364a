-- A window makes captured attributes expire: by time with the declared rate, by rows without one, by a finite stream.
-- RUN: split-file %s %t
-- RUN: bough check %t/time.sql | FileCheck %t/time.sql
-- RUN: bough check %t/events.sql | FileCheck %t/events.sql
-- RUN: bough check %t/rows.sql | FileCheck %t/rows.sql
--- time.sql
CREATE STREAM a (x INT, ts TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT a.x FROM PATTERN (a ; b) WHERE b.x = a.x WITHIN INTERVAL '10' SECOND MATCH NEXT;
-- CHECK: pattern: 3 states, 2 transitions
-- CHECK: A {{.*}}first_row age 0..10, a_x any  sparse, room for 22 counters
--- events.sql
CREATE STREAM a (x INT, ts TIMESTAMP);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT a.x FROM PATTERN (a ; b) WHERE b.x = a.x ORDER BY ARRIVAL WITHIN 50 EVENTS MATCH NEXT;
-- CHECK: pattern: 3 states, 2 transitions
-- CHECK: A {{.*}}rows_since_the_first age 0..49, a_x any  sparse, room for 50 counters
--- rows.sql
CREATE STREAM a (x INT, ts TIMESTAMP) WITH (max_rows = 30);
CREATE STREAM b (x INT, ts TIMESTAMP);
SELECT a.x FROM PATTERN (a ; b) WHERE b.x = a.x MATCH NEXT;
-- CHECK: A {{.*}}a_x any  sparse, room for 30 counters

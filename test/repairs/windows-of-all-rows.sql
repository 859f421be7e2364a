-- Where a window for the rejected attribute leaves other rows without an age, the last row comes
-- soon after all others.
-- RUN: %python %S/Inputs/apply_repairs.py %s | FileCheck %s
-- CHECK: repair: {{[0-9]+}} bytes
-- CHECK: AND i2.ts <= i1.ts + INTERVAL '10' SECOND AND i2.ts <= i0.ts + INTERVAL '10' SECOND;
-- CHECK-NOT: repair:

CREATE STREAM b (a BIGINT CHECK (a BETWEEN 0 AND 1), ts TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM c (a INT, ts TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM d (a INT CHECK (a BETWEEN -2 AND 1), ts TIMESTAMP) WITH (max_per_timestamp = 8);
CREATE STREAM e (ts TIMESTAMP, a SMALLINT CHECK (a BETWEEN 1 AND 3)) WITH (max_per_timestamp = 5);
SELECT i1.ts FROM b i0, c i1, d i2
WHERE i2.ts > i1.ts AND i0.ts < i2.ts AND EXISTS (SELECT 1 FROM e WHERE i2.a = e.a AND i0.ts > e.ts);

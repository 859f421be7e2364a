-- Where windows for the rejected attributes are not enough for a result without duplicates: windows
-- in every SELECT and EXISTS, and the last timestamps.
-- RUN: %python %S/Inputs/apply_repairs.py %s | FileCheck %s
-- CHECK: repair: {{[0-9]+}} bytes
-- CHECK: AS x, i2.ts FROM
-- CHECK-SAME: i0.ts <= i2.ts + INTERVAL '10' SECOND
-- CHECK: SELECT i0.ts, i0.ts FROM b i0
-- CHECK: SELECT i1.ts, i1.ts FROM c i1
-- CHECK-NOT: repair:

CREATE STREAM b (a BOOLEAN, ts TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM c (a BOOLEAN, ts TIMESTAMP) WITH (max_per_timestamp = 4);
SELECT i0.ts + INTERVAL '1' SECOND AS x FROM b i0, c i1, b i2 WHERE i1.ts <> i0.ts AND i1.ts < i2.ts
UNION ALL
SELECT i0.ts FROM b i0 WHERE i0.a
UNION
SELECT i1.ts FROM c i1;

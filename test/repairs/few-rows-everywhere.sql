-- Where neither windows nor ranges help: a number of rows for every stream.
-- RUN: %python %S/Inputs/apply_repairs.py %s | FileCheck %s
-- CHECK: verdict: NOT PROVEN
-- CHECK-NEXT: repair: {{[0-9]+}} bytes
-- CHECK: WITH (max_rows = 1000, max_per_timestamp = 4);
-- CHECK: WITH (max_per_timestamp = 10, max_rows = 1000);
-- CHECK-NOT: repair:

CREATE STREAM b (ts TIMESTAMP, a SMALLINT, b BIGINT);
CREATE STREAM c (a INT CHECK (a BETWEEN -1 AND 4), ts TIMESTAMP, b INT CHECK (b BETWEEN -1 AND 0)) WITH (max_per_timestamp = 10);
CREATE STREAM d (a SMALLINT CHECK (a BETWEEN 1 AND 6), ts TIMESTAMP) WITH (max_per_timestamp = 10);
CREATE QUERY q0 AS
SELECT i1.b + 5 AS c0, i0.b AS c1, i0.b AS c2
FROM b i0, b i1
WHERE i0.b - i1.a = 0 AND i1.b > i0.b - 1 AND i0.a BETWEEN 2 AND 8 AND i1.a BETWEEN -1 AND 3 AND i1.ts >= i0.ts + INTERVAL '5' SECOND AND i1.b + (3 * i0.b) < 1 AND i0.a = i1.a
UNION
SELECT i0.b AS c0, i0.b + 2 AS c1, i2.b AS c2
FROM b i0, b i1, b i2
WHERE i1.b <= i0.a AND i0.ts > i1.ts AND i1.a BETWEEN -2 AND 2 AND i1.b BETWEEN -2 AND -1 AND i0.a <> -3 AND i2.b BETWEEN 1 AND 6 AND i2.ts > i0.ts AND i2.a BETWEEN -4 AND 2 AND (i0.b * 2) - i1.b = 8;
CREATE QUERY q1 AS
SELECT i0.b AS c0, i0.ts AS c1
FROM b i0, c i1, d i2
WHERE i2.ts < i1.ts - INTERVAL '7' SECOND AND i1.a <= i0.a AND (i0.b / 2) - i1.a > 0 AND i1.ts <= i0.ts AND i0.b <> -2;

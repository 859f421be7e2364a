-- The lateness is in the unit of the stream's own timestamp. A stream that the query does not read needs no rate.
-- RUN: bough explain %s --emit=plan | FileCheck %s
-- RUN: bough explain %s --emit=ast | FileCheck %s --check-prefix=AST
-- CHECK: stream s
-- CHECK: max_per_second 10
-- CHECK: lateness 1500
-- CHECK: stream t
-- CHECK: lateness 2
-- AST: i TIMESTAMP(3),
-- AST-NEXT: WATERMARK FOR i AS i - INTERVAL '1.5' SECOND
-- AST-NEXT: ) WITH (max_per_second = 10);
CREATE STREAM s (a INT, i TIMESTAMP(3), WATERMARK FOR i AS i - INTERVAL '1.5' SECOND) WITH (max_per_second = 10);
CREATE STREAM t (WATERMARK FOR i AS i - INTERVAL '48' HOUR, i TIMESTAMP UNIT DAY);
SELECT s.a FROM s;

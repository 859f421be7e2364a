-- A window goes behind the elements of a pattern, or behind its WHERE.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/alone.sql | FileCheck %s
-- RUN: %python %S/Inputs/apply_repairs.py %t/where.sql | FileCheck %s --check-prefix=WHERE
-- CHECK: SELECT x.v, y.b FROM PATTERN (s x ; t y) WHERE y.j <= x.i + INTERVAL '10' SECOND MATCH ALL;
-- WHERE: SELECT x.v, y.b FROM PATTERN (s x ; NOT t n ; t y) WHERE n.b = x.v AND y.j <= x.i + INTERVAL '10' SECOND;

//--- alone.sql
CREATE STREAM s (v INT, i TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 4);
SELECT x.v, y.b FROM PATTERN (s x ; t y) MATCH ALL;
//--- where.sql
CREATE STREAM s (v INT, i TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 4);
SELECT x.v, y.b FROM PATTERN (s x ; NOT t n ; t y) WHERE n.b = x.v;

-- Where no single change is enough, one for each rejection: over all queries of a file, and for
-- every column of a star.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/queries.sql | FileCheck %s --check-prefix=QUERIES
-- RUN: %python %S/Inputs/apply_repairs.py %t/star.sql | FileCheck %s --check-prefix=STAR
-- QUERIES: repair: 1024 bytes
-- QUERIES-NEXT: CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 99), i TIMESTAMP);
-- QUERIES-NEXT: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99), j TIMESTAMP);
-- STAR: CREATE STREAM s (a INT, i TIMESTAMP) WITH (max_per_timestamp = 4);
-- STAR: SELECT * FROM s, t WHERE s.i >= t.j AND s.i <= t.j + INTERVAL '10' SECOND;

//--- queries.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE QUERY first AS SELECT s.a, s.i FROM s;
CREATE QUERY "Second one" AS SELECT t.b FROM s, t WHERE s.i > t.j;
CREATE QUERY third AS SELECT DISTINCT s.a FROM s;
//--- star.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT * FROM s, t WHERE s.i >= t.j;

-- Where the text goes: beside comments, without WHERE or a semicolon, with JOIN ... ON, before OR,
-- with quoted names, and into a WITH that is there.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/comments.sql | FileCheck %s --check-prefix=COMMENTS
-- RUN: %python %S/Inputs/apply_repairs.py %t/no-where.sql | FileCheck %s --check-prefix=WHERE
-- RUN: %python %S/Inputs/apply_repairs.py %t/on.sql | FileCheck %s --check-prefix=ON
-- RUN: %python %S/Inputs/apply_repairs.py %t/or.sql | FileCheck %s --check-prefix=OR
-- RUN: %python %S/Inputs/apply_repairs.py %t/quoted.sql | FileCheck %s --check-prefix=QUOTED
-- RUN: %python %S/Inputs/apply_repairs.py %t/with.sql | FileCheck %s --check-prefix=WITH
-- COMMENTS: CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 99)/* b */,
-- COMMENTS: j TIMESTAMP) WITH (max_per_timestamp = 4)/* after t */ ;
-- COMMENTS-NEXT: WHERE s.i > t.j AND s.i <= t.j + INTERVAL '10' SECOND -- the condition
-- WHERE: SELECT t.j FROM s, t WHERE s.i <= t.j + INTERVAL '10' SECOND -- all pairs
-- ON: SELECT t.j FROM s JOIN t ON (s.i > t.j) WHERE s.i <= t.j + INTERVAL '10' SECOND
-- OR: WHERE (s.a = 3 OR t.b > 5) AND s.i <= t.j + INTERVAL '10' SECOND;
-- QUOTED: CREATE STREAM "Order book" ("the ""Price""" INT CHECK ("the ""Price""" BETWEEN 0 AND 99), "when" TIMESTAMP);
-- QUOTED: x."j j" <= "Order book".when + INTERVAL '10' SECOND ;
-- WITH: WITH (starts_at = 5, max_per_timestamp = 4 /* first */ ) ;

//--- comments.sql
CREATE STREAM s (a INT -- the a
, i TIMESTAMP) -- end of s
;
CREATE STREAM t (b INT/* b */,
  j TIMESTAMP)/* after t */ ;
SELECT t.b -- the list
FROM s, t
-- before where
WHERE s.i > t.j -- the condition
/* tail */;
//--- no-where.sql
CREATE STREAM s (a INT, i TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 4);
SELECT t.j FROM s, t -- all pairs
//--- on.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.j FROM s JOIN t ON (s.i > t.j)
//--- or.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s JOIN t ON s.i > t.j WHERE s.a = 3 OR t.b > 5;
//--- quoted.sql
CREATE STREAM "Order book" ("the ""Price""" INT, "when" TIMESTAMP);
CREATE STREAM "select" ("from" INT, "j j" TIMESTAMP);
SELECT "Order book"."the ""Price""" FROM "Order book", "select" x WHERE "Order book"."when" < x."j j" ;
//--- with.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (starts_at = 5 /* first */ ) ;
SELECT t.b FROM s, t WHERE s.i > t.j;

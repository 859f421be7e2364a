-- A pattern that is a join becomes branches of conditions on times; WITHIN is in the finest unit.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), v INT, f BOOLEAN, i TIMESTAMP);
CREATE STREAM t (k INT CHECK (k BETWEEN 0 AND 9), w INT, j TIMESTAMP(3));
CREATE STREAM n (k INT CHECK (k BETWEEN 0 AND 9), z INT, m TIMESTAMP);
CREATE QUERY q AS
SELECT b.*, a.v FROM PATTERN (s a ; NOT n ; t b ; s c) WHERE a.v < b.w AND (n.z = a.v OR n.z > 5) AND c.v <> a.v
PARTITION BY k WITHIN INTERVAL '10' SECOND MATCH ALL;
-- CHECK:      unit millisecond
-- CHECK:      branch 1
-- CHECK-NEXT:   item a of s
-- CHECK-NEXT:   item b of t
-- CHECK-NEXT:   item c of s
-- CHECK-NEXT:   atom a.v - b.w <= -1
-- CHECK-NEXT:   time a.i - b.j <= -1
-- CHECK-NEXT:   atom a.k - b.k <= 0
-- CHECK-NEXT:   atom b.k - a.k <= 0
-- CHECK-NEXT:   time b.j - c.i <= -1
-- CHECK-NEXT:   atom b.k - c.k <= 0
-- CHECK-NEXT:   atom c.k - b.k <= 0
-- CHECK-NEXT:   time c.i - a.i <= 10000
-- CHECK:        atom {{.*}}c.v
-- CHECK-NEXT:   not exists
-- CHECK-NEXT:     item n of n
-- CHECK:          time a.i - n.m <= -1
-- CHECK-NEXT:     time n.m - b.j <= -1
-- CHECK-NEXT:     atom a.k - n.k <= 0
-- CHECK-NEXT:     atom n.k - a.k <= 0
-- CHECK:        output b.k
-- CHECK-NEXT:   output b.w
-- CHECK-NEXT:   output b.j
-- CHECK-NEXT:   output a.v
-- CHECK:      branch 2
-- CHECK-NOT:  pattern
CREATE QUERY r AS
SELECT a.v FROM PATTERN (NOT n ; s a ; t b) WHERE n.z = a.v WITHIN INTERVAL '2' SECOND;
-- CHECK:      branch 3 of r
-- CHECK:        time a.i - b.j <= -1
-- CHECK-NEXT:   time b.j - a.i <= 2000
-- CHECK-NEXT:   not exists
-- CHECK-NEXT:     item n of n
-- CHECK-NEXT:     atom
-- CHECK-NEXT:     atom
-- CHECK-NEXT:     time b.j - n.m <= 2000
-- CHECK-NEXT:     time n.m - a.i <= -1
CREATE QUERY u AS SELECT v FROM PATTERN (s) WHERE FALSE WITHIN INTERVAL '0' SECOND;
-- CHECK:      branch 4 of u
-- CHECK-NEXT:   item s of s
-- CHECK-NEXT:   atom 0 - 0 <= -1
-- CHECK-NEXT:   output s.v

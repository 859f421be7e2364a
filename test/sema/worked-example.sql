-- The example of the language reference.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND 0 < t.b AND t.b < 5;
-- CHECK:      stream s
-- CHECK-NEXT:   column a INT -2147483648..2147483647
-- CHECK-NEXT:   column i TIMESTAMP(0) 0..9223372036854775807
-- CHECK:      unit second
-- CHECK-NEXT: result
-- CHECK-NEXT:   column a INT
-- CHECK-NEXT:   column b INT
-- CHECK-NEXT: branch 1
-- CHECK-NEXT:   item s of s
-- CHECK-NEXT:   item t of t
-- CHECK-NEXT:   item u of u
-- CHECK-NEXT:   time t.j - s.i <= -1
-- CHECK-NEXT:   time u.k - t.j <= -1
-- CHECK-NEXT:   atom 0 - t.b <= -1
-- CHECK-NEXT:   atom t.b - 0 <= 4
-- CHECK-NEXT:   output s.a
-- CHECK-NEXT:   output t.b
-- CHECK-NOT:  {{.}}

-- Arithmetic over one item is a derived attribute; across two items it makes a difference of them.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 99), b INT, c BIGINT, i TIMESTAMP);
SELECT x.a % 10 + 1, x.a + x.b, -x.b, x.a * y.b - 3, x.c + x.c, 2 * x.a + y.a % 7 FROM s x, s y
WHERE 2 * x.a + x.b <= 3 * y.b + 7 AND x.a + y.a = 5 AND 4 * x.a < 4 * y.a - 2
  AND x.b / 2 <> x.b AND 3 * x.b = 7 * 3 AND x.c + y.c < 10;
-- CHECK:        item x of s
-- CHECK-NEXT:     derived ((x.a * 2) + x.b) -2147483648..2147483845
-- CHECK-NEXT:     derived (x.a % 10) 0..9 check 0..9
-- CHECK-NEXT:     derived (x.a + x.b) -2147483648..2147483746
-- CHECK-NEXT:     derived (0 - x.b) -2147483647..2147483648
-- CHECK-NEXT:   item y of s
-- CHECK-NEXT:     derived (y.b * 3)
-- CHECK-NEXT:     derived (0 - y.a) -99..0 check -99..0
-- CHECK-NEXT:     derived (y.a % 7) 0..6 check 0..6
-- CHECK-NEXT:   atom x."a * 2 + b" - y."b * 3" <= 7
-- CHECK-NEXT:   atom x.a - y."-a" <= 5
-- CHECK-NEXT:   atom y."-a" - x.a <= -5
-- CHECK-NEXT:   atom x.a - y.a <= -1
-- CHECK-NEXT:   atom x.b - 0 <= 7
-- CHECK-NEXT:   atom 0 - x.b <= -7
-- CHECK-NEXT:   filter x.b <> (x.b / 2)
-- CHECK-NEXT:   opaque (x.c + y.c) <= 9
-- CHECK-NEXT:   output x."a % 10" + 1
-- CHECK-NEXT:   output x."a + b"
-- CHECK-NEXT:   output x."-b"
-- CHECK-NEXT:   output computed ((x.a * y.b) - 3)
-- CHECK-NEXT:   output computed (x.c * 2)
-- CHECK-NEXT:   output computed ((x.a * 2) + y."a % 7")

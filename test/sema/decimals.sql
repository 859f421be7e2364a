-- DECIMALs are kept in one unit; comparisons with finer constants are exact.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (p DECIMAL(6, 2) CHECK (p BETWEEN 0.5 AND 20), q NUMERIC(4), a INT, i TIMESTAMP);
SELECT x.p, x.p * 1.05 AS raised, x.p + x.a, 2.5, x.q FROM s x, s y
WHERE x.p < 1.2345 AND x.p >= 1.2345 AND x.p <> 1.2345 AND x.p IN (1.5, 1.23456, 3, 2e0)
  AND x.p = y.a AND x.q <= y.p + 0.00001;
-- CHECK:      column p DECIMAL(6, 2) 5000..200000 check 5000..200000
-- CHECK-NEXT: column q DECIMAL(4, 0) -99990000..99990000
-- CHECK:      scale 4
-- CHECK-NEXT: result
-- CHECK-NEXT:   column p DECIMAL(6, 2)
-- CHECK-NEXT:   column raised DECIMAL(18, 4)
-- CHECK-NEXT:   column column3 DECIMAL(18, 2)
-- CHECK-NEXT:   column column4 DECIMAL(18, 1)
-- CHECK-NEXT:   column q DECIMAL(4, 0)
-- CHECK:          derived ((x.p / 100) * 105) 5250..210000
-- CHECK-NEXT:     derived (x.p + (x.a * 10000))
-- CHECK-NEXT:   item y of s
-- CHECK-NEXT:     derived (y.a * 10000)
-- CHECK-NEXT:   atom x.p - 0 <= 12344
-- CHECK-NEXT:   atom 0 - x.p <= -12345
-- CHECK-NEXT:   atom x.p - y."a * 10000" <= 0
-- CHECK-NEXT:   atom y."a * 10000" - x.p <= 0
-- CHECK-NEXT:   atom x.q - y.p <= 0
-- CHECK-NEXT:   filter x.p <> 12345
-- CHECK-NEXT:   filter x.p in (15000, 20000, 30000)
-- CHECK-NEXT:   output x.p
-- CHECK-NEXT:   output x."p / 100 * 105"
-- CHECK-NEXT:   output x."p + a * 10000"
-- CHECK-NEXT:   output 25000
-- CHECK-NEXT:   output x.q

-- A BOOLEAN is a condition, and 0 or 1 in a comparison.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (f BOOLEAN, g BOOL, h BOOLEAN CHECK (NOT h), i TIMESTAMP);
SELECT x.f, FALSE, TRUE AS yes FROM s x, s y
WHERE x.f AND NOT y.f AND x.g = FALSE AND y.g <> FALSE AND x.g <> y.f AND (x.f OR NOT x.g);
-- CHECK:      column f BOOLEAN 0..1 check 0..1
-- CHECK:      column h BOOLEAN 0..0 check 0..0
-- CHECK:        column f BOOLEAN
-- CHECK-NEXT:   column column2 BOOLEAN
-- CHECK-NEXT:   column yes BOOLEAN
-- CHECK:        atom x.f - 0 <= 1
-- CHECK-NEXT:   atom 0 - x.f <= -1
-- CHECK-NEXT:   atom y.f - 0 <= 0
-- CHECK-NEXT:   atom 0 - y.f <= 0
-- CHECK-NEXT:   atom x.g - 0 <= 0
-- CHECK-NEXT:   atom 0 - x.g <= 0
-- CHECK-NEXT:   atom y.g - 0 <= 1
-- CHECK-NEXT:   atom 0 - y.g <= -1
-- CHECK-NEXT:   atom x.g - y.f <= -1
-- CHECK-NEXT:   filter (x.f = 1 or x.g = 0)
-- CHECK-NEXT:   output x.f
-- CHECK-NEXT:   output 0
-- CHECK-NEXT:   output 1

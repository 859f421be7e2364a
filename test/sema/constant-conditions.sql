-- True conditions vanish, false ones become 0 - 0 <= -1; no constant wraps.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a BIGINT, i TIMESTAMP);
SELECT a FROM s
WHERE TRUE AND 1 < 2 AND 5 <> 6 AND a - a <= 0 AND i <= i + INTERVAL '1' SECOND
  AND a < 9223372036854775808 + 1 AND a >= -9223372036854775808 - 1 AND a <> 9223372036854775808
  AND a > -9223372036854775808
UNION ALL SELECT a FROM s WHERE FALSE
UNION ALL SELECT a FROM s WHERE a < -9223372036854775808
UNION ALL SELECT a FROM s WHERE i < i;
-- CHECK:      branch 1
-- CHECK-NEXT:   item s of s
-- CHECK-NEXT:   atom 0 - s.a <= 9223372036854775807
-- CHECK-NEXT:   output s.a
-- CHECK-NEXT: branch 2
-- CHECK-NEXT:   item s of s
-- CHECK-NEXT:   atom 0 - 0 <= -1
-- CHECK-NEXT:   output s.a
-- CHECK-NEXT: branch 3
-- CHECK-NEXT:   item s of s
-- CHECK-NEXT:   atom 0 - 0 <= -1
-- CHECK:      branch 4
-- CHECK-NEXT:   item s of s
-- CHECK-NEXT:   atom 0 - 0 <= -1

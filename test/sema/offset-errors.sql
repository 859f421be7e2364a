-- Constants are summed exactly; only what is left between two columns has to fit in 64 bits.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a BIGINT, i TIMESTAMP);
SELECT x.a + 9223372036854775807 - 1 + 1,
  x.a + 9223372036854775807 + 1, -- expected-error@:3 {{the constant 9223372036854775808 is beyond 64 bits [B0219]}}
  x.i - y.i -- expected-error@:3 {{an interval in the select list is not}}
FROM s x, s y
WHERE x.a <= y.a + 9223372036854775807 + 5 - 5
  AND x.a <= y.a + 9223372036854775807 + 5 -- expected-error@:7 {{compared with 9223372036854775812, which is beyond 64 bits [B0218]}}
  AND x.a < y.a - 9223372036854775808 -- expected-error@:7 {{-9223372036854775809}}
  AND x.a <> y.a - 9223372036854775808; -- expected-error@:7 {{beyond 64 bits}}

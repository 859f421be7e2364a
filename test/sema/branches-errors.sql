-- Each <> across items doubles the branches, up to a limit.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x, s y
WHERE x.a <> y.a AND x.a <> y.a + 1 AND x.a <> y.a + 2 AND x.a <> y.a + 3
  AND x.a <> y.a + 4 AND x.a <> y.a + 5 AND x.a <> y.a + 6 AND x.i <> y.i
  AND x.a <> y.a + 8; -- expected-error@:7 {{more than 256 branches, with each <> across items doubling them [B0228]}}

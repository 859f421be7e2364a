-- Each <> across items doubles the branches, up to a limit; each OR adds one.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, b INT, c INT, d INT, e INT, f INT, g INT, h INT, i TIMESTAMP);
SELECT x.a FROM s x, s y
WHERE x.a <> y.a AND x.b <> y.b AND x.c <> y.c AND x.d <> y.d -- expected-error@:7 {{more than 256 branches: OR, IN and <> across items split it [B0228]}}
  AND x.e <> y.e AND x.f <> y.f AND x.g <> y.g AND x.h <> y.h AND (x.a < 5 OR y.a < 5);

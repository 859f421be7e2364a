-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT "a" FROM "" WHERE a < 5; -- expected-error@:17 {{the quoted name is empty [B0108]}} expected-error@:17 {{unknown stream}}

-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a, i FROM s -- expected-note@:11 {{of type TIMESTAMP(0)}} expected-note@:8 {{the first SELECT gives these}}
UNION ALL
SELECT i, -- expected-error@:8 {{column 1 is TIMESTAMP(0) here and INT in the first SELECT [B0225]}} expected-note@-2:8 {{of type INT}}
  5 FROM s -- expected-error@:3 {{column 2 is BIGINT here and TIMESTAMP(0) in the first SELECT}}
UNION ALL SELECT a FROM s; -- expected-error@:18 {{1 columns here, 2 in the first SELECT [B0224]}}

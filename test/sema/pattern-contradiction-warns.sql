-- What a pattern demands as a join has its place in the pattern's text.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (v INT, i TIMESTAMP);
SELECT y.v FROM PATTERN (s x ; s y) WITHIN INTERVAL '0' SECOND; -- expected-warning@:1 {{this SELECT never gives a result}} expected-note@:26 {{takes part}} expected-note@:37 {{takes part}}
-- -----
CREATE STREAM s (v INT CHECK (v < 5), i TIMESTAMP);
CREATE STREAM t (v INT CHECK (v > 5), j TIMESTAMP);
SELECT x.v FROM PATTERN (s x ; t y) PARTITION BY v; -- expected-warning@:1 {{this SELECT never gives a result}} expected-note@:50 {{takes part}}

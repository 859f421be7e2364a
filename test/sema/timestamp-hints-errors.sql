-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP UNIT MINUTES); -- expected-error@:42 {{not 'MINUTES'}} expected-note {{did you mean MINUTE?}}
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM t WHERE t.j > 5; -- expected-error@:25 {{cannot compare TIMESTAMP(0) with integer}} expected-note@:25 {{TIMESTAMP(0)}} expected-note@:31 {{integer}} expected-note {{may be shifted: + INTERVAL '5' SECOND}}

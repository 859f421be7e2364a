-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT a FROM s
WHERE a == 5 -- expected-error@:9 {{Bough's language has no operator ==}} expected-note {{equality is written '='}}
  AND a =< 6 -- expected-error@:9 {{has no operator =<}} expected-note {{'at most' is written '<='}}
  AND a => 7 -- expected-error@:9 {{has no operator =>}} expected-note {{'at least' is written '>='}}
  AND b = -8;

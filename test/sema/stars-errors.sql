-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT * AS x, -- expected-error@:8 {{'*' stands only as a whole element of a select list [B0222]}}
  s.* AS y, -- expected-error@:3 {{[B0222]}}
  s.* + 1 -- expected-error@:3 {{[B0222]}}
FROM s WHERE s.* < 5; -- expected-error@:14 {{[B0222]}}

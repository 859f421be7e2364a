-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, b BIGINT, i TIMESTAMP);
SELECT x.i * 2, -- expected-error@:8 {{cannot multiply TIMESTAMP(0) by integer [B0238]}}
  (x.i - y.i) * x.a, -- expected-error@:3 {{cannot multiply interval by INT [B0238]}}
  x.a / (x.i - y.i), -- expected-error@:3 {{/ divides an integer by an integer, not INT by interval [B0239]}}
  x.i % 2, -- expected-error@:3 {{% divides an integer by an integer, not TIMESTAMP(0) by integer [B0239]}}
  x.a / y.a, -- expected-error@:9 {{the divisor of / is a constant that is not 0 [B0240]}}
  x.a % (3 - 3), -- expected-error@:9 {{the divisor of % is a constant}}
  (x.a * x.b) / 2, -- expected-error@:3 {{what / divides may be beyond 64 bits: from -19807040628566084396238503936 to 19807040628566084398385987584 [B0241]}}
  x.b * x.b, -- expected-error@:3 {{the expression may be beyond 120 bits [B0242]}}
  9223372036854775807 * 9223372036854775807 * 9223372036854775807, -- expected-error@:3 {{may be beyond 120 bits}}
  x.a * 9223372036854775808 -- expected-error@:3 {{the constant 9223372036854775808 is beyond 64 bits}}
FROM s x, s y WHERE (x.i - y.i) * 2 < INTERVAL '3' SECOND * 2 AND 7 / 2 = 3 AND -7 % 2 = -1;

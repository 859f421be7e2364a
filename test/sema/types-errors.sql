-- Integers, timestamps and durations do not mix.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b BIGINT, j TIMESTAMP(3));
SELECT s.a FROM s, t
WHERE s.a < t.j -- expected-error@:7 {{cannot compare INT with TIMESTAMP(3) [B0210]}} expected-note@:7 {{of type INT}} expected-note@:13 {{of type TIMESTAMP(3)}}
  AND s.i - t.j < 5 -- expected-error@:7 {{cannot compare interval with integer}} expected-note@:7 {{interval}} expected-note@:19 {{integer}} expected-note {{INTERVAL '5' MILLISECOND}}
  AND s.i < t.j + 5 -- expected-error@:19 {{cannot add integer to TIMESTAMP(3) [B0211]}} expected-note@:13 {{TIMESTAMP(3)}} expected-note {{INTERVAL '5' MILLISECOND}}
  AND s.i + t.j > t.j -- expected-error@:13 {{cannot add TIMESTAMP(3) to TIMESTAMP(0)}} expected-note@:7 {{TIMESTAMP(0)}}
  AND 5 - s.i < s.i -- expected-error@:11 {{cannot subtract TIMESTAMP(0) from integer [B0212]}} expected-note@:7 {{integer}} expected-note {{INTERVAL '5'}}
  AND -s.i < s.i -- expected-error@:7 {{TIMESTAMP(0) has no negation [B0213]}}
  AND s.a -- expected-error@:7 {{a condition is needed here, not a value: INT [B0220]}}
  AND (s.a < 5) = TRUE; -- expected-error@:7 {{a value is needed here, not a condition [B0221]}}

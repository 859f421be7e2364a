-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s
WHERE i < i + INTERVAL '1500' MILLISECOND -- expected-error@:15 {{not a whole number of seconds [B0216]}} expected-note {{in seconds}}
  AND i < i + INTERVAL '2000' MILLISECONDS
  AND i < i + INTERVAL '0.25' MINUTE
  AND i < i + INTERVAL '0.01' MINUTE -- expected-error@:15 {{not a whole number of seconds}} expected-note {{in seconds}}
  AND i < i + INTERVAL 'x' SECOND -- expected-error@:24 {{is a number [B0215]}}
  AND i < i + INTERVAL '1' MONTH -- expected-error@:28 {{unknown interval unit 'MONTH' [B0214]}} expected-note {{no fixed length}}
  AND i < i + INTERVAL '9223372036854775807' SECOND
  AND i < i + INTERVAL '-9223372036854775808' SECOND
  AND i < i + INTERVAL '9223372036854775808' SECOND -- expected-error@:15 {{beyond 64 bits in seconds [B0217]}}
  AND i < i + INTERVAL '9223372036854775807' DAY; -- expected-error@:15 {{beyond 64 bits in seconds}}

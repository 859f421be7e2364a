-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a BIGINT, i TIMESTAMP);
SELECT a FROM s
WHERE a < 9223372036854775808
  AND a < 9223372036854775809 -- expected-error@:11 {{beyond 64 bits: at most 9223372036854775808 [B0106]}}
  AND a < 99999999999999999999999999999999999999999999 -- expected-error@:11 {{beyond 64 bits}}
  AND a < 12abc -- expected-error@:11 {{malformed number [B0105]}}
  AND a < 1.5;

-- Features of the language reference that have to wait are refused by name.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP, WATERMARK FOR i AS i - INTERVAL '5' SECOND); -- expected-error@:38 {{WATERMARK is not}}
CREATE TABLE t (a INT); -- expected-error@:1 {{CREATE TABLE is not}}
CREATE QUERY q AS SELECT a FROM PATTERN (s x ; s y); -- expected-error@:1 {{CREATE QUERY is not}}
SELECT a FROM s GROUP BY a; -- expected-error@:17 {{GROUP BY is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT DISTINCT a FROM s -- expected-error@:8 {{DISTINCT is not}}
WHERE a < 5 AND NOT a < 4 -- expected-error@:17 {{NOT is not}}
  AND a NOT BETWEEN 1 AND 2 -- expected-error@:9 {{NOT BETWEEN is not}}
  AND a IN (1, 2) -- expected-error@:9 {{IN is not}}
  AND a IS DISTINCT FROM 4 -- expected-error@:9 {{IS DISTINCT FROM is not}}
  AND (a < 1 OR a > 2) -- expected-error@:14 {{OR is not}}
  AND EXISTS (SELECT 1 FROM s) -- expected-error@:7 {{EXISTS is not}}
  AND a % 2 = 0 -- expected-error@:9 {{the operator % is not}}
  AND i < TIMESTAMP '2024-01-01'; -- expected-error@:11 {{a TIMESTAMP constant is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a * 2, COUNT(*), 'x' -- expected-error@:10 {{multiplication is}} expected-error@:15 {{the aggregate COUNT is}} expected-error@:25 {{a string constant is}}
FROM s
UNION SELECT a, a, a FROM s; -- expected-error@:1 {{UNION without ALL is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM PATTERN (s x ; s y); -- expected-error@:15 {{PATTERN is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s x, s y WHERE x.i < y.i WITHIN INTERVAL '5' SECOND; -- expected-error@:40 {{WITHIN is not}} expected-error@:8 {{ambiguous}} expected-note {{'x.a'}} expected-note {{'y.a'}}

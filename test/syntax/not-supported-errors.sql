-- Features of the language reference that have to wait are refused by name.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP, WATERMARK FOR i AS i - INTERVAL '5' SECOND); -- expected-error@:38 {{WATERMARK is not}}
CREATE TABLE t (a INT); -- expected-error@:1 {{CREATE TABLE is not}}
CREATE QUERY q AS SELECT a FROM PATTERN (s x ; s y); -- expected-error@:1 {{CREATE QUERY is not}}
SELECT a FROM s GROUP BY a; -- expected-error@:17 {{GROUP BY is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s
WHERE EXISTS (SELECT 1 FROM s) -- expected-error@:7 {{EXISTS is not}}
  AND i < TIMESTAMP '2024-01-01'; -- expected-error@:11 {{a TIMESTAMP constant is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT COUNT(*), 'x' -- expected-error@:8 {{the aggregate COUNT is}} expected-error@:18 {{a string constant is}}
FROM s;
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM PATTERN (s x ; s y); -- expected-error@:15 {{PATTERN is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s x, s y WHERE x.i < y.i WITHIN INTERVAL '5' SECOND; -- expected-error@:40 {{WITHIN is not}} expected-error@:8 {{ambiguous}} expected-note {{'x.a'}} expected-note {{'y.a'}}

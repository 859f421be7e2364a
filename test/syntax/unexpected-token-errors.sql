-- RUN: bough check --verify-diagnostics %s
CREATE STREAM order (a INT); -- expected-error@:15 {{expected the stream's name, found 'order' [B0101]}} expected-note {{reserved word}}
-- -----
SELCT a FROM s; -- expected-error@:1 {{expected CREATE or SELECT, found 'SELCT'}} expected-note {{did you mean SELECT?}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a, FROM s; -- expected-error@:11 {{expected a value, found 'FROM'}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a < AND i < i; -- expected-error@:27 {{expected a value, found 'AND'}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE i < i + INTERVAL 5 SECOND; -- expected-error@:40 {{expected a number in single quotes after INTERVAL, found '5'}} expected-note {{INTERVAL '5' SECOND}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE 1 < a < 5; -- expected-error@:29 {{comparisons do not chain; write a < b AND b < c [B0109]}}
-- -----
CREATE STREAM s (); -- expected-error@:18 {{expected a column name, found ')'}}

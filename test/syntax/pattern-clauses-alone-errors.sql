-- Clauses of a pattern in another SELECT.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WITHIN INTERVAL '5' SECOND; -- expected-error@:17 {{WITHIN goes with FROM PATTERN (...) [B0116]}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s PARTITION BY a; -- expected-error@:17 {{PARTITION BY goes with FROM PATTERN}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s ORDER BY ARRIVAL; -- expected-error@:17 {{ORDER BY goes with FROM PATTERN}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a < 5 CONSUME ROWS; -- expected-error@:29 {{CONSUME goes with FROM PATTERN}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT ROWID(s), ROWID(s) + 1 FROM s WHERE ROWID(s) < 5; -- expected-error@:8 {{ROWID goes with FROM PATTERN (...) [B0116]}} expected-error@:18 {{ROWID inside an expression or a condition is not supported yet [B0401]}} expected-error@:44 {{ROWID inside an expression or a condition}}

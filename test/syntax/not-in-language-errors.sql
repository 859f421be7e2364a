-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
INSERT INTO s VALUES (1, 2); -- expected-error@:1 {{Bough's language has no INSERT [B0110]}}
SELECT a FROM s ORDER BY a; -- expected-error@:17 {{has no ORDER BY}} expected-note {{as they arise}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s LIMIT 5; -- expected-error@:17 {{has no LIMIT}} expected-note {{as they arise}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x LEFT OUTER JOIN s y ON x.a = y.a; -- expected-error@:21 {{has no LEFT JOIN}} expected-note {{a row without a partner}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a = (SELECT a FROM s); -- expected-error@:28 {{subquery inside an expression}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM (SELECT a FROM s) t; -- expected-error@:15 {{subquery in FROM}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a IS NULL; -- expected-error@:25 {{has no IS NULL}} expected-note {{columns are never null}}
-- -----
CREATE STREAM s (a INT PRIMARY KEY, i TIMESTAMP); -- expected-error@:24 {{has no column constraint PRIMARY}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s EXCEPT SELECT a FROM s; -- expected-error@:17 {{has no EXCEPT}} expected-note {{only ever added}}

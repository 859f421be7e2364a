-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP) -- expected-error@:37 {{expected ';' before 'CREATE'}}
CREATE STREAM t (a INT b INT, i TIMESTAMP); -- expected-error@:23 {{expected ',' or ')' before 'b'}}
-- expected-error@+1:11 {{expected ',' or FROM before 's'}}
SELECT s.a s.i FROM s, t
-- expected-error@+1:16 {{expected AND, OR, UNION or ';' before 's'}}
WHERE s.a < t.a s.i < t.i;
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE (a < 5; -- expected-error@:29 {{expected ')' before ';'}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x s y; -- expected-error@:20 {{expected ',' before 's'}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a BETWEEN 1, 5; -- expected-error {{expected AND and the upper end of BETWEEN before ','}}

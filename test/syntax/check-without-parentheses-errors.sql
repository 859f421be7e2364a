-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT CHECK a > 5 AND a < 9, b INT CHECK 5 < b, i TIMESTAMP); -- expected-error@:30 {{expected '(' after CHECK, found 'a'}} expected-error@:59 {{expected '(' after CHECK, found '5'}}
-- A column may have this name.
CREATE STREAM t (a INT check INT, i TIMESTAMP); -- expected-error@:23 {{expected ',' or ')' before 'check'}}
SELECT s.a, t.check FROM s, t;

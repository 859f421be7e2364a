-- `a b` may be two columns in want of a comma; with AS, or as the column's own name, it is clear.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, b INT, c INT, i TIMESTAMP);
SELECT a b, a + 1 c, a d, s.b b, c AS a FROM s; -- expected-warning@:10 {{alias 'b' is also the name of a column: is a comma missing? [B0237]}} expected-warning@:19 {{alias 'c'}}
-- -----
CREATE STREAM s (a INT, b INT, c INT, i TIMESTAMP);
SELECT a b c FROM s; -- expected-warning@:10 {{is a comma missing?}} expected-error@:11 {{expected ',' or FROM before 'c'}}

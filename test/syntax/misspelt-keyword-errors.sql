-- A misspelt keyword is one error, and the rest is read as if it were spelt well.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT CHEKC (a > 5), i TIMESTAMP NTO NULL); -- expected-error@:24 {{expected CHECK, found 'CHEKC'}} expected-note {{did you mean CHECK?}} expected-error@:51 {{expected NOT, found 'NTO'}} expected-note {{did you mean NOT?}}
CREATE STREAM t (b INT, j TIMESTAMP) WIHT (max_per_timestamp = 3); -- expected-error@:38 {{expected WITH, found 'WIHT'}} expected-note {{did you mean WITH?}}
SELECT s.a, t.x FORM s, t WEHRE s.a < 9 AND t.y < 3; -- expected-error@:17 {{expected FROM, found 'FORM'}} expected-note {{did you mean FROM?}} expected-error@:15 {{no column 'x'}} expected-error@:27 {{expected WHERE, found 'WEHRE'}} expected-note {{did you mean WHERE?}} expected-error@:47 {{no column 'y'}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT * FRM s JION s AS t ON s.i = t.i; -- expected-error@:10 {{expected FROM, found 'FRM'}} expected-note {{FROM?}} expected-error@:16 {{expected JOIN, found 'JION'}} expected-note {{JOIN?}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a BETWEEN 1 ADN 5; -- expected-error@:35 {{expected AND, found 'ADN'}} expected-note {{did you mean AND?}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a < 5 ADN a > 1; -- expected-error@:28 {{expected AND, OR, UNION or ';' before 'ADN'}} expected-note {{did you mean AND?}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s UNION AL SELECT a FROM s; -- expected-error@:23 {{expected ALL, found 'AL'}} expected-note {{did you mean ALL?}}

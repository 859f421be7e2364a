-- An element with an error hides nothing of what follows the pattern.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x, s y) WHERE y.z > ; -- expected-error@:29 {{expected ';', found ','}} expected-note {{means: and later}} expected-error@:48 {{expected a value}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; ) WITHIN; -- expected-error@:32 {{expected the name of a stream, found ')'}} expected-error@:40 {{expected a value}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x y ; s z ; s WHERE x.a < 5 WITHIN; -- expected-error@:29 {{expected ';' or ')' before 'y'}} expected-error@:62 {{expected a value}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; NOT ANY 2 OF (s y) ; ANY OF (s d) ; ANY -1 OF (s d) ; ANY 2 (s d, s e)); -- expected-error@:32 {{NOT ANY is not supported yet [B0401]}} expected-error@:57 {{the number of rows that ANY takes}} expected-note {{ANY 2 OF (x a}} expected-error@:72 {{the number of rows}} expected-note {{ANY 2 OF}} expected-error@:91 {{expected OF before '('}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (ANY 2 OF (s d ; s e) ; ANY 1 OF (s f DISTICNT a) ; ANY 1 OF (s g DISTINCT) ; s x) MATCH SOME; -- expected-error@:39 {{expected ',', DISTINCT or ')' before ';'}} expected-error@:63 {{expected DISTINCT, found 'DISTICNT'}} expected-note {{did you mean DISTINCT}} expected-error@:99 {{expected a column name}} expected-error@:114 {{expected ALL or NEXT after MATCH}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y), s; -- expected-error@:36 {{a pattern is the only item of its FROM [B0119]}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x JOIN PATTERN (s y ; s z) ON x.a = y.a WITHIN 5 EVENTS; -- expected-error@:26 {{a pattern is the only item}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) AS p; -- expected-error@:36 {{expected WHERE, a clause of the pattern or ';' before 'AS'}}

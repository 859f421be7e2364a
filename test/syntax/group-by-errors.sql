-- An error in GROUP BY hides no other error, and one in WHERE makes no column of the list one too many.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE QUERY q1 AS SELECT a, COUNT(*) FROM s GROUP BY; -- expected-error@:54 {{expected a value, found ';'}}
CREATE QUERY q2 AS SELECT a, COUNT(*) FROM s GROUP a; -- expected-error@:51 {{expected BY before 'a'}}
CREATE QUERY q3 AS SELECT a, COUNT(*) FROM s WHERE a = GROUP BY a; -- expected-error@:56 {{expected a value, found 'GROUP'}}
CREATE QUERY q4 AS SELECT a FROM s GROUP BY a GROUP BY a; -- expected-error@:47 {{a second GROUP BY [B0117]}} expected-note@:36 {{the first one is here}}
CREATE QUERY q5 AS SELECT a FROM s GROUP BY a HAVING a > 3; -- expected-error@:47 {{HAVING is not supported yet}}
CREATE QUERY q6 AS SELECT a FROM s GROUP BY a b; -- expected-error@:46 {{expected ',' or ';' before 'b'}}
CREATE QUERY q7 AS SELECT a, AVG(a FROM s GROUP BY a; -- expected-error@:35 {{expected}}
CREATE QUERY q8 AS SELECT unknown FROM s GROUP BY a; -- expected-error@:27 {{no column 'unknown'}}

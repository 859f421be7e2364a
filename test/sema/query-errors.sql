-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE QUERY q WEIGHT 0 AS SELECT a FROM s; -- expected-error@:23 {{the weight of a query is an integer from 1 to 2^63 - 1 [B0244]}}
CREATE QUERY Q AS SELECT a FROM s; -- expected-error@:14 {{a second query 'Q' [B0243]}} expected-note@-1:14 {{the first one is here}}
SELECT a FROM s; -- expected-error@:1 {{a query without a name beside queries with names [B0263]}} expected-note {{CREATE QUERY name AS}}
SELECT a FROM s; -- expected-error@:1 {{a second query in the file}} expected-note@-1:1 {{the first query}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE QUERY AS SELECT a FROM s; -- expected-error@:14 {{expected the query's name, found 'AS'}} expected-note {{reserved word}}
CREATE QUERY q SELECT a FROM s; -- expected-error@:15 {{expected AS before 'SELECT'}}

-- RUN: bough check --verify-diagnostics %s
-- expected-error@unknown {{there is no query in the file [B0226]}}
-- -----
-- expected-error@unknown {{there is no query in the file}}
CREATE STREAM s (a INT, i TIMESTAMP);
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s; -- expected-note@:1 {{the first query is here}}
SELECT a FROM s; -- expected-error@:1 {{a second query in the file [B0227]}}

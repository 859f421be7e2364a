-- The SELECT around MATCH_RECOGNIZE, and what the stream has to do with it.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (k INT, a INT, ts TIMESTAMP, b INT);
SELECT x + 1, xx, A.a, m.*, m.x y, * AS z, COUNT(*) FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x -- expected-error@:8 {{a SELECT from MATCH_RECOGNIZE has no expression in its select list [B0143]}} expected-note {{write it in MEASURES}} expected-error@:15 {{MATCH_RECOGNIZE gives no column 'xx' [B0144]}} expected-error@:19 {{no item 'A' in FROM}} expected-note {{is chosen in MEASURES}} expected-error@:36 {{a whole element}} expected-error@:44 {{no expression in its select list}} expected-note {{write it in MEASURES}}
  PATTERN (A) DEFINE A AS a < 5) AS m;
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP, b INT);
SELECT x FROM s MATCH_RECOGNIZE (PARTITION BY kk ORDER BY b MEASURES A.c AS x -- expected-error@:47 {{stream 's' has no column 'kk'}} expected-note@+1:12 {{it is part of the pattern here}} expected-note {{did you mean}} expected-error@:59 {{rows of 's' come in the order of 'ts', and not of 'b' [B0150]}} expected-note@-1:15 {{declared here}} expected-error@:72 {{no column 'c' in stream 's'}}
  PATTERN (A B) DEFINE A AS a < '5'); -- expected-error@:29 {{only be compared for equality}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP, b INT);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY tss MEASURES A.a AS x PATTERN (A B) DEFINE A AS a < 5); -- expected-error@:43 {{no column 'tss' in stream 's'}} expected-note {{did you mean}}
-- -----
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B C) DEFINE A AS a < 5); -- expected-error@:15 {{unknown stream 's'}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP, b INT);
SELECT * FROM s MATCH_RECOGNIZE (ORDER BY ts PATTERN (A B C) DEFINE A AS a < 5); -- expected-error@:17 {{MATCH_RECOGNIZE gives no columns [B0157]}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP, b INT);
SELECT DISTINCT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B) DEFINE A AS a < 5); -- expected-error@:8 {{DISTINCT over a pattern that is no join}} expected-note@:26 {{because of MATCH_RECOGNIZE}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP, b INT);
SELECT x.a FROM PATTERN (s x ; s y) MATCH ALL AFTER MATCH SKIP PAST LAST ROW OLDEST ONLY; -- expected-error@:47 {{OLDEST ONLY goes with MATCH NEXT, without CONSUME ROWS [B0158]}}

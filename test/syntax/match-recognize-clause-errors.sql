-- The clauses of MATCH_RECOGNIZE: what has to be there, in which order, and what there is not.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (PATTERN (A) ORDER BY ts MEASURES A.a AS x DEFINE A AS a < 5); -- expected-error@:46 {{ORDER BY stands before PATTERN [B0141]}} expected-error@:58 {{MEASURES stands before PATTERN}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (MEASURES A.a AS x PATTERN (A) DEFINE A AS a < 5); -- expected-error@:17 {{MATCH_RECOGNIZE has no ORDER BY [B0140]}} expected-note {{names the timestamp}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x DEFINE A AS a < 5); -- expected-error@:17 {{MATCH_RECOGNIZE has no PATTERN}} expected-note {{stands before DEFINE}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A)); -- expected-error@:17 {{MATCH_RECOGNIZE has no DEFINE}} expected-note {{which rows can be}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts DESC MEASURES A.a x ALL ROWS PER MATCH AFTER MATCH SKIP TO LAST A PATTERN (A) SUBSET U = (A, B) DEFINE A < 5 ORDER BY ts); -- expected-error@:46 {{DESC in MATCH_RECOGNIZE is not supported yet [B0401]}} expected-note {{in which they come}} expected-error@:63 {{expected AS and the name of the measure before 'x'}} expected-error@:66 {{ALL ROWS PER MATCH in MATCH_RECOGNIZE is not supported}} expected-note {{by MEASURES}} expected-error@:85 {{AFTER MATCH SKIP TO a variable}} expected-note {{SKIP TO NEXT ROW or SKIP PAST LAST ROW}} expected-error@:124 {{SUBSET in}} expected-note {{the variables themselves}} expected-error@:150 {{expected AS and a condition before '<'}} expected-error@:155 {{a second ORDER BY [B0117]}} expected-note@:34 {{the first one}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts, a MEASURES FINAL LAST(A.a) AS x PATTERN (A) DEFINE A AS a < 5) WHERE x > 5; -- expected-error@:45 {{a second column in ORDER BY in MATCH_RECOGNIZE}} expected-note {{as they arrive}} expected-error@:58 {{FINAL in MATCH_RECOGNIZE}} expected-note {{of the whole match}} expected-error@:116 {{a SELECT from MATCH_RECOGNIZE has no WHERE [B0143]}} expected-note {{goes into DEFINE}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASRES A.a AS x PATERN (A) DEFIN A AS a < 5); -- expected-error@:46 {{expected MEASURES}} expected-note {{MEASURES?}} expected-error@:63 {{expected PATTERN}} expected-note {{PATTERN?}} expected-error@:74 {{expected DEFINE}} expected-note {{DEFINE?}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP PATTERN (A) DEFINE A AS a < 5 WHERE a < 5); -- expected-error@:81 {{expected TO NEXT ROW or PAST LAST ROW}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A) DEFINE A AS a < 5 x) m GROUP BY x; -- expected-error@:93 {{expected the next clause of MATCH_RECOGNIZE or ')' before 'x'}} expected-error@:99 {{a SELECT from MATCH_RECOGNIZE has no GROUP BY [B0143]}} expected-note {{FROM PATTERN has GROUP BY}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A) DEFINE A AS a < 5) m JOIN s ON s.a = m.x; -- expected-error@:97 {{a MATCH_RECOGNIZE is the only item of its FROM [B0142]}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s, s t MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A) DEFINE A AS a < 5); -- expected-error@:22 {{a MATCH_RECOGNIZE is the only item}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT a FROM s WHERE a < 5 MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A) DEFINE A AS a < 5); -- expected-error@:29 {{MATCH_RECOGNIZE stands before WHERE}} expected-note {{goes into DEFINE}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) AFTER MATCH SKIP PAST LAST ROW OLDEST; -- expected-error@:74 {{expected ONLY before ';'}}

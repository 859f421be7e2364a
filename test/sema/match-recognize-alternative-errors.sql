-- Repeated variables in PATTERN of MATCH_RECOGNIZE: what is not proven to be one match per row is refused.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A{1,3} B) DEFINE A AS a < 5, B AS a >= 4); -- expected-error@:12 {{one row could be 'A' or 'B' in matches that begin alike [B0131]}} expected-note@:19 {{a match can be 'A A A B' or 'A A B'}} expected-note {{add AND NOT (the condition of 'A') to that of 'B' in DEFINE}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A Z{,3}? B) DEFINE B AS a >= 5); -- expected-error@:14 {{could be 'Z' or 'B'}} expected-note@:21 {{'A Z Z Z B' or 'A Z Z B'}} expected-note {{'Z' is any row; write Z AS NOT (the condition of 'B')}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B? C D) DEFINE D AS a < 5); -- expected-error@:14 {{could be 'B' or 'C'}} expected-note@:17 {{'A B C D' or 'A C D'}} expected-note {{neither of them is in DEFINE}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B?) DEFINE B AS a < 5); -- expected-error@:14 {{behind 'A' the pattern can end or go on with 'B' [B0132]}} expected-note {{a variable behind 'B' that its condition excludes}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A{1,2} Z*? C) DEFINE A AS a < 5); -- expected-error@:12 {{behind 'A' the pattern can skip rows or go on with 'A'}} expected-note@:19 {{the gap is here}} expected-note {{behind 'A' that}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES a AS x
  PATTERN (A{,2} B??) DEFINE A AS a < 5, B AS a > 5); -- expected-error@:3 {{the pattern has a match without rows [B0133]}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES a AS x
  PATTERN (A? Z*? B) DEFINE A AS a < 5, B AS a > 5); -- expected-error@:15 {{the gap 'Z' stands at the beginning}} expected-note {{all variables before it may be left out}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES B.a AS x AFTER MATCH SKIP TO NEXT ROW -- expected-error@:55 {{a match need not have a row of 'B' [B0134]}} expected-note@+1:14 {{it stands here}}
  PATTERN (A B? C D)
  DEFINE B AS a < 5, C AS a >= 5, D AS a > LAST(B.a)); -- expected-error@:49 {{a match need not have a row of 'B'}} expected-note@-1:14 {{it stands here}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A Z*? B{1,2}) DEFINE B AS a < 5); -- expected-error@:18 {{'B' behind a gap is not repeated a fixed number of times [B0135]}} expected-note@:14 {{the gap is here}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x -- expected-error@:17 {{a match of 'A A B' and one of 'A B' could overlap under SKIP PAST LAST ROW [B0136]}} expected-note {{without the clause}} expected-note {{write AFTER MATCH SKIP TO NEXT ROW}}
  PATTERN (A{1,2} B) DEFINE A AS a < 5, B AS a >= 5);
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  AFTER MATCH SKIP PAST LAST ROW -- expected-error@:3 {{a match of 'A B C Z*? D' and one of 'A C Z*? D' could overlap}} expected-note {{write AFTER MATCH SKIP TO NEXT ROW}}
  PATTERN (A B? C Z*? D) DEFINE B AS a < 5, C AS a >= 5);
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  PATTERN (A B? C? A? B? C? A? B? C? A? D) -- expected-error@:38 {{too many sequences of variables in a row pattern: at most 256}}
  DEFINE A AS a < 5);
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A{1,3} B) DEFINE A AS b < 5, B AS a > 5); -- expected-error@:34 {{no column 'b' in stream 's'}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT DISTINCT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x AFTER MATCH SKIP TO NEXT ROW -- expected-error@:8 {{DISTINCT over a pattern that is no join}} expected-note@:26 {{because of MATCH_RECOGNIZE}}
  PATTERN (A{1,3} B) DEFINE A AS a < 5, B AS a > 5);

-- What MATCH_RECOGNIZE refuses so that its pattern means the same.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  PATTERN (Z*? A) DEFINE A AS a < 5); -- expected-error@:12 {{the gap 'Z' stands at the beginning of the pattern [B0152]}} expected-note {{leave it out}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  PATTERN (A Z*?) DEFINE A AS a < 5); -- expected-error@:14 {{the gap 'Z' stands at the end of the pattern}} expected-note {{leave it out}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  PATTERN (A Z*? Y*? B) DEFINE A AS a < 5); -- expected-error@:18 {{the gap 'Y' stands behind another gap}} expected-note {{leave it out}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  PATTERN (A Z*? B C) DEFINE A AS a < 5); -- expected-error@:20 {{'C' directly behind 'B' is a second row behind a gap [B0153]}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  PATTERN (A B*? C)
  DEFINE A AS a < 5,
         B AS B.a > 5, -- expected-error@-2:14 {{a gap of 'B', which has a condition, is not supported yet [B0401]}} expected-note@:10 {{that DEFINE does not have}}
         A AS a > 5, -- expected-error@:10 {{a second condition of 'A' [B0148]}} expected-note@-2:10 {{the first one}}
         D AS a > 5); -- expected-error@:10 {{'D' of DEFINE does not stand in PATTERN [B0149]}} expected-note@-4:3 {{the pattern is here}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts
  MEASURES A.a AS x, Z.a AS y, D.a AS z, -- expected-error@:22 {{the rows of 'Z' are skipped and not kept [B0147]}} expected-note@+5:14 {{it stands here}} expected-error@:32 {{no pattern variable 'D' [B0145]}}
           SUM(A.a) AS sum, MATCH_NUMBER() AS number, PREV(A.a) AS previous, -- expected-error@:12 {{the aggregate SUM in MATCH_RECOGNIZE is not supported yet}} expected-error@:29 {{the function MATCH_NUMBER in}} expected-note {{columns of the rows}} expected-error@:55 {{the function PREV in}} expected-note {{name the variable}}
           A.a AS x, A.a AS k, -- expected-error@:19 {{a second measure 'x' [B0148]}} expected-note@-2:12 {{the first one}} expected-error@:29 {{a second column 'k'}} expected-note@-3:47 {{the first one}}
           FIRST(A.a + 1) AS plus, LAST(A.a, 1) AS other -- expected-error@:12 {{FIRST takes one column of a pattern variable: FIRST(A.price) [B0156]}} expected-error@:36 {{LAST takes one column}}
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A Z*? B)
  DEFINE A AS B.a > 5, -- expected-error@:15 {{'B' has no row yet when a row becomes 'A' [B0146]}} expected-note@-1:18 {{it stands here}} expected-note {{belongs to 'B'}}
         B AS s.a > 5 AND Z.a > 5 AND EXISTS (SELECT a FROM s)); -- expected-error@:15 {{no pattern variable 's'}} expected-note@-8:15 {{without a name before them}} expected-error@:27 {{the rows of 'Z' are skipped}} expected-note@-2:14 {{it stands here}} expected-error@:39 {{EXISTS in MATCH_RECOGNIZE is not supported yet}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A A Z*? B Z*? C{1})
  DEFINE A AS A.a < FIRST(A.a), B AS B.a > LAST(A.a) AND B.a > FIRST(A.a),
         C AS C.a < B.a AND C.a > LAST(a)); -- expected-error@:21 {{the condition of 'C' behind a gap cannot refer to 'B', which is behind a gap too [B0154]}} expected-note@-2:20 {{it stands here}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  PATTERN (A B Z*? C)
  DEFINE B AS B.a > A.a, C AS C.a > B.a); -- expected-error@:37 {{the condition of 'C' behind a gap cannot refer to 'B' under SKIP PAST LAST ROW [B0155]}} expected-note {{without the clause}} expected-note {{write AFTER MATCH SKIP TO NEXT ROW}}
-- -----
CREATE STREAM s (k INT, a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A B Z*? C)
  DEFINE B AS B.a > A.a, C AS C.a > FIRST(a)); -- expected-error@:37 {{cannot refer to 'A' under SKIP PAST LAST ROW}} expected-note@-2:3 {{write AFTER MATCH SKIP TO NEXT ROW}}

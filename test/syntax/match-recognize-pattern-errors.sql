-- The PATTERN of MATCH_RECOGNIZE: what there is not is refused by name.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A | B) DEFINE A AS a < 5); -- expected-error@:75 {{| in MATCH_RECOGNIZE is not supported yet [B0401]}} expected-note {{joined by UNION ALL}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN ((A B){2}) DEFINE A AS a < 5); -- expected-error@:73 {{a group in parentheses in}} expected-note {{one after another}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (PERMUTE(A, B)) DEFINE A AS a < 5); -- expected-error@:73 {{PERMUTE in}} expected-note {{ANY k OF}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A {- B -}) DEFINE A AS a < 5); -- expected-error@:75 {{{- -} in}} expected-note {{shows no rows}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN ({- A -} B) DEFINE A AS a < 5); -- expected-error@:73 {{{- -} in}} expected-note {{shows no rows}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (^ A B) DEFINE A AS a < 5); -- expected-error@:73 {{^ in}} expected-note {{no first row}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B $) DEFINE A AS a < 5); -- expected-error@:77 {{$ in}} expected-note {{no last row}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A Z* B) DEFINE A AS a < 5); -- expected-error@:75 {{the greedy * in}} expected-note {{Z*? of a variable without a condition}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A Z+ B) DEFINE A AS a < 5); -- expected-error@:75 {{+ in}} expected-note {{Z Z*? of a variable}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{1,}) DEFINE A AS a < 5); -- expected-error@:75 {{{n,} in}} expected-note {{at most: B{1,9}}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{3,2} C) DEFINE A AS a < 5); -- expected-error@:76 {{'B' is repeated at least 3 times and at most 2 times [B0130]}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{,0} C) DEFINE A AS a < 5); -- expected-error@:76 {{{n} repeats a variable 1 to 32 times}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{,} C) DEFINE A AS a < 5); -- expected-error@:78 {{expected a number of rows, found '}'}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A{2,} B) DEFINE A AS a < 5); -- expected-error@:73 {{{n,} in}} expected-note {{A{2,9}}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{0}) DEFINE A AS a < 5); -- expected-error@:76 {{{n} repeats a variable 1 to 32 times [B0151]}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{33}) DEFINE A AS a < 5); -- expected-error@:76 {{{n} repeats a variable 1 to 32}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{30} C{2}) DEFINE A AS a < 5); -- expected-error@:81 {{too many rows in a row pattern: at most 32 are allowed [B0112]}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{x}) DEFINE A AS a < 5); -- expected-error@:77 {{expected a number of rows, found 'x'}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A B{2 C) DEFINE A AS a < 5); -- expected-error@:78 {{expected '}' before 'C'}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (A ; B) DEFINE A AS a < 5); -- expected-error@:75 {{expected a variable of the pattern, found ';'}} expected-note {{A Z*? B for: later}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN () DEFINE A AS a < 5); -- expected-error@:72 {{an empty pattern in}} expected-note {{at least one row}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT x FROM s MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN A DEFINE A AS a < 5); -- expected-error@:71 {{expected '(' before 'A'}}
-- -----
CREATE STREAM s (a INT, ts TIMESTAMP);
SELECT a FROM s WHERE a { 5; -- expected-error@:25 {{stray character '{'}} expected-error@:24 {{before '5'}} expected-error@:23 {{a condition is needed here}}

-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), v INT, i TIMESTAMP);
CREATE TABLE r (k INT); -- expected-note@:14 {{it is declared here}}
SELECT x.k FROM PATTERN (s x ; r y ; q z ; s x); -- expected-error@:32 {{'r' is a table, and the elements of a pattern are rows of streams [B0264]}} expected-error@:38 {{unknown stream 'q'}} expected-error@:46 {{a second item 'x' in FROM}} expected-note@:26 {{the first one is here}}
-- -----
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), v INT, i TIMESTAMP);
SELECT 1 FROM PATTERN (NOT s x ; NOT s) WHERE x.k = 1 WITHIN INTERVAL '5' SECOND; -- expected-error@:15 {{a pattern has an element that is no NOT [B0265]}}
-- -----
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), v INT, i TIMESTAMP);
SELECT 1 FROM PATTERN (ANY 0 OF (s a) ; ANY 3 OF (s b, s c) ; ANY 2 OF (s d) ; ANY 11 OF (s e DISTINCT k)); -- expected-error@:24 {{ANY takes from 1 to 1 rows here, not 0 [B0266]}} expected-note {{DISTINCT column}} expected-error@:41 {{from 1 to 2 rows here, not 3}} expected-error@:63 {{from 1 to 1 rows here, not 2}} expected-note {{DISTINCT column}} expected-error@:80 {{from 1 to 10 rows here, not 11}}
-- -----
CREATE STREAM s (k INT CHECK (k BETWEEN 1 AND 63), v INT, i TIMESTAMP);
SELECT 1 FROM PATTERN (ANY 2 OF (s a, s b DISTINCT k) ; ANY 17 OF (s c DISTINCT v) ; ANY 16 OF (s d DISTINCT k) ; ANY 2 OF (s e DISTINCT i)); -- expected-error@:24 {{ANY ... DISTINCT is over one stream, not over 2 [B0267]}} expected-error@:57 {{ANY takes from 1 to 16 rows here, not 17}} expected-error {{ANY ... DISTINCT of a timestamp}}
-- -----
CREATE STREAM s (k INT CHECK (k BETWEEN 1 AND 62), e ENUM('a', 'b'), w INT KEYS 61, f BOOLEAN, i TIMESTAMP);
SELECT 1 FROM PATTERN (ANY 16 OF (s a DISTINCT k) ; ANY 2 OF (s b DISTINCT e) ; ANY 3 OF (s c DISTINCT w) ; ANY 2 OF (s d DISTINCT f) ; ANY 1 OF (s g DISTINCT x)); -- expected-error {{no column 'x' in stream 's'}}

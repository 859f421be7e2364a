-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), i TIMESTAMP);
CREATE STREAM t (v INT, j TIMESTAMP);
SELECT n.k, -- expected-error@:8 {{columns of 'n' cannot be selected: it belongs to a NOT [B0280]}} expected-note@+11:27 {{a match has no row of it}}
       d.v + x.k, -- expected-error@:8 {{columns of 'd' cannot be selected: it belongs to an ANY}} expected-note@+10:37 {{the number of its row is ROWID(d)}}
       e.*, -- expected-error@:8 {{columns of 'e' cannot be selected}} expected-note@+9:59 {{ROWID(e, 1) and so on}}
       ROWID(n), -- expected-error@:14 {{columns of 'n' cannot}} expected-note@+8:27 {{no row of it}}
       ROWID(x, 1), -- expected-error@:17 {{'x' stands for one row, so that its ROWID has no index [B0283]}}
       ROWID(d, 1), -- expected-error@:17 {{'d' stands for one row}}
       ROWID(e), -- expected-error@:8 {{of 'e' ROWID gives one of 2 rows: ROWID(x, i), where i is a constant from 1 to 2 [B0282]}}
       ROWID(e, 3), -- expected-error@:17 {{from 1 to 2}}
       ROWID(x.k), ROWID(), ROWID(1), -- expected-error@:8 {{ROWID takes an alias of the pattern: ROWID(x), or ROWID(x, i) of an ANY ... DISTINCT [B0281]}} expected-error@:20 {{ROWID takes}} expected-error@:29 {{ROWID takes}}
       ROWID(q), -- expected-error@:14 {{no item 'q' in FROM}}
       1 + ROWID(x) -- expected-error@:12 {{ROWID inside an expression or a condition is not supported yet}}
FROM PATTERN (s x ; s y ; NOT s n ; ANY 2 OF (t c, t d) ; ANY 2 OF (s e DISTINCT k));
-- -----
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), i TIMESTAMP);
SELECT * FROM PATTERN (ANY 2 OF (s e DISTINCT k)); -- expected-error@:8 {{columns of 'e' cannot be selected}} expected-note {{ROWID(e, 1)}}
-- -----
CREATE STREAM s (k INT KEYS 9, d DECIMAL(4, 2), i TIMESTAMP);
SELECT x.k, ROWID(x), 1 FROM PATTERN (s x) -- expected-note@:8 {{this is of type INT KEYS 9}} expected-note@:13 {{of type BIGINT}}
UNION ALL SELECT ROWID(x), x.d, ROWID(x) FROM PATTERN (s x); -- expected-error@:18 {{column 1 is BIGINT here and INT KEYS 9}} expected-error@:28 {{column 2 is DECIMAL(4, 2) here and BIGINT}}

-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (NOT s n ; s x ; NOT s) WITHIN 5 EVENTS AFTER MATCH SKIP PAST LAST ROW; -- expected-error@:26 {{NOT at the beginning of a pattern needs WITHIN and an interval [B0269]}} expected-note@:49 {{this counts rows; write WITHIN INTERVAL}} expected-error@:42 {{NOT at the end of a pattern needs}} expected-note@:49 {{this counts rows}} expected-error@:65 {{AFTER MATCH SKIP PAST LAST ROW does not go with a NOT at the end [B0270]}} expected-note@:42 {{the NOT is here}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; NOT s) MATCH ALL CONSUME ROWS OLDEST FIRST; -- expected-error@:32 {{NOT at the end of a pattern needs WITHIN}} expected-note {{write WITHIN INTERVAL '10' SECOND, say}} expected-error@:49 {{CONSUME ROWS goes with MATCH NEXT [B0271]}} expected-note@:39 {{write MATCH NEXT}} expected-error@:49 {{OLDEST FIRST needs a WITHIN [B0272]}} expected-note {{or WITHIN 200 EVENTS}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; s y) WITHIN INTERVAL -'5' SECOND; -- expected-error@:44 {{WITHIN takes a constant interval of 0 or more [B0273]}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; s y) WITHIN x.i - y.i; -- expected-error@:44 {{WITHIN takes a constant interval}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; s y) WITHIN INTERVAL '0.5' SECOND; -- expected-error@:44 {{the interval is not a whole number of seconds}} expected-note {{finest timestamps}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; s y) WITHIN 0 EVENTS; -- expected-error@:44 {{a number of EVENTS is an integer constant from 1 to 2^63 - 1 [B0274]}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; s y) WITHIN x.k EVENTS; -- expected-error@:44 {{a number of EVENTS is}}
-- -----
CREATE STREAM s (k INT, v INT, i TIMESTAMP); -- expected-note@:25 {{'x.v' is declared here}}
CREATE STREAM t (k VARCHAR(5) KEYS 9, v DECIMAL(4, 1), kk INT, i TIMESTAMP); -- expected-note@:39 {{'y.v' is declared here}}
SELECT x.k FROM PATTERN (s x ; t y) PARTITION BY kk, k, v, i; -- expected-error@:50 {{stream 's' has no column 'kk' to partition by [B0275]}} expected-note@:26 {{it is part of the pattern here}} expected-error@:54 {{cannot compare INT with VARCHAR(5) KEYS 9}} expected-note {{type INT}} expected-note {{type VARCHAR}} expected-note {{have KEYS both}} expected-error@:57 {{PARTITION BY needs one type: 'x.v' is INT, and 'y.v' is DECIMAL(4, 1) [B0276]}} expected-error@:60 {{PARTITION BY a timestamp is not supported yet}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT DISTINCT x.k FROM PATTERN (s x ; s y) MATCH NEXT -- expected-error@:8 {{DISTINCT over a pattern that is no join is not supported yet [B0401]}} expected-note@:46 {{because of MATCH NEXT}}
UNION ALL SELECT DISTINCT x.k FROM PATTERN (s x ; s y);
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; s y) UNION SELECT x.k FROM PATTERN (s x ; s y) ORDER BY ARRIVAL; -- expected-error@:37 {{UNION over a pattern that is no join is}} expected-note@:79 {{because of ORDER BY ARRIVAL}}
-- -----
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), i TIMESTAMP);
SELECT 1 FROM PATTERN (NOT s n ; s a ; s b) WITHIN INTERVAL '5' SECOND MATCH NEXT CONSUME ROWS; -- expected-error@:83 {{with a NOT at the beginning, CONSUME ROWS has to be OLDEST FIRST [B0268]}} expected-note@:24 {{the NOT is here}}

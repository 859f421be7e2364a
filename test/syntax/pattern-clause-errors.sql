-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) MATCH ALL WHERE x.a < 5 AND b > 3 WITHIN INTERVAL '5' SECOND MATCH NEXT; -- expected-error@:47 {{WHERE stands before MATCH [B0118]}} expected-error@:65 {{no column 'b'}} expected-error@:98 {{a second MATCH [B0117]}} expected-note@:37 {{the first one is here}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) WHERE x.a < 5 WITHIN 5 EVENTS WHERE y.a < 5; -- expected-error@:67 {{a second WHERE [B0117]}} expected-note@:43 {{the first one}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) WITHIN 5 SECONDS MATCH NEXT CONSUME; -- expected-error@:45 {{expected EVENTS before 'SECONDS'}} expected-note {{WITHIN INTERVAL '5' SECOND}} expected-error@:72 {{expected ROWS before ';'}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) WITIN 5 EVENT MACTH NXET PARTITON BY a ORDER BY ARIVAL CONSUM ROWS OLDST FIRST; -- expected-error@:37 {{expected WITHIN, found 'WITIN'}} expected-note {{did you mean WITHIN}} expected-error@:45 {{expected EVENTS}} expected-note {{EVENTS?}} expected-error@:51 {{expected MATCH}} expected-note {{MATCH?}} expected-error@:57 {{expected NEXT}} expected-note {{NEXT?}} expected-error@:62 {{expected PARTITION}} expected-note {{PARTITION?}} expected-error@:85 {{expected ARRIVAL}} expected-note {{ARRIVAL?}} expected-error@:92 {{expected CONSUME}} expected-note {{CONSUME?}} expected-error@:104 {{expected OLDEST}} expected-note {{OLDEST?}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) PARTITION BY x.a ORDER BY a AFTER MATCH SKIP TO LAST y; -- expected-error@:51 {{expected ',' or the next clause, found '.'}} expected-note {{without an alias}} expected-error@:54 {{no ORDER BY}} expected-note {{in the order of time}} expected-note {{ORDER BY ARRIVAL}} expected-error@:65 {{AFTER MATCH SKIP TO is not supported yet}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) WHERE x.a < 5 LIMIT 5; -- expected-error@:51 {{no LIMIT}} expected-note {{in the order of time}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM PATTERN (s x ; s y) HAVING a; -- expected-error@:37 {{HAVING is not supported yet}}

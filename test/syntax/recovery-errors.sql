-- One file, many independent errors: each is found, and none causes another.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT =, b INT, i TIMESTAMP); -- expected-error@:23 {{expected ',' or ')' before '='}}
CREATE STREAM t (a INT, a INT, j TIMESTAMP); -- expected-error@:25 {{a second column 'a' [B0206]}} expected-note@:18 {{declared here}}
CREATE STRAEM u (a INT, k TIMESTAMP); -- expected-error@:1 {{has no CREATE STRAEM}} expected-note {{did you mean STREAM?}}
SELECT s.b, t.x, u.a, 5 < 6 -- expected-error@:15 {{no column 'x' in stream 't'}} expected-error@:23 {{a value is needed here}}
FROM s, t, u
WHERE s.a < t.b; -- expected-error@:15 {{no column 'b' in stream 't'}}

-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT); -- expected-error@:15 {{stream 's' has no timestamp column [B0208]}} expected-note {{when a row happens}}
CREATE STREAM t (i TIMESTAMP, j TIMESTAMP(3)); -- expected-error@:31 {{a second timestamp column in stream 't' [B0209]}} expected-note@:18 {{first one}}
CREATE STREAM u (i TIMESTAMP(4)); -- expected-error@:29 {{0, 3, 6, 9 or 12 [B0231]}}
CREATE STREAM v (i TIMESTAMP UNIT WEEK); -- expected-error@:35 {{MINUTE, HOUR or DAY, not 'WEEK' [B0232]}}
CREATE STREAM w (a INTT, b FLOAT, i TIMESTAMP); -- expected-error@:20 {{unknown type 'INTT' [B0229]}} expected-note {{did you mean 'INT'?}} expected-error@:28 {{unknown type 'FLOAT'}} expected-note {{the types are}}
CREATE STREAM x (a INT(11), b ENUM('x'), c BIGINT KEYS 9, i TIMESTAMP); -- expected-error@:23 {{INT takes no arguments [B0230]}}
SELECT w.a FROM s, t, u, v, w, x;

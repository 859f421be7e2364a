-- A WATERMARK names the timestamp of its stream, and lies a positive whole number of its units behind it.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP, WATERMARK FOR a AS a - INTERVAL '5' SECOND); -- expected-error@:52 {{a WATERMARK is for 'i', the timestamp of stream 's', and not for 'a' [B0354]}} expected-note {{declared here}}
CREATE STREAM t (a INT, i TIMESTAMP, WATERMARK FOR i AS j - INTERVAL '5' SECOND); -- expected-error@:57 {{and not for 'j' [B0354]}} expected-note {{declared here}}
CREATE STREAM u (i TIMESTAMP, WATERMARK FOR i AS i - INTERVAL '0' SECOND); -- expected-error@:54 {{a WATERMARK lies one INTERVAL above 0 behind the timestamp: WATERMARK FOR i AS i - INTERVAL '5' SECOND [B0355]}}
CREATE STREAM v (i TIMESTAMP, WATERMARK FOR i AS i - INTERVAL '5' SECOND + INTERVAL '5' SECOND); -- expected-error@:54 {{one INTERVAL above 0}}
CREATE STREAM w (i TIMESTAMP, WATERMARK FOR i AS i - INTERVAL '5' SECOND, WATERMARK FOR i AS i - INTERVAL '6' SECOND); -- expected-error@:75 {{a second WATERMARK for stream 'w' [B0356]}} expected-note@:31 {{first}}
CREATE TABLE x (i INT, WATERMARK FOR i AS i - INTERVAL '5' SECOND); -- expected-error@:24 {{table 'x' has no WATERMARK [B0357]}}
CREATE STREAM y (i TIMESTAMP UNIT DAY, WATERMARK FOR i AS i - INTERVAL '5' HOUR); -- expected-error@:63 {{whole number of days}} expected-note {{finest}}
SELECT s.i FROM s;
-- -----
CREATE STREAM s (i TIMESTAMP, WATERMARK FOR i AS i - 5); -- expected-error@:54 {{expected INTERVAL after the minus sign of the WATERMARK}}
SELECT s.i FROM s;
-- -----
CREATE STREAM s (i TIMESTAMP, WATERMARK FOR i AS i + INTERVAL '5' SECOND); -- expected-error {{expected '-'}}
SELECT s.i FROM s;
-- -----
CREATE STREAM s (i TIMESTAMP(3), WATERMARK FOR i AS i - INTERVAL '5' SECOND); -- expected-error@:34 {{rows of stream 's' wait for late ones within 5000 milliseconds, and it does not declare how many there can be [B0353]}} expected-note@:15 {{add WITH (max_per_timestamp = n), or max_per_second = n, to the declaration of 's'}}
SELECT s.i FROM s;

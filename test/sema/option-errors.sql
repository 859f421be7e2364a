-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (i TIMESTAMP) WITH (max_per_timestamp = 5, MAX_PER_TIMESTAMP = 6); -- expected-error@:60 {{a second value for the stream option max_per_timestamp [B0235]}} expected-note@:37 {{given here}}
CREATE STREAM t (i TIMESTAMP) WITH (max_per_timestamp = 0); -- expected-error@:57 {{from 1 to 2^63 - 1 [B0236]}}
CREATE STREAM u (i TIMESTAMP) WITH (max_per_timestamps = 1); -- expected-error@:37 {{unknown stream option 'max_per_timestamps' [B0234]}} expected-note {{did you mean 'max_per_timestamp'?}}
CREATE STREAM v (i TIMESTAMP) WITH (max_rows = -1, max_per_second = 'x'); -- expected-error@:48 {{max_rows is an integer}} expected-error@:69 {{max_per_second is an integer}}
CREATE STREAM w (i TIMESTAMP) WITH (starts_at = DATE '2015-01-01', ends_at = 2.5); -- expected-error@:49 {{starts_at is an integer in the stream's unit, or TIMESTAMP}} expected-error@:78 {{ends_at is an integer in the stream's unit, or TIMESTAMP 'yyyy-mm-dd hh:mm:ss' [B0259]}}
CREATE STREAM x (i TIMESTAMP) WITH (ends_at = -1); -- expected-error@:47 {{the stream ends at -1, before it starts at 0 [B0260]}}
CREATE STREAM y (i TIMESTAMP UNIT DAY) WITH (starts_at = TIMESTAMP '2015-01-01 12:00'); -- expected-error@:58 {{the time is not a whole number of days [B0252]}}
CREATE STREAM z (i TIMESTAMP(12)) WITH (starts_at = TIMESTAMP '2015-01-01'); -- expected-error@:53 {{the constant 1420070400000000000000 is beyond 64 bits}}
SELECT s.i FROM s;

-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (i TIMESTAMP) WITH (max_per_timestamp = 5, MAX_PER_TIMESTAMP = 6); -- expected-error@:60 {{a second value for the stream option max_per_timestamp [B0235]}} expected-note@:37 {{given here}}
CREATE STREAM t (i TIMESTAMP) WITH (max_per_timestamp = 0); -- expected-error@:57 {{from 1 to 2^63 - 1 [B0236]}}
CREATE STREAM u (i TIMESTAMP) WITH (max_per_timestamps = 1); -- expected-error@:37 {{unknown stream option 'max_per_timestamps' [B0234]}} expected-note {{did you mean 'max_per_timestamp'?}}
CREATE STREAM v (i TIMESTAMP) WITH (max_rows = 1); -- expected-error@:37 {{the stream option max_rows is not}}
SELECT s.i FROM s;

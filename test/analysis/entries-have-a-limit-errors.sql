-- A table of entries has room for at most 2^31 of them.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 1000000);
-- expected-error@+1:1 {{a synopsis for 't.b' would need 3600000000 entries [B0309]}}
SELECT t.b FROM s, t WHERE t.j < s.i AND s.i < t.j + INTERVAL '1' HOUR;

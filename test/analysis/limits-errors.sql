-- Queries whose parts are fine but whose analysis or machine would be too large.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP) WITH (max_per_timestamp = 1);
-- expected-error@+1:1 {{the timestamps of this SELECT can be ordered in more than 1000 ways [B0303]}}
SELECT 1 FROM s b, s c, s d, s e, s f, s g
WHERE b.i < c.i + INTERVAL '5' SECOND AND c.i < d.i + INTERVAL '5' SECOND AND d.i < e.i + INTERVAL '5' SECOND
  AND e.i < f.i + INTERVAL '5' SECOND AND f.i < g.i + INTERVAL '5' SECOND;
-- -----
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
CREATE STREAM t (c INT, j TIMESTAMP);
-- expected-error@+1:1 {{the state of the query would need more bytes than can be addressed [B0304]}}
SELECT s.a FROM s, t WHERE s.i < t.j AND s.a BETWEEN 0 AND 2000000000 AND s.b BETWEEN 0 AND 2000000000 AND s.b < t.c;

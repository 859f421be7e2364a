-- For each s, the earlier t with 0 < b < 5 that themselves come after some u.
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);

SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND 0 < t.b AND t.b < 5;

-- Every value of t.b that was ever written may still be asked for.
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);

SELECT s.a, t.b FROM s, t
WHERE s.i > t.j;

-- What the seed's normal form cannot express is refused by name.
-- RUN: bough check --criteria=seed --verify-diagnostics %s

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s, t
WHERE s.i > t.j AND s.a * t.b < 9; -- expected-error {{the seed's normal form has no opaque predicates over several items [B0350]}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s
WHERE EXISTS (SELECT * FROM t WHERE t.j < s.i); -- expected-error {{the seed's normal form has no EXISTS [B0350]}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a * t.b FROM s, t WHERE s.i > t.j; -- expected-error {{the seed's normal form has no select expressions over several columns [B0350]}}

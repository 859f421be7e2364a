-- RUN: bough check --verify-diagnostics %s
-- Totals are kept for every group: its keys need a range, in a window as well.
CREATE STREAM s (a INT, b INT CHECK (b BETWEEN 1 AND 5), i TIMESTAMP);
CREATE QUERY q1 AS SELECT a, COUNT(*) FROM s GROUP BY a; -- expected-error@:55 {{'s.a' is in GROUP BY and is unbounded in both directions, so a total for every value ever met would have to be kept [B0305]}}
-- -----
CREATE STREAM s (a INT, b INT CHECK (b BETWEEN 1 AND 5), i TIMESTAMP);
CREATE QUERY q2 AS SELECT a + 1, b, COUNT(*) FROM s GROUP BY a + 1, b; -- expected-error@:62 {{'s.a' is in GROUP BY}}
-- -----
CREATE STREAM t (c INT, d INT, e ENUM('x', 'y'), j TIMESTAMP);
CREATE QUERY q3 AS SELECT c, COUNT(*) FROM t WHERE c > 3 GROUP BY c, TUMBLE(j, INTERVAL '9' SECOND); -- expected-error@:67 {{'t.c' is in GROUP BY and is unbounded above}}
-- -----
CREATE STREAM t (c INT, d INT, e ENUM('x', 'y'), j TIMESTAMP);
CREATE QUERY q4 AS SELECT j, COUNT(*) FROM t GROUP BY j; -- expected-error@:55 {{'t.j' is in GROUP BY}}

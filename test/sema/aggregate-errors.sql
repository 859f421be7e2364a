-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, f BOOLEAN, e ENUM('x', 'y'), d DATE, v VARCHAR(5) KEYS 7, k INT KEYS 3, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE QUERY q1 AS
SELECT a, MIN(d), MAX(i), AVG(a),
       t.b, -- expected-error@:8 {{beside aggregates an element of the select list is an aggregate, or stands in GROUP BY [B0292]}} expected-note@+14:3 {{GROUP BY is here}}
       SUM(t.j), -- expected-error@:12 {{SUM takes a number, not TIMESTAMP(0) [B0290]}}
       AVG(e), SUM(d), -- expected-error@:12 {{AVG takes a number, not ENUM}} expected-error@:20 {{SUM takes a number, not DATE}}
       MIN(f), MAX(v), MIN(k), -- expected-error@:12 {{MIN takes a number, a date or a timestamp, not BOOLEAN}} expected-error@:20 {{not VARCHAR(5) KEYS 7}} expected-error@:28 {{not INT KEYS 3}}
       SUM('x'), -- expected-error@:12 {{SUM takes a number, not string}}
       SUM(a, a), COUNT(), AVG(*), COUNT(s.*), -- expected-error@:8 {{an aggregate is written COUNT(*), or COUNT, SUM, MIN, MAX or AVG of one value [B0291]}} expected-error@:19 {{is written}} expected-error@:28 {{is written}} expected-error@:36 {{is written}}
       COUNT(*) + 1, SUM(SUM(a)), -- expected-error@:8 {{the aggregate COUNT inside an expression, a condition or an EXISTS is not supported yet [B0401]}} expected-error@:26 {{the aggregate SUM inside}}
       COUNT(DISTINCT a), -- expected-error@:14 {{DISTINCT inside an aggregate is not}}
       ROWID(s), -- expected-error@:8 {{ROWID beside aggregates is not}}
       s.*, 1, -- expected-error@:8 {{beside aggregates}} expected-note@+5:3 {{here}} expected-error@:13 {{beside aggregates}} expected-note@+5:3 {{here}}
       SUM(i - i), SUM(unknown), -- expected-error@:12 {{an interval in the select list is not}} expected-error@:24 {{no column 'unknown'}}
       COUNT(unknown) -- expected-error@:14 {{no column 'unknown'}}
FROM s, t
WHERE MAX(a) > 3 -- expected-error@:7 {{the aggregate MAX inside}}
  GROUP BY a, b + 1, 3; -- expected-error@:22 {{GROUP BY takes columns and expressions over columns [B0294]}}
CREATE QUERY q2 AS SELECT COUNT(*), a FROM s; -- expected-error@:37 {{beside aggregates}} expected-note {{there is no GROUP BY}}
CREATE QUERY q3 AS SELECT COUNT(*), a FROM s GROUP BY a, f; -- expected-error@:58 {{what GROUP BY lists stands in the select list as well [B0293]}}
CREATE QUERY q4 AS SELECT DISTINCT COUNT(*) FROM s -- expected-error@:27 {{DISTINCT with aggregates is not}}
UNION ALL SELECT 1 FROM s -- expected-error@:1 {{UNION with aggregates is not}}
WHERE EXISTS (SELECT 1 FROM t WHERE t.j <= s.i GROUP BY b); -- expected-error@:48 {{GROUP BY in an EXISTS is not}}
CREATE QUERY q5 AS SELECT a FROM s WHERE EXISTS (SELECT COUNT(*) FROM t WHERE t.j <= s.i); -- expected-error@:57 {{the aggregate COUNT inside}}

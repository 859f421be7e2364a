-- Attributes that are always equal up to a constant are one key.
-- RUN: bough check %s | FileCheck %s

-- CHECK: T u, then t {{.*}}{{t_b|u_c}} in {{[0-9]+..[0-9]+}} {{ *}}dense, 5 counters{{ +}}40
-- CHECK: U u {{.*}}u_c in 3..7 {{ *}}dense, 5 counters{{ +}}40

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT CHECK (c BETWEEN 3 AND 7), k TIMESTAMP);
SELECT s.a, u.c, t.b FROM s, t, u
WHERE u.k < t.j AND t.j < s.i AND t.b = u.c + 1 AND s.a = t.b + 1;

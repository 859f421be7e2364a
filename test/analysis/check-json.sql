-- The report of check as JSON.
-- RUN: bough check %s --json | %python -m json.tool | FileCheck %s

-- CHECK-DAG: "verdict": "BOUNDED"
-- CHECK-DAG: "header": 64
-- CHECK-DAG: "total": 192
-- CHECK-DAG: "counters": 10

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 9), j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND t.b = s.a;

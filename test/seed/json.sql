-- The report of the seed's criterion as JSON.
-- RUN: not bough check --criteria=seed %s --json | %python -m json.tool | FileCheck %s

-- CHECK-DAG: "criteria": "seed"
-- CHECK-DAG: "verdict": "NOT PROVEN"
-- CHECK-DAG: "rule": "C4"
-- CHECK-DAG: "attribute": "t.b"
-- CHECK-DAG: "column": 8
-- CHECK-DAG: "count": "{{[1-9][0-9]*}}"
-- CHECK-DAG: "isKept": true
-- CHECK-DAG: "demands": "every dependency graph is a rooted tree"

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j AND s.a > 5;

-- Keys that nothing reads after the join are summed up: one result, not one for each key.
-- RUN: bough explain %s --emit=ir --passes=none | FileCheck %s

-- CHECK: on @s(%a, %i) {
-- CHECK: %sum_T = sum {
-- CHECK-NEXT: for %t_b in 0..9 {
-- CHECK-NEXT: %holds = le %t_b, %a, 0
-- CHECK: yield
-- CHECK: emit @query (%a) times %sum_T

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 9), j TIMESTAMP);
SELECT s.a FROM s, t WHERE s.i > t.j AND t.b <= s.a AND s.a >= 0;

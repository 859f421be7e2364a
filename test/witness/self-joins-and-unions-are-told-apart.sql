-- Where the criterion is sufficient only, UNBOUNDED is said because a witness was replayed.
-- RUN: split-file %s %t
-- RUN: not bough check --witness=3 --witness-folder=%t/w1 %t/self.sql 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %t/self.sql %t/w1
-- RUN: not bough check --witness=3 --witness-folder=%t/w2 %t/chain.sql 2>/dev/null | FileCheck %s --check-prefix=CHAIN
-- RUN: %python %S/Inputs/replay_witness.py %t/chain.sql %t/w2
-- RUN: not bough check --witness=3 --witness-folder=%t/w3 %t/union.sql 2>/dev/null | FileCheck %s --check-prefix=UNION
-- RUN: %python %S/Inputs/replay_witness.py %t/union.sql %t/w3
-- CHECK: verdict: UNBOUNDED
-- CHECK: chosen i t: b = 10*i, j = 0
-- CHECK-NEXT: suffix i t: b = 0, j = 1
-- CHAIN: verdict: UNBOUNDED
-- CHAIN: chosen i t: b = 10*i, j = 0
-- CHAIN-NEXT: suffix i t: b = 10*i + 1, j = 1
-- CHAIN-NEXT: suffix i t: b = 10*i + 2, j = 2
-- UNION: verdict: UNBOUNDED

//--- self.sql
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM t, t AS later WHERE t.j < later.j;
//--- chain.sql
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM t x, t y, t z WHERE x.j < y.j AND y.j < z.j AND x.b < y.b AND y.b < z.b;
//--- union.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s UNION ALL SELECT t.b FROM s, t WHERE t.j < s.i;

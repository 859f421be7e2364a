-- A value in the result that a later row completes: the rows to choose differ in it. Each prefix is
-- replayed from the files by the reference engine.
-- RUN: rm -rf %t
-- RUN: not bough check --witness=3 --witness-folder=%t %s 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %s %t | FileCheck %s --check-prefix=REPLAY
-- CHECK: verdict: UNBOUNDED
-- CHECK: witness for 't.b', replayed with k = 3: for i = 1 to 3
-- CHECK-NEXT: tells the 8 inputs apart
-- CHECK: chosen i t: b = 10*i - 10, j = 0
-- CHECK-NEXT: suffix i s: a = 0, i = 1
-- CHECK: suffix after all, or all but i
-- CHECK-NEXT: 1 b = 0: 1 times, or 0
-- CHECK-NEXT: 2 b = 10: 1 times, or 0
-- CHECK-NEXT: 3 b = 20: 1 times, or 0
-- REPLAY: replayed 8 prefixes with 3 suffixes each: 8 differ

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;

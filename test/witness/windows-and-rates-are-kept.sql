-- Rows that expire come with what they wait for; rates spread the prefix over time, and the suffix
-- comes after all of it.
-- RUN: split-file %s %t
-- RUN: not bough check --witness=3 --witness-folder=%t/w1 %t/window.sql 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %t/window.sql %t/w1
-- RUN: not bough check --witness=3 --witness-folder=%t/w2 %t/rates.sql 2>/dev/null | FileCheck %s --check-prefix=RATES
-- RUN: %python %S/Inputs/replay_witness.py %t/rates.sql %t/w2
-- CHECK: witness for 's.a'
-- CHECK: always t: b = 0, j = 0
-- CHECK-NEXT: chosen i s: a = 10*i - 10, i = 1
-- CHECK-NEXT: suffix i u: k = 2
-- RATES: chosen i t: b = 10*i - 10, j = 10*i
-- RATES-NEXT: suffix i s: a = 0, i = 31

//--- window.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND s.i <= t.j + INTERVAL '10' SECOND AND u.k > s.i;
//--- rates.sql
CREATE STREAM s (a INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_second = 3);
SELECT t.b FROM s, t WHERE s.i > t.j;

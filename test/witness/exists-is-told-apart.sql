-- EXISTS and NOT EXISTS: the rows to choose are those of the subquery.
-- RUN: split-file %s %t
-- RUN: not bough check --witness=3 --witness-folder=%t/w1 %t/exists.sql 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %t/exists.sql %t/w1
-- RUN: not bough check --witness=3 --witness-folder=%t/w2 %t/not-exists.sql 2>/dev/null | FileCheck %s --check-prefix=NOT
-- RUN: %python %S/Inputs/replay_witness.py %t/not-exists.sql %t/w2
-- CHECK: witness for 't.b'
-- CHECK: 2 a = 20: 1 times, or 0
-- NOT: witness for 't.b'
-- NOT: 2 a = 20: 0 times, or 1

//--- exists.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s WHERE EXISTS (SELECT 1 FROM t WHERE t.b = s.a AND t.j < s.i);
//--- not-exists.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.b = s.a AND t.j < s.i);

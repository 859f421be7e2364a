-- DECIMAL, DATE, BOOLEAN, ENUM, texts with commas, units of time, starts of streams.
-- RUN: split-file %s %t
-- RUN: not bough check --witness=3 --witness-folder=%t/w1 %t/types.sql 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %t/types.sql %t/w1
-- RUN: not bough check --witness=3 --witness-folder=%t/w2 %t/date.sql 2>/dev/null | FileCheck %s --check-prefix=DATE
-- RUN: %python %S/Inputs/replay_witness.py %t/date.sql %t/w2
-- RUN: not bough check --witness=3 --witness-folder=%t/w3 --table r=%t/r.csv %t/table.sql 2>/dev/null | FileCheck %s --check-prefix=TABLE
-- RUN: %python %S/Inputs/replay_witness.py %t/table.sql %t/w3 --table r=%t/r.csv
-- CHECK: chosen i t: b = 10.0*i - 10.0, e = 1970-01-01, ok = false, c = red, j = 28401120
-- CHECK-NEXT: suffix i s: a = 0.00, d = 1970-01-01, i = 1704067200001
-- CHECK: 2 b = 10.0, e = 1970-01-01, c = red: 1 times, or 0
-- DATE: chosen i t: e = {{.*}} + 100000*i days, j = 0
-- DATE-NEXT: suffix i s: d = {{.*}} + 100000*i days, i = 1
-- TABLE: suffix i s: sym = a,b, a = 0, i = 1
-- TABLE: 1 b = 0, sym = a,b, cap = 7: 1 times, or 0

//--- types.sql
CREATE STREAM s (a DECIMAL(6, 2), d DATE, i TIMESTAMP(3))
  WITH (starts_at = TIMESTAMP '2024-01-01 00:00:00');
CREATE STREAM t (b DECIMAL(5, 1), e DATE, ok BOOLEAN, c ENUM('red', 'green'),
                 j TIMESTAMP UNIT MINUTE) WITH (starts_at = TIMESTAMP '2024-01-01 00:00:00');
SELECT t.b, t.e, t.c FROM s, t WHERE s.i > t.j AND s.d = t.e;
//--- date.sql
CREATE STREAM s (d DATE, i TIMESTAMP);
CREATE STREAM t (e DATE CHECK (e >= DATE '2024-02-03'), j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.i > t.j AND s.d >= t.e;
//--- table.sql
CREATE TABLE r (sym VARCHAR(8), cap INT);
CREATE STREAM s (sym VARCHAR(8) KEYS 4, a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b, s.sym, r.cap FROM s, t, r WHERE s.i > t.j AND s.sym = r.sym;
//--- r.csv
sym,cap
"a,b",7
IBM,9223

-- A CHECK may have any form that leaves one range.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (
  a INT CHECK (a IN (3, 1, 2)) CHECK (a > 1),
  b INT CHECK (b < 5 OR b < 9 AND NOT b = 8),
  c SMALLINT CHECK (c <> 32767),
  d INT CHECK (2 * d BETWEEN 3 AND 9),
  e ENUM('x', 'y', 'z') CHECK (e IN ('z', 'y')),
  f DATE CHECK (f < DATE '1970-01-11'),
  g DECIMAL(4, 2) CHECK (g < 1.005),
  i TIMESTAMP);
SELECT a FROM s;
-- CHECK:      column a INT 2..3 check 2..3
-- CHECK-NEXT: column b INT -2147483648..7 check -inf..7
-- CHECK-NEXT: column c SMALLINT -32768..32766 check -inf..32766
-- CHECK-NEXT: column d INT 2..4 check 2..4
-- CHECK-NEXT: column e ENUM 1..2 check 1..2
-- CHECK-NEXT: column f DATE -719162..9 check -inf..9
-- CHECK-NEXT: column g DECIMAL(4, 2) -9999..100 check -inf..100

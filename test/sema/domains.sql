-- Columns that are compared share a domain; constants become its codes.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (name VARCHAR KEYS 10, other VARCHAR(8) KEYS 5, k BIGINT KEYS 100, side ENUM('buy', 'sell'), i TIMESTAMP);
CREATE STREAM t (name VARCHAR(40) KEYS 20, k INT KEYS 7, side ENUM('buy', 'sell'), i TIMESTAMP);
CREATE TABLE r (name VARCHAR(9), k BIGINT KEYS 3);
SELECT s.name, t.side, 'total' AS what, s.k FROM s, t, r
WHERE s.name = t.name AND t.name = r.name AND s.k <> 7 AND s.name IN ('b', 'a', 'b') AND s.side = 'sell'
  AND s.side IS NOT DISTINCT FROM t.side AND s.other <> 'a' AND 'x' <> 'y' AND r.k IN (1, -2)
UNION ALL SELECT 'c', 'buy', 'part', -9 FROM s;
-- CHECK:      stream s
-- CHECK-NEXT:   column name VARCHAR(255) KEYS 10 0..22 check 0..22 domain 1
-- CHECK-NEXT:   column other VARCHAR(8) KEYS 5 0..5 check 0..5 domain 2
-- CHECK-NEXT:   column k BIGINT KEYS 100 0..101 check 0..101 domain 3
-- CHECK-NEXT:   column side ENUM 0..1 check 0..1 domain 4
-- CHECK:        column name VARCHAR(40) KEYS 20 0..22 check 0..22 domain 1
-- CHECK-NEXT:   column k INT KEYS 7 0..6 check 0..6 domain 5
-- CHECK-NEXT:   column side ENUM 0..1 check 0..1 domain 4
-- CHECK:      table r
-- CHECK-NEXT:   column name VARCHAR(9) 0..22 check 0..22 domain 1
-- CHECK-NEXT:   column k BIGINT KEYS 3 0..1 check 0..1 domain 6
-- CHECK-NEXT: domain 1 strings 23: 'b' 'a' 'c'
-- CHECK-NEXT: domain 2 strings 6: 'a'
-- CHECK-NEXT: domain 3 integers 102: 7 -9
-- CHECK-NEXT: domain 4 strings 2 closed: 'buy' 'sell'
-- CHECK-NEXT: domain 5 integers 7
-- CHECK-NEXT: domain 6 integers 2 closed: 1 -2
-- CHECK-NEXT: domain 7 strings 2 closed: 'total' 'part'
-- CHECK:        column name VARCHAR(255) KEYS 10 domain 1
-- CHECK-NEXT:   column side ENUM domain 4
-- CHECK-NEXT:   column what VARCHAR(5) domain 7
-- CHECK-NEXT:   column k BIGINT KEYS 100 domain 3
-- CHECK:        atom s.name - t.name <= 0
-- CHECK:        atom s.side - 0 <= 1
-- CHECK-NEXT:   atom 0 - s.side <= -1
-- CHECK:        filter s.k <> 0
-- CHECK-NEXT:   filter s.name in (0, 1)
-- CHECK-NEXT:   filter s.other <> 0
-- CHECK-NEXT:   filter r.k in (0, 1)
-- CHECK:      branch 2
-- CHECK-NEXT:   item s of s
-- CHECK-NEXT:   output 2
-- CHECK-NEXT:   output 0
-- CHECK-NEXT:   output 1
-- CHECK-NEXT:   output 1

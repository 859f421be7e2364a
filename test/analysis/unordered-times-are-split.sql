-- Compared but unordered timestamps are split into the orders in which they can arrive.
-- RUN: bough explain %s --emit=forest | FileCheck %s

-- CHECK: branch 1, forest 1 of 3
-- CHECK-NEXT: s.i: keeps nothing
-- CHECK-NEXT: t.j: keeps a counter per age of t.j in 0..5
-- CHECK: branch 1, forest 2 of 3
-- CHECK-NEXT: s.i = t.j: keeps nothing
-- CHECK: branch 1, forest 3 of 3
-- CHECK-NEXT: t.j: keeps nothing
-- CHECK-NEXT: s.i: keeps a counter per age of s.i in 0..5

CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 1), i TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 4);
SELECT 1 FROM s, t
WHERE s.i - t.j <= INTERVAL '5' SECOND AND t.j - s.i <= INTERVAL '5' SECOND;

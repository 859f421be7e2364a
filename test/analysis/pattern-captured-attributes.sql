-- MATCH NEXT keeps captured attributes that are still read: clamped to what comparisons tell apart, without a window.
-- RUN: bough explain %s --emit=forest | FileCheck %s

-- CHECK: branch 1, a pattern
-- CHECK-NEXT: start
-- CHECK-NEXT:   a: after a
-- CHECK-NEXT: after a: keeps a counter per a.x in 0..10, a.y in 0..36
-- CHECK-NEXT:   b where b.x > a.x AND b.x <= 10 AND b.y = a.y: after b
-- CHECK-NEXT: after b: keeps a counter per a.y in 0..36
-- CHECK-NEXT:   c where c.y = a.y: match
-- CHECK-NEXT:   NOT n where n.y = a.y: the run ends
-- CHECK-NEXT: match
CREATE STREAM s (x INT CHECK (x BETWEEN 0 AND 99), y INT CHECK (y BETWEEN 0 AND 36), ts TIMESTAMP);
SELECT c.x FROM PATTERN (s a ; s b ; NOT s n ; s c)
WHERE b.x > a.x AND b.x <= 10 AND b.y = a.y AND c.y = a.y AND n.y = a.y MATCH NEXT;

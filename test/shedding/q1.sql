-- Q1: a sequence of four types, with conditions on an attribute; for ds1.
-- RUN: bough check %s
CREATE STREAM e (ts TIMESTAMP, type ENUM('A', 'B', 'C', 'D', 'E', 'F'), v INT CHECK (v BETWEEN 0 AND 99));

SELECT a.v, f.v
FROM PATTERN (e a ; e b ; e d ; e f)
WHERE a.type = 'A' AND a.v >= 50 AND b.type = 'B' AND b.v < 20 AND d.type = 'D' AND d.v < 40
  AND f.type = 'F' AND f.v < 50
WITHIN 30 EVENTS MATCH NEXT;

-- Q3: a row after which any three of four types come; for ds1.
-- RUN: bough check %s
CREATE STREAM e (ts TIMESTAMP, type ENUM('A', 'B', 'C', 'D', 'E', 'F'), v INT CHECK (v BETWEEN 0 AND 99));

SELECT a.v
FROM PATTERN (e a ; ANY 3 OF (e b, e d, e x, e f))
WHERE a.type = 'A' AND a.v >= 50 AND b.type = 'B' AND b.v < 20 AND d.type = 'D' AND d.v < 20
  AND x.type = 'E' AND x.v < 20 AND f.type = 'F' AND f.v < 20
WITHIN 15 EVENTS MATCH NEXT;

-- Q3: a row after which any two of three types come; for ds1.
CREATE STREAM e (ts TIMESTAMP, type ENUM('A', 'B', 'C', 'D', 'E', 'F'), v INT CHECK (v BETWEEN 0 AND 99));

SELECT c.v
FROM PATTERN (e c ; ANY 2 OF (e b, e d, e f))
WHERE c.type = 'C' AND b.type = 'B' AND b.v < 30 AND d.type = 'D' AND d.v < 30 AND f.type = 'F' AND f.v < 30
WITHIN 10 EVENTS MATCH NEXT;

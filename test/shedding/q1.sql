-- Q1: a sequence of three types, with a condition on an attribute; for ds1.
CREATE STREAM e (ts TIMESTAMP, type ENUM('A', 'B', 'C', 'D', 'E', 'F'), v INT CHECK (v BETWEEN 0 AND 99));

SELECT c.v, d.v
FROM PATTERN (e c ; e b ; e d)
WHERE c.type = 'C' AND b.type = 'B' AND b.v < 40 AND d.type = 'D'
WITHIN 15 EVENTS MATCH NEXT;

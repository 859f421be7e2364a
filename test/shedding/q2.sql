-- Q2: a sequence in which a type is repeated; for ds5.
CREATE STREAM e (ts TIMESTAMP, type ENUM('A', 'B', 'C', 'D', 'E', 'F'), v INT CHECK (v BETWEEN 0 AND 99));

SELECT c.v, b2.v
FROM PATTERN (e c ; e a ; e b1 ; e b2)
WHERE c.type = 'C' AND a.type = 'A' AND b1.type = 'B' AND b2.type = 'B'
WITHIN 20 EVENTS MATCH NEXT;

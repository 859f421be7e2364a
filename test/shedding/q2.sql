-- Q2: a sequence in the midst of which a type is rare; for ds5.
-- RUN: bough check %s
CREATE STREAM e (ts TIMESTAMP, type ENUM('A', 'B', 'C', 'D', 'E', 'F'), v INT CHECK (v BETWEEN 0 AND 99));

SELECT a.v, d.v
FROM PATTERN (e a ; e c ; e b ; e d ; e f)
WHERE a.type = 'A' AND c.type = 'C' AND b.type = 'B' AND d.type = 'D' AND f.type = 'F'
WITHIN 15 EVENTS MATCH NEXT;

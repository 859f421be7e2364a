CREATE STREAM q (ts TIMESTAMP UNIT MINUTE, sym INT CHECK (sym BETWEEN 0 AND 36), change INT CHECK (change BETWEEN -100000 AND 100000));
-- Five symbols that rise one after the other, while a sixth does not fall by a fifth of a percent between the second and the third.
SELECT a.ts AS since, e.ts AS at
FROM PATTERN (q a ; q b ; NOT q n ; q c ; q d ; q e)
WHERE a.sym = 1 AND b.sym = 2 AND c.sym = 3 AND d.sym = 4 AND e.sym = 5 AND n.sym = 20
  AND a.change > 0 AND b.change > 0 AND c.change > 0 AND d.change > 0 AND e.change > 0 AND n.change < -20
WITHIN INTERVAL '20' MINUTE MATCH NEXT;

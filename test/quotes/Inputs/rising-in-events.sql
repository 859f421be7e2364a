CREATE STREAM q (ts TIMESTAMP UNIT MINUTE, sym INT CHECK (sym BETWEEN 0 AND 36), change INT CHECK (change BETWEEN -100000 AND 100000));
-- Ten symbols that rise one after the other within 800 rows.
SELECT ROWID(a) AS first, ROWID(j) AS last
FROM PATTERN (q a ; q b ; q c ; q d ; q e ; q f ; q g ; q h ; q i ; q j)
WHERE a.sym = 1 AND b.sym = 2 AND c.sym = 3 AND d.sym = 4 AND e.sym = 5
  AND f.sym = 6 AND g.sym = 7 AND h.sym = 8 AND i.sym = 9 AND j.sym = 10
  AND a.change > 0 AND b.change > 0 AND c.change > 0 AND d.change > 0 AND e.change > 0
  AND f.change > 0 AND g.change > 0 AND h.change > 0 AND i.change > 0 AND j.change > 0
WITHIN 800 EVENTS MATCH NEXT;

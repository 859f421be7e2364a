CREATE STREAM q (ts TIMESTAMP UNIT MINUTE, sym INT CHECK (sym BETWEEN 0 AND 36), change INT CHECK (change BETWEEN -100000 AND 100000));
-- After one symbol falls, any three different symbols of the first ten rise by a fifth of a percent, then the symbol rises again.
SELECT a.sym, a.ts AS since, b.ts AS at
FROM PATTERN (q a ; ANY 3 OF (q d DISTINCT sym) ; q b)
WHERE a.change < -40 AND d.change > 20 AND d.sym < 10 AND b.sym = a.sym AND b.change > 0
WITHIN INTERVAL '30' MINUTE MATCH NEXT;

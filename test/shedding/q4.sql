-- Q4: ten symbols rise one after the other, or fall, by 0.05 % a minute; for quotes12.
-- RUN: bough check %s
CREATE STREAM q (ts TIMESTAMP UNIT MINUTE, sym INT CHECK (sym BETWEEN 0 AND 11),
  change INT CHECK (change BETWEEN -100000 AND 100000));

CREATE QUERY rising AS
SELECT c1.change
FROM PATTERN (q c1 ; q c2 ; q c3 ; q c4 ; q c5 ; q c6 ; q c7 ; q c8 ; q c9 ; q c10)
WHERE c1.sym = 0 AND c1.change >= 5 AND c2.sym = 1 AND c2.change >= 5
  AND c3.sym = 2 AND c3.change >= 5 AND c4.sym = 4 AND c4.change >= 5
  AND c5.sym = 5 AND c5.change >= 5 AND c6.sym = 6 AND c6.change >= 5
  AND c7.sym = 7 AND c7.change >= 5 AND c8.sym = 9 AND c8.change >= 5
  AND c9.sym = 10 AND c9.change >= 5 AND c10.sym = 11 AND c10.change >= 5
ORDER BY ARRIVAL WITHIN 120 EVENTS MATCH NEXT;

CREATE QUERY falling AS
SELECT c1.change
FROM PATTERN (q c1 ; q c2 ; q c3 ; q c4 ; q c5 ; q c6 ; q c7 ; q c8 ; q c9 ; q c10)
WHERE c1.sym = 0 AND c1.change <= -6 AND c2.sym = 1 AND c2.change <= -6
  AND c3.sym = 2 AND c3.change <= -6 AND c4.sym = 4 AND c4.change <= -6
  AND c5.sym = 5 AND c5.change <= -6 AND c6.sym = 6 AND c6.change <= -6
  AND c7.sym = 7 AND c7.change <= -6 AND c8.sym = 9 AND c8.change <= -6
  AND c9.sym = 10 AND c9.change <= -6 AND c10.sym = 11 AND c10.change <= -6
ORDER BY ARRIVAL WITHIN 120 EVENTS MATCH NEXT;

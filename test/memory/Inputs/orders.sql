-- Large orders of one account within a minute of a small one, on two keys and a window.
CREATE STREAM s (
  account INT CHECK (account BETWEEN 0 AND 63),
  size INT CHECK (size BETWEEN 0 AND 15),
  ts TIMESTAMP
);

SELECT x.account, y.size FROM s x, s y
WHERE x.account = y.account AND x.size = 0 AND y.size = 15
  AND x.ts < y.ts AND y.ts <= x.ts + INTERVAL '60' SECOND;

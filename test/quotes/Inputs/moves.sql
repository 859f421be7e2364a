-- One symbol rises by more than 0.6 % in a minute; in a later minute another falls by as much.
CREATE STREAM q (
  ts TIMESTAMP UNIT MINUTE,
  sym INT CHECK (sym BETWEEN 0 AND 36),
  change INT
);

SELECT up.sym AS up, down.sym AS down, down.ts AS at FROM q up, q down
WHERE up.ts < down.ts AND up.sym <> down.sym
  AND up.change > 60 AND down.change < -60
  AND up.sym BETWEEN 5 AND 19 AND down.sym BETWEEN 10 AND 29;

-- One symbol rises by more than 0.5 % in a minute; within 10 minutes another falls by as much. The size of the rise is in
-- the result, so that rows are kept as they are, for as long as the window lasts.
CREATE STREAM q (
  ts TIMESTAMP UNIT MINUTE,
  sym INT CHECK (sym BETWEEN 0 AND 36),
  change INT
) WITH (max_per_timestamp = 37);

SELECT up.sym AS up, up.change AS rise, down.sym AS down, down.ts AS at FROM q up, q down
WHERE up.ts < down.ts AND down.ts <= up.ts + INTERVAL '10' MINUTE
  AND up.sym <> down.sym AND up.change > 50 AND down.change < -50;

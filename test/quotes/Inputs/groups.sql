-- A rise, and within 10 minutes a fall of another symbol of the same group.
CREATE STREAM q (
  ts TIMESTAMP UNIT MINUTE,
  sym INT CHECK (sym BETWEEN 0 AND 36),
  change INT
);
CREATE TABLE member (sym INT, grp INT);

SELECT g.grp, up.sym AS up, down.sym AS down, down.ts AS at FROM q up, q down, member g, member h
WHERE up.ts < down.ts AND down.ts <= up.ts + INTERVAL '10' MINUTE
  AND up.sym = g.sym AND down.sym = h.sym AND g.grp = h.grp AND up.sym <> down.sym
  AND up.change > 40 AND down.change < -40;

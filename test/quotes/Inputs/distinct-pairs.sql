-- Which symbols have risen before which others have fallen, each pair once, when it first occurs; and the symbols whose
-- change was once below that of symbol 0 before, which needs the greatest change of symbol 0 only.
CREATE STREAM q (
  ts TIMESTAMP UNIT MINUTE,
  sym INT CHECK (sym BETWEEN 0 AND 36),
  change INT
);

SELECT up.sym AS up, down.sym AS down FROM q up, q down
WHERE up.ts < down.ts AND up.sym <> down.sym AND up.change > 100 AND down.change < -100
UNION
SELECT first.sym, later.sym FROM q first, q later
WHERE first.ts < later.ts AND first.sym = 0 AND later.change > first.change AND later.sym BETWEEN 30 AND 36;

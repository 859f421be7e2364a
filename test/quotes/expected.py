"""What SQLite says to moves.sql on the given rows, in the form that `bough run` prints.

usage: expected.py ROWS.csv
"""

import csv
import sqlite3
import sys

database = sqlite3.connect(":memory:")
database.execute("CREATE TABLE q (ts INTEGER, sym INTEGER, change INTEGER)")
with open(sys.argv[1], encoding="utf-8", newline="") as rows:
    database.executemany("INSERT INTO q VALUES (:ts, :sym, :change)", csv.DictReader(rows))

print("up,down,at,count")
# The result belongs to the later of the two rows, which is always `down`.
for row in database.execute(
    """
    SELECT up.sym, down.sym, down.ts, count(*) FROM q up, q down
    WHERE up.ts < down.ts AND up.sym <> down.sym
      AND up.change > 60 AND down.change < -60
      AND up.sym BETWEEN 5 AND 19 AND down.sym BETWEEN 10 AND 29
    GROUP BY up.sym, down.sym, down.ts ORDER BY down.ts, up.sym, down.sym
    """
):
    print(*row, sep=",")

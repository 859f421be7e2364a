"""What SQLite says to a query on the given rows, in the form that `bough run` prints.

usage: expected.py QUERY.sqlite ROWS.csv [TABLE=FILE.csv ...]

The rows are in table q (ts, sym, change). The query's columns are those of the result, then count.
"""

import csv
import sqlite3
import sys

database = sqlite3.connect(":memory:")
tables = ["q=" + sys.argv[2]] + sys.argv[3:]
for table in tables:
    name, path = table.split("=", 1)
    with open(path, encoding="utf-8", newline="") as rows:
        reader = csv.reader(rows)
        header = next(reader)
        database.execute(f"CREATE TABLE {name} ({', '.join(column + ' INTEGER' for column in header)})")
        marks = ", ".join("?" for _ in header)
        database.executemany(f"INSERT INTO {name} VALUES ({marks})", reader)

with open(sys.argv[1], encoding="utf-8") as text:
    result = database.execute(text.read())
print(*(column[0] for column in result.description), sep=",")
for row in result:
    print(*row, sep=",")

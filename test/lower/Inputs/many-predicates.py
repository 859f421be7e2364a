"""Prints a query with a predicate on each of N columns of one row."""

import sys

columns = [f"c{n}" for n in range(int(sys.argv[1]))]
print("CREATE STREAM s (a INT, i TIMESTAMP);")
print("CREATE STREAM t (" + "".join(f"{name} INT, " for name in columns) + "j TIMESTAMP);")
print("SELECT s.a FROM t, s WHERE t.j < s.i" + "".join(f" AND {name} < 5" for name in columns) + ";")

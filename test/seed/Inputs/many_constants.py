"""Prints a query in which two attributes have 150 values, each of them a constant of the query."""

COUNT = 150

bounds = f"CHECK (x BETWEEN 1 AND {COUNT})"
print(f"CREATE STREAM s (x INT {bounds}, i TIMESTAMP);")
print("CREATE STREAM t (y INT, j TIMESTAMP);")
print(f"CREATE STREAM u (x INT {bounds}, k TIMESTAMP);")
print("SELECT s.x FROM s, t, u WHERE s.i > t.j AND t.j > u.k AND u.x <= s.x")
for constant in range(1, COUNT + 1):
    print(f"AND t.y < {constant}")

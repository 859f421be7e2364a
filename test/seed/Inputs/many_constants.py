"""Prints a query in which four attributes have 150 values, each of them a constant of the query."""

COUNT = 150

bounds = f"BETWEEN 1 AND {COUNT}"
print(f"CREATE STREAM s (x INT CHECK (x {bounds}), z INT CHECK (z {bounds}), i TIMESTAMP);")
print("CREATE STREAM t (y INT, j TIMESTAMP);")
print(f"CREATE STREAM u (x INT CHECK (x {bounds}), z INT CHECK (z {bounds}), k TIMESTAMP);")
print("SELECT s.x FROM s, t, u WHERE s.i > t.j AND t.j > u.k")
print("AND u.x <= s.x AND u.z <= s.z AND u.x <= s.z")
for constant in range(1, COUNT + 1):
    print(f"AND t.y < {constant}")

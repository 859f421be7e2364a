"""Random queries of groups over joins and patterns: every engine has to give what SQLite gives from their rows.

random_groups.py FOLDER SEED QUERIES ENGINE...

SQLite joins the rows; the time of a joined row is the later of its two timestamps. The matches of a pattern are those
that the reference gives without groups. Totals of groups without a window are those of all rows up to a time, for each
time and each group that has a row then. Windows are multiples of the slide, each with the rows whose time is in it.
"""

import os
import random
import sqlite3
import subprocess
import sys

CONDITIONS = [
    "s.i < t.j",
    "s.i < t.j AND s.a = t.b",
    "s.i < t.j AND s.a <> t.b",
    "s.i < t.j AND t.j <= s.i + 4",
    "s.i < t.j AND (s.a = 1 OR t.w > s.v)",
]
PATTERN_CONDITIONS = ["s.a = t.b", "s.a <> t.b", "s.v > 0 AND t.b < 3", "t.w > s.v", "s.v + 3 >= t.w"]
ELEMENTS = ["s ; t", "s ; NOT s n ; t", "s ; s m ; t", "s ; ANY 1 OF (s p, t q) ; t", "s ; ANY 2 OF (s p, t q, t r) ; t"]
POLICIES = ["", "MATCH NEXT", "MATCH NEXT AFTER MATCH SKIP PAST LAST ROW", "MATCH NEXT CONSUME ROWS", "ORDER BY ARRIVAL"]
KEYS = ["s.a", "t.b", "s.a + 2", "t.b % 2", "s.a - t.b"]
VALUES = ["s.v", "t.w", "s.v - t.w", "s.v * t.w", "t.j", "s.v % 4"]


class Query:
    def __init__(self, seed):
        choose = random.Random(seed)
        self.pattern = choose.choice(["", "", *ELEMENTS])
        self.policy = choose.choice(POLICIES) + choose.choice(["", " WITHIN INTERVAL '5' SECOND"])
        self.condition = choose.choice(PATTERN_CONDITIONS if self.pattern else CONDITIONS)
        self.keys = choose.sample(KEYS, choose.randint(0, 2))
        self.window = choose.choice(["", "", "TUMBLE", "HOP"])
        self.slide = choose.randint(1, 6)
        self.size = self.slide * (choose.randint(1, 4) if self.window == "HOP" else 1)
        self.columns = []
        if "p," in self.pattern and "CONSUME" not in self.policy:
            self.columns.append(("COUNT", "p"))
        for _ in range(choose.randint(1, 5)):
            value = choose.choice(VALUES)
            kinds = ["MIN", "MAX"] if value == "t.j" else ["COUNT", "SUM", "MIN", "MAX", "AVG"]
            self.columns.append((choose.choice(kinds), value))
        self.rows = {"s": [], "t": []}
        time = choose.choice([0, 3, 1000])
        for _ in range(choose.randint(1, 40)):
            time += choose.choice([0, 0, 1, 1, 2, 5, 13])
            row = (choose.randint(-1, 3), choose.randint(-9, 9), time)
            self.rows[choose.choice("st")].append(row)

    def declarations(self):
        bounds = "CHECK ({0} BETWEEN -1 AND 3)"
        values = "CHECK ({0} BETWEEN -9 AND 9)"
        return (
            f"CREATE STREAM s (a INT {bounds.format('a')}, v INT {values.format('v')}, i TIMESTAMP);\n"
            f"CREATE STREAM t (b INT {bounds.format('b')}, w INT {values.format('w')}, j TIMESTAMP);\n"
        )

    def origin(self):
        """FROM and what comes before GROUP BY."""
        condition = self.condition.replace("s.i + 4", "s.i + INTERVAL '4' SECOND")
        if not self.pattern:
            return f" FROM s, t WHERE {condition}"
        return f" FROM PATTERN ({self.pattern}) WHERE {condition} {self.policy}"

    def sql(self):
        interval = "INTERVAL '{}' SECOND".format
        arguments = ["t.j", interval(self.slide)] + ([interval(self.size)] if self.window == "HOP" else [])
        call = f"({', '.join(arguments)})"
        items = [f"{self.window}_START{call}"] if self.window else ["MAX(t.j)"]
        items += self.keys + [f"{kind}({value})" for kind, value in self.columns]
        groups = self.keys + ([self.window + call] if self.window else [])
        clause = f" GROUP BY {', '.join(groups)}" if groups else ""
        return f"{self.declarations()}SELECT {', '.join(items)}{self.origin()}{clause};\n"

    def matches(self, folder, inputs):
        """The rows of the pattern: its time, keys and values, each as often as it occurs."""
        values = ["ROWID(p)" if value == "p" else value for _, value in self.columns]
        path = os.path.join(folder, "matches.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{self.declarations()}SELECT {', '.join(['t.j'] + self.keys + values)}{self.origin()};\n")
        command = ["bough", "run", path, *inputs, "--engine=reference", "--at-end=emit"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{path}:\n{done.stderr}")
        for line in done.stdout.splitlines()[1:]:
            *cells, count = line.split(",")
            row = [int(cell) for cell in cells]
            for i, value in enumerate(values, len(row) - len(values)):
                if value == "ROWID(p)" and row[i] == 0:  # not taken
                    row[i] = None
            yield from [row] * int(count)

    def expected(self, folder, inputs):
        database = sqlite3.connect(":memory:")
        database.execute("CREATE TABLE s (a, v, i)")
        database.execute("CREATE TABLE t (b, w, j)")
        for name, rows in self.rows.items():
            database.executemany(f"INSERT INTO {name} VALUES (?, ?, ?)", rows)
        keys = [f"k{i}" for i in range(len(self.keys))]
        values = [f"v{i}" for i in range(len(self.columns))]
        if self.pattern:
            names = ", ".join(["at"] + keys + values)
            database.execute(f"CREATE TABLE r ({names})")
            insert = f"INSERT INTO r VALUES ({', '.join('?' * (1 + len(keys) + len(values)))})"
            database.executemany(insert, self.matches(folder, inputs))
        else:
            columns = ["max(s.i, t.j) AS at"]
            columns += [f"{key} AS k{i}" for i, key in enumerate(self.keys)]
            columns += [f"{value} AS v{i}" for i, (_, value) in enumerate(self.columns)]
            database.execute(f"CREATE TABLE r AS SELECT {', '.join(columns)} FROM s, t WHERE {self.condition}")
        if self.window:
            starts = f"WITH RECURSIVE o(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM o WHERE n + 1 < {self.size // self.slide}) "
            source = f"SELECT at / {self.slide} * {self.slide} - n * {self.slide} AS first, r.* FROM r, o"
        else:
            starts = ""
            same = " AND ".join(["r.at <= g.at"] + [f"r.{key} = g.{key}" for key in keys])
            distinct = ", ".join(["at"] + keys)
            source = f"SELECT g.at AS first, r.* FROM (SELECT DISTINCT {distinct} FROM r) g JOIN r ON {same}"
        totals = []
        for i, (kind, _) in enumerate(self.columns):
            if kind == "AVG":
                totals += [f"sum(v{i})", "count(*)"]
            else:
                totals += [f"{kind}(v{i})"]
        selected = ", ".join(["first"] + keys + totals)
        rows = database.execute(f"{starts} SELECT {selected} FROM ({source}) GROUP BY {', '.join(['first'] + keys)}")
        return sorted(self.line(row) for row in rows)

    def line(self, row):
        cells = [str(cell) for cell in row[: 1 + len(self.keys)]]
        rest = list(row[1 + len(self.keys) :])
        for kind, _ in self.columns:
            total = rest.pop(0)
            cells.append(average(total, rest.pop(0)) if kind == "AVG" else str(total))
        return ",".join(cells + ["1"])


def average(total, count):
    units = (2 * abs(total) * 10**6 + count) // (2 * count)
    sign = "-" if total < 0 and units else ""
    return f"{sign}{units // 10**6}.{units % 10**6:06}"


def main():
    folder, seed, queries, engines = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    os.makedirs(folder, exist_ok=True)
    for number in range(queries):
        query = Query(seed * 1_000_000 + number)
        path = os.path.join(folder, "q.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(query.sql())
        inputs = []
        for name, columns in (("s", "a,v,i"), ("t", "b,w,j")):
            csv = os.path.join(folder, f"{name}.csv")
            with open(csv, "w", encoding="utf-8") as file:
                file.write(columns + "\n" + "".join(f"{a},{b},{c}\n" for a, b, c in query.rows[name]))
            inputs += ["--input", f"{name}={csv}"]
        expected = query.expected(folder, inputs)
        for engine in engines:
            command = ["bough", "run", path, *inputs, f"--engine={engine}", "--at-end=emit"]
            done = subprocess.run(command, capture_output=True, text=True)
            got = sorted(done.stdout.splitlines()[1:])
            if done.returncode != 0 or got != expected:
                print(f"query {number} of seed {seed}, --engine={engine}:\n{query.sql()}{done.stderr}")
                print("expected:", *expected, "got:", *got, sep="\n")
                sys.exit(1)


main()

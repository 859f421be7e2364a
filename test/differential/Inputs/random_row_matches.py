"""Random MATCH_RECOGNIZE with repeated and optional variables: every engine has to give what SQL's rules give.

random_row_matches.py FOLDER SEED QUERIES ENGINE...

SQL tries rows one after another and goes back where a variable finds none: the first match that it finds from a row is the
preferred one. What Bough does not prove to be exact it has to refuse by one of the codes for that; a third of the queries
has to be taken at least. The last engine runs every second query only.
"""

import os
import random
import re
import subprocess
import sys
from collections import Counter

REFUSALS = {"B0131", "B0132", "B0133", "B0134", "B0135", "B0136", "B0146", "B0152", "B0155"}
OPERATORS = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "=": lambda x, y: x == y,
    "<>": lambda x, y: x != y,
}
QUANTIFIERS = {"": (1, 1), "{2}": (2, 2), "?": (0, 1), "{1,3}": (1, 3), "{,2}": (0, 2), "{2,4}": (2, 4)}
KINDS = "uvw"


class Atom:
    """A comparison of the row at hand with a constant, or with an earlier row."""

    def __init__(self, choose, variable, earlier):
        self.column, self.constants, self.other = choose.choice("aaae"), [], None
        if self.column == "e":
            self.operator = choose.choice(["=", "<>", "IN"])
            self.constants = choose.sample(KINDS, 2 if self.operator == "IN" else 1)
        elif earlier and choose.random() < 0.4:
            self.operator = choose.choice(list(OPERATORS))
            self.other = (choose.choice(["", "FIRST", "LAST"]), choose.choice(earlier), choose.randint(-1, 1))
        else:
            self.operator = choose.choice([*OPERATORS, "IN", "NOT IN"])
            self.constants = sorted(choose.sample(range(6), 3 if "IN" in self.operator else 1))

    def sql(self, variable):
        left = f"{variable}.{self.column}"
        if self.other:
            function, other, offset = self.other
            column = f"{function}({other}.a)" if function else f"{other}.a"
            return f"{left} {self.operator} {column}" + (f" + {offset}" if offset else "")
        texts = [f"'{c}'" if self.column == "e" else str(c) for c in self.constants]
        return f"{left} {self.operator} " + (f"({', '.join(texts)})" if "IN" in self.operator else texts[0])

    def holds(self, row, taken):
        value = row[self.column]
        if self.other:
            function, other, offset = self.other
            rows = [r for name, r in taken if name == other]
            # Without a row it is NULL, which nothing here makes true.
            return bool(rows) and OPERATORS[self.operator](value, rows[0 if function == "FIRST" else -1]["a"] + offset)
        if "IN" in self.operator:
            return (value in self.constants) == (self.operator == "IN")
        return OPERATORS[self.operator](value, self.constants[0])

    def variables(self):
        return {self.other[1]} if self.other else set()


class Junction:
    """NOT, AND, OR of conditions."""

    def __init__(self, kind, operands):
        self.kind, self.operands = kind, operands

    def sql(self, variable):
        texts = [operand.sql(variable) for operand in self.operands]
        return f"NOT ({texts[0]})" if self.kind == "NOT" else f"({f' {self.kind} '.join(texts)})"

    def holds(self, row, taken):
        results = [operand.holds(row, taken) for operand in self.operands]
        return not results[0] if self.kind == "NOT" else all(results) if self.kind == "AND" else any(results)

    def variables(self):
        return set().union(*(operand.variables() for operand in self.operands))


class Query:
    def __init__(self, seed):
        choose = random.Random(seed)
        self.variables = list("ABCD")[: choose.randint(2, 4)]
        self.elements = []  # variable, least, most, whether greedy, text; None for a gap
        self.conditions, self.bases = {}, {}  # with those that are excluded, and without
        for place, variable in enumerate(self.variables):
            isLast = place + 1 == len(self.variables)
            isBehindGap = isLast and place > 1 and choose.random() < 0.2
            text = choose.choice(list(QUANTIFIERS))
            if isBehindGap or (isLast and choose.random() < 0.95):
                text = ""
            least, most = QUANTIFIERS[text]
            isGreedy = choose.random() < 0.6
            text += "?" if not isGreedy and text else ""
            if isBehindGap:
                self.elements.append(None)
            self.elements.append((variable, least, most, isGreedy, variable + text))
            self.define(choose, place, variable)
        if choose.random() < 0.15:  # a variable may stand for rows in two places
            self.elements.insert(0, (self.variables[-1], 1, 1, True, self.variables[-1]))
        self.hasGap = None in self.elements
        self.skipsToNext = self.hasGap or choose.random() < 0.6
        self.isPartitioned = choose.random() < 0.5
        self.events = choose.choice([6, 9]) if choose.random() < 0.2 else None
        self.seconds = choose.choice([2, 5]) if not self.events and choose.random() < 0.3 else None
        if self.hasGap and not self.events:
            self.seconds = 4
        always = [e[0] for e in self.elements if e and e[1] > 0] or self.variables
        self.measures = [(choose.choice(["FIRST", "LAST"]), choose.choice(always)) for _ in range(choose.randint(0, 2))]
        self.rows, time = [], 0
        for _ in range(choose.randint(5, 60)):
            time += choose.choice([0, 1, 1, 2])
            self.rows.append({"k": choose.randint(0, 1), "a": choose.randint(0, 5), "e": choose.choice(KINDS), "ts": time})

    def define(self, choose, place, variable):
        """Most variables exclude those before them that need not be there, or are repeated."""
        earlier = [e[0] for e in self.elements[:place] if e and e[1] > 0]
        condition = Atom(choose, variable, earlier)
        if choose.random() < 0.3:
            condition = Junction(choose.choice(["AND", "OR"]), [condition, Atom(choose, variable, earlier)])
        parts = [condition] if choose.random() < 0.4 or place == 0 else []
        for other in range(place - 1, -1, -1):
            previous = self.elements[other]
            if previous and choose.random() < 0.9 and previous[1:3] != (1, 1):
                parts.append(Junction("NOT", [self.bases[previous[0]]]))
        self.bases[variable] = condition
        if len(parts) > 1:
            condition = Junction("AND", parts)
        elif parts:
            condition = parts[0]
        if choose.random() < 0.95 or not place:
            self.conditions[variable] = condition

    def sql(self):
        measures = [f"{function}({variable}.a) AS m{i}" for i, (function, variable) in enumerate(self.measures)]
        clauses = [
            "PARTITION BY k" if self.isPartitioned else "",
            "ORDER BY ts",
            f"MEASURES {', '.join(['FIRST(ts) AS first', 'ts AS last'] + measures)}",
            "AFTER MATCH SKIP TO NEXT ROW" if self.skipsToNext else "",
            f"PATTERN ({' '.join(element[4] if element else 'Z*?' for element in self.elements)})",
            f"WITHIN {self.events} EVENTS" if self.events else "",
            f"WITHIN INTERVAL '{self.seconds}' SECOND" if self.seconds else "",
            "DEFINE " + ", ".join(f"{name} AS {condition.sql(name)}" for name, condition in self.conditions.items()),
        ]
        columns = ["first", "last"] + [f"m{i}" for i in range(len(self.measures))]
        return (
            "CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 1), a INT CHECK (a BETWEEN 0 AND 5),\n"
            "  e ENUM ('u', 'v', 'w'), ts TIMESTAMP) WITH (max_per_second = 60);\n"
            f"SELECT {', '.join(columns)} FROM s MATCH_RECOGNIZE (\n  "
            + "\n  ".join(clause for clause in clauses if clause)
            + ");\n"
        )

    def matches(self, rows, at, place=0, count=0, taken=()):
        """The matches from a row on, the preferred one first."""
        if place == len(self.elements):
            if taken:
                yield taken
            return
        element = self.elements[place]
        if element is None:
            yield from self.matches(rows, at, place + 1, 0, taken)
            if at < len(rows):
                yield from self.matches(rows, at + 1, place, 0, taken)
            return
        variable, least, most, isGreedy, _ = element

        def take():
            if count < most and at < len(rows) and self.fits(variable, rows[at], taken):
                yield from self.matches(rows, at + 1, place, count + 1, (*taken, (variable, rows[at])))

        if isGreedy:
            yield from take()
        if count >= least:
            yield from self.matches(rows, at, place + 1, 0, taken)
        if not isGreedy:
            yield from take()

    def fits(self, variable, row, taken):
        first = taken[0][1] if taken else row
        if self.seconds and row["ts"] - first["ts"] > self.seconds:
            return False
        if self.events and row["number"] - first["number"] >= self.events:
            return False
        condition = self.conditions.get(variable)
        return condition is None or condition.holds(row, (*taken, (variable, row)))

    def expected(self):
        for number, row in enumerate(self.rows):
            row["number"] = number
        results = Counter()
        for key in (0, 1) if self.isPartitioned else (None,):
            rows, at = [row for row in self.rows if key in (None, row["k"])], 0
            while at < len(rows):
                match = next(self.matches(rows, at), None)
                if match:
                    results[self.line(match)] += 1
                isPast = match and not self.skipsToNext
                at = rows.index(match[-1][1]) + 1 if isPast else at + 1
        return results

    def line(self, match):
        cells = [match[0][1]["ts"], match[-1][1]["ts"]]
        for function, variable in self.measures:
            rows = [row for name, row in match if name == variable]
            cells.append(rows[0 if function == "FIRST" else -1]["a"])
        return ",".join(map(str, cells))


def run(folder, engine):
    paths = [os.path.join(folder, name) for name in ("q.sql", "s.csv")]
    command = ["bough", "run", paths[0], "--input", f"s={paths[1]}", f"--engine={engine}"]
    done = subprocess.run(command, capture_output=True, text=True)
    results = Counter()
    for line in done.stdout.splitlines()[1:]:
        cells, count = line.rsplit(",", 1)
        results[cells] += int(count)
    return done, results


def main():
    folder, seed, queries, engines = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    os.makedirs(folder, exist_ok=True)
    refused, found = Counter(), 0
    for number in range(queries):
        query = Query(seed * 1_000_000 + number)
        with open(os.path.join(folder, "q.sql"), "w", encoding="utf-8") as file:
            file.write(query.sql())
        with open(os.path.join(folder, "s.csv"), "w", encoding="utf-8") as file:
            file.write("k,a,e,ts\n" + "".join(f"{r['k']},{r['a']},{r['e']},{r['ts']}\n" for r in query.rows))
        expected = None
        for engine in engines if number % 2 == 0 else engines[:-1]:
            done, got = run(folder, engine)
            codes = set(re.findall(r"error: .*\[(B\d+)\]", done.stderr))
            if done.returncode != 0 and codes and codes <= REFUSALS:
                refused[min(codes)] += 1
                break
            expected = query.expected() if expected is None else expected
            if done.returncode != 0 or got != expected:
                print(f"query {number} of seed {seed}, --engine={engine}:\n{query.sql()}{done.stderr}")
                print("expected:", *sorted(expected.items()), "got:", *sorted(got.items()), sep="\n")
                sys.exit(1)
        else:
            found += sum(expected.values())
    taken = queries - refused.total()
    print(f"{taken} of {queries} queries, {found} matches; refused: {dict(sorted(refused.items()))}")
    if taken * 3 < queries or found < taken:
        sys.exit(1)


main()

"""Rows out of order within the lateness give what the sorted rows give; rows that come too late are left out and counted.

random_lateness.py FOLDER SEED ROUNDS ENGINE...

Each round shuffles rows so that none is behind the watermark of its input, puts rows behind it between them, and compares the
results with those of the rows in order, without the late ones. Rows of one timestamp keep the order in which they came, since
some queries go by it. The streams come in one file, in a file each, or in two files for one of them.
"""

import json
import os
import random
import subprocess
import sys

HEADER = "kind,x,k,ts\n"
STREAMS = """CREATE STREAM a (x INT CHECK (x BETWEEN 0 AND 9), k INT CHECK (k BETWEEN 0 AND 2), ts TIMESTAMP{lateness}) {rate};
CREATE STREAM b (x INT CHECK (x BETWEEN 0 AND 9), k INT CHECK (k BETWEEN 0 AND 2), ts TIMESTAMP{lateness}) {rate};
"""
QUERIES = [
    "SELECT a.x AS x, b.x AS y, a.ts AS t FROM a, b WHERE a.k = b.k AND a.ts <= b.ts AND b.ts <= a.ts + INTERVAL '7' SECOND;",
    "SELECT a.x AS x, a.k AS k FROM a UNION ALL SELECT b.x, b.k FROM b;",
    "CREATE QUERY groups AS SELECT k, COUNT(*) AS n FROM a GROUP BY k; CREATE QUERY others AS SELECT x FROM b;",
    "SELECT a.x AS x, b.x AS y FROM PATTERN (a ; b) MATCH NEXT CONSUME ROWS WITHIN INTERVAL '9' SECOND;",
]


def shuffle(choose, rows, lateness):
    """No row comes after one that is more than `lateness` later."""
    return [row for _, _, row in sorted((row[3] + choose.randint(0, lateness), i, row) for i, row in enumerate(rows))]


def add_late(choose, rows, lateness):
    """The rows with others between them that are behind the watermark, and how many those are."""
    result, late, watermark = [], 0, -1
    for row in rows:
        if watermark > 0 and choose.random() < 0.1:
            result.append((choose.choice("ab"), choose.randint(0, 9), choose.randint(0, 2), choose.randint(0, watermark - 1)))
            late += 1
        result.append(row)
        watermark = max(watermark, row[3] - lateness)
    return result, late


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER)
        file.writelines("%s,%d,%d,%d\n" % row for row in rows)


def run(query, inputs, engine, options):
    command = ["bough", "run", query, *inputs, f"--engine={engine}", "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit status {done.returncode}\n{done.stderr}")
    summary = json.loads(done.stderr.splitlines()[-1])
    return done.stdout, summary


def inputs_of(folder, name, layout, files):
    options = []
    for index, (stream, rows) in enumerate(files):
        path = os.path.join(folder, f"{name}{index}.csv")
        write(path, rows)
        options += ["--input", f"{path}:stream=kind" if layout == "mixed" else f"{stream}={path}"]
    return options


def main():
    folder, seed, rounds, engines = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    os.makedirs(folder, exist_ok=True)
    all_late = 0
    for round_ in range(rounds):
        choose = random.Random(seed * 1000 + round_)
        lateness = choose.choice([1, 3, 10])
        text = choose.choice(QUERIES)
        layout = choose.choice(["mixed", "each", "split"])
        names = {"mixed": ["ab"], "each": ["a", "b"], "split": ["a", "b", "a"]}[layout]
        shuffled, in_order, late = [], [], 0
        for name in names:
            time, rows = 0, []
            for _ in range(choose.randint(0, 120)):
                time += choose.choice([0, 0, 1, 1, 2, 30 if choose.random() < 0.1 else 1])
                rows.append((choose.choice(name), choose.randint(0, 9), choose.randint(0, 2), time))
            rows = shuffle(choose, rows, lateness)
            in_order.append((name, sorted(rows, key=lambda row: row[3])))
            with_late, count = add_late(choose, rows, lateness)
            late += count
            if layout != "mixed":
                with_late = [(name, *row[1:]) for row in with_late]
            shuffled.append((name, with_late))
        all_late += late
        query, plain = os.path.join(folder, "late.sql"), os.path.join(folder, "plain.sql")
        rate = "max_per_timestamp = 400" + choose.choice(["", ", max_per_second = 400", ", max_rows = 400"])
        declared = f", WATERMARK FOR ts AS ts - INTERVAL '{lateness}' SECOND"
        for path, clause in (query, declared), (plain, ""):
            with open(path, "w", encoding="utf-8") as file:
                file.write(STREAMS.format(lateness=clause, rate=f"WITH ({rate})") + text + "\n")
        late_inputs = inputs_of(folder, "late", layout, shuffled)
        expected, _ = run(plain, inputs_of(folder, "plain", layout, in_order), "reference", [])
        used = sum(len(rows) for _, rows in in_order)
        for engine in engines:
            for more in [], ["--ingest=mixed"]:
                options = ["--late=drop", "--block-rows", choose.choice(["1", "2", "7", "8192"]), *more]
                given, summary = run(query, late_inputs, engine, options)
                told = (summary["rowsRead"], summary["used"], sum(summary["late"].values()))
                if given != expected or told != (used + late, used, late):
                    sys.exit(f"round {round_}, {engine}, {options}, {layout}, lateness {lateness}: {text}\n"
                             f"expected\n{expected}given\n{given}rows {told}, expected {(used + late, used, late)}")
    if all_late == 0:
        sys.exit("no row was late")


main()

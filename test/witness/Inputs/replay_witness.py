"""Replays the files of `bough check --witness` with `bough run --engine=reference`.

    replay_witness.py q.sql FOLDER [options of run ...]

For every choice of i's and every suffix, what the suffix adds to the results has to be what the
files outputs*.csv say; and no two choices may have the same additions.
"""

import collections
import csv
import glob
import itertools
import os
import re
import subprocess
import sys
import tempfile


def read(path):
    if not os.path.exists(path):
        return None, []
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return header, rows


def time_column(query, stream):
    """The first column of type TIMESTAMP; names are case-insensitive unless quoted."""
    start = rf'CREATE\s+STREAM\s+"?{re.escape(stream)}"?\s*\('
    body = re.search(start + r"(.*?)\)\s*(?:WITH\b.*?)?;", query, re.S | re.I)
    columns = re.split(r",(?![^(]*\))", body.group(1))
    return next(i for i, column in enumerate(columns) if re.search(r"\bTIMESTAMP\b", column, re.I))


def name_of(part):
    return part.replace("%2F", "/").replace("%25", "%")


class Witness:
    def __init__(self, query, folder, options):
        self.query, self.folder, self.options = query, folder, options
        with open(query, encoding="utf-8") as file:
            text = re.sub(r"--[^\n]*|/\*.*?\*/", "", file.read(), flags=re.S)
        always = glob.glob(os.path.join(folder, "always-*.csv"))
        self.streams = sorted(os.path.basename(path)[len("always-") : -len(".csv")] for path in always)
        self.times = {stream: time_column(text, name_of(stream)) for stream in self.streams}
        suffixes = glob.glob(os.path.join(folder, "suffix-*.csv"))
        self.k = max(int(os.path.basename(path).split("-")[1]) for path in suffixes)
        outputs = glob.glob(os.path.join(folder, "outputs*.csv"))
        self.outputs = {os.path.basename(path)[len("outputs") : -len(".csv")][1:]: path for path in outputs}

    def run(self, parts):
        """The rows of each query, with the time as first column, as a multiset."""
        with tempfile.TemporaryDirectory() as folder:
            arguments = []
            for stream in self.streams:
                header, rows = read(os.path.join(self.folder, f"always-{stream}.csv"))
                rows = list(rows)
                for part in parts:
                    rows += read(os.path.join(self.folder, f"{part}-{stream}.csv"))[1]
                rows.sort(key=lambda row: int(row[self.times[stream]]))
                path = os.path.join(folder, f"{stream}.csv")
                with open(path, "w", newline="", encoding="utf-8") as file:
                    csv.writer(file, lineterminator="\n").writerows([header, *rows])
                arguments += ["--input", f"{name_of(stream)}={path}"]
            for name in self.outputs:
                path = os.path.join(folder, f"out-{name}")
                arguments += ["-o", f"{name_of(name)}={path}" if name else path]
            command = ["bough", "run", "--engine=reference", self.query, *arguments, *self.options]
            run = subprocess.run(command, stderr=subprocess.PIPE, text=True)
            if run.returncode != 0:
                sys.exit(f"{' '.join(command)}\n{run.stderr}")
            results = {}
            for name in self.outputs:
                _, rows = read(os.path.join(folder, f"out-{name}"))
                counts = collections.Counter()
                for *row, count in rows:
                    counts[tuple(row)] += int(count)
                results[name] = counts
            return results

    def stated(self):
        table = collections.defaultdict(collections.Counter)
        for name, path in self.outputs.items():
            for chosen, suffix, _time, *row, count in read(path)[1]:
                table[name, chosen, int(suffix)][tuple(row)] += int(count)
        return table

    def problems(self):
        stated, seen, rows = self.stated(), {}, 0
        numbers = range(1, self.k + 1)
        for size in range(self.k + 1):
            for chosen in itertools.combinations(numbers, size):
                text = "+".join(map(str, chosen)) or "-"
                prefix = [f"chosen-{i}" for i in chosen]
                before, additions = self.run(prefix), []
                for i in numbers:
                    after = self.run([*prefix, f"suffix-{i}"])
                    for name in self.outputs:
                        added = after[name] - before[name]
                        additions.append(sorted(added.items()))
                        rows += len(added)
                        if added != stated[name, text, i]:
                            yield f"{name} after {text}, suffix {i}: {added}, not {stated[name, text, i]}"
                        if before[name] - after[name]:
                            yield f"{name} after {text}: suffix {i} takes results away"
                if str(additions) in seen:
                    yield f"{text} and {seen[str(additions)]} are alike"
                seen[str(additions)] = text
        print(f"replayed {2**self.k} prefixes with {self.k} suffixes each: {len(seen)} differ")
        if rows == 0:
            yield "no suffix adds anything"


if __name__ == "__main__":
    found = list(Witness(sys.argv[1], sys.argv[2], sys.argv[3:]).problems())
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)

"""Compares the summary of a run of q1.sql that sheds with its input and its log of dropped rows."""

import collections
import csv
import json
import sys

rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
summary = json.load(open(sys.argv[2], encoding="utf-8"))
log = list(csv.DictReader(open(sys.argv[3], encoding="utf-8")))

assert summary["rows"] == len(rows)
assert summary["used"] + len(log) == len(rows) and log
assert summary["shed"] == {"e": len(log)}
types = collections.Counter(line["type"] for line in log)
assert {name: count for name, count in summary["shedByType"]["e"].items() if count} == types
numbers = [int(line["row"]) for line in log]
assert numbers == sorted(set(numbers))
for line in log:
    row = rows[int(line["row"]) - 1]
    assert (line["time"], line["type"]) == (row["ts"], row["type"])
    assert float(line["utility"]) >= 0
print("rows add up:", summary["used"] + len(log))
latency = summary["latency"]
if latency["mean"] <= latency["maximum"] <= latency["bound"]:
    print("within the bound")

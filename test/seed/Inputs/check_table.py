"""Runs the queries of the table of both criteria and compares verdicts and bytes with it.

With --update the table is printed as it should be.
"""

import json
import re
import subprocess
import sys

HEADING = "### Both criteria side by side"
FEWEST_ONLY_EXACT = 4


def check(sql, criteria):
    run = subprocess.run(
        ["bough", "check", "--json", f"--criteria={criteria}", "-"],
        input=sql,
        capture_output=True,
        text=True,
    )
    return json.loads(run.stdout)


def seed_cell(sql):
    report = check(sql, "seed")
    if report["verdict"] == "BOUNDED":
        return "accepted"
    return ", ".join(sorted({rejection["rule"] for rejection in report["rejections"]}))


def exact_cells(sql):
    report = check(sql, "exact")
    memory = report.get("memory")
    return report["verdict"], str(memory["total"]) if memory else "-"


text = open(sys.argv[1], encoding="utf-8").read().split(HEADING)[1]
declarations = re.search(r"(?:^    .*\n)+", text, re.MULTILINE).group(0)
rows = re.findall(r"^\| `(SELECT .*)` \| (.*) \| (.*) \| (.*) \|$", text, re.MULTILINE)
wrong = only_exact = 0
for select, *stated in rows:
    sql = f"{declarations}\n{select};"
    found = [seed_cell(sql), *exact_cells(sql)]
    only_exact += found[0] != "accepted" and found[1] == "BOUNDED"
    if "--update" in sys.argv:
        print(f"| `{select}` | {' | '.join(found)} |")
    elif found != stated:
        wrong += 1
        print(f"{select}\n  stated: {stated}\n  found:  {found}")
if only_exact < FEWEST_ONLY_EXACT:
    sys.exit(f"only {only_exact} queries are accepted by the exact criterion alone")
sys.exit(1 if wrong else 0)

"""Compares the state bytes in the reports of `bough check --json` and `bough run --json`.

usage: same_state.py CHECK.json RUN.json
"""

import json
import sys


def load(path):
    with open(path, encoding="utf-8") as report:
        return json.load(report)


announced = load(sys.argv[1])["memory"]["total"]
used = load(sys.argv[2])["stateBytes"]
if announced != used or announced <= 0:
    sys.exit(f"announced: {announced} bytes, used: {used} bytes")

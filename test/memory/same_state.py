"""Compares the state bytes in the reports of `bough check --json` and `bough run --json`.

usage: same_state.py CHECK.json RUN.json
"""

import json
import sys


def state_bytes(path):
    with open(path, encoding="utf-8") as report:
        return json.load(report)["state_bytes"]


announced, used = map(state_bytes, sys.argv[1:])
if announced != used or announced <= 0:
    sys.exit(f"announced: {announced} bytes, used: {used} bytes")

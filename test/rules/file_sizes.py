"""Checks that files stay readable: sources of at most 700 lines, lit tests of at most 80."""

import sys

import sources

LIMITS = {(".h", ".cpp", ".py"): 700, (".sql", ".bir", ".test"): 80}

if __name__ == "__main__":
    bad = False
    for suffixes, limit in LIMITS.items():
        for path in sources.under(sys.argv[1], suffixes):
            lines = sources.read(sys.argv[1], path).count("\n")
            if lines > limit:
                print(f"{path}: {lines} lines, at most {limit} are allowed")
                bad = True
    sys.exit(1 if bad else 0)

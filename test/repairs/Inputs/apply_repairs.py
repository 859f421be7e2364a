"""Applies each repair that `bough check` proposes and checks the changed file.

    apply_repairs.py q.sql [options of check ...]

Prints each repair with its bytes and its lines as changed. Fails when there is none, when the
changed file is not bounded, or when it needs another number of bytes than announced.
"""

import json
import subprocess
import sys


def check(text, options):
    run = subprocess.run(
        ["bough", "check", "--json", "-", *options], input=text, stdout=subprocess.PIPE
    )
    return json.loads(run.stdout)


def changed(text, insertions):
    """Offsets count bytes of the original text."""
    for insertion in reversed(insertions):
        offset = insertion["offset"]
        text = text[:offset] + insertion["text"].encode() + text[offset:]
    return text


def main(path, options):
    with open(path, "rb") as file:
        text = file.read()
    report = check(text, options)
    print("verdict:", report["verdict"])
    repairs = report["repairs"]
    wrong = not repairs
    for repair in repairs:
        new = changed(text, repair["insertions"])
        print(f"repair: {repair['bytes']} bytes")
        old_lines = text.splitlines()
        for line in new.splitlines():
            if line not in old_lines:
                print(" ", line.decode())
        after = check(new, options)
        if after["verdict"] != "BOUNDED":
            print("fault: the changed file is", after["verdict"], after["diagnostics"])
            wrong = True
        elif after["memory"]["total"] != repair["bytes"]:
            print("fault: it needs", after["memory"]["total"], "bytes")
            wrong = True
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

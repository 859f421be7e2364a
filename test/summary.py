"""Prints the tests that did not pass and, as the last line, "N passed, N failed".

usage: summary.py RESULTS.json LIT-STATUS
"""

import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}

with open(sys.argv[1], encoding="utf-8") as results:
    tests = json.load(results)["tests"]
passed = sum(test["code"] in PASSED for test in tests)
skipped = [test["name"] for test in tests if test["code"] in SKIPPED - {"EXCLUDED"}]
failed = [test for test in tests if test["code"] not in PASSED | SKIPPED]
count = len(failed)
# A run that broke off, or found nothing, has not passed.
if count == 0 and (sys.argv[2] != "0" or passed == 0):
    print("lit failed with status", sys.argv[2], "after", passed, "tests that passed")
    count = 1

for name in sorted(skipped):
    print("skipped:", name)
for test in sorted(failed, key=lambda test: test["name"]):
    print("failed:", test["name"])
print(f"{passed} passed, {count} failed")
sys.exit(1 if count else 0)

"""Checks that every code of Diagnostics.def is used once there and named by some test."""

import os
import re
import sys

TABLE = "frontend/basic/Diagnostics.def"
ROW = re.compile(r"^BOUGH_DIAGNOSTIC\(\s*(B\d{4}),", re.MULTILINE)
CODE = re.compile(r"\bB\d{4}\b")

# Codes that no test can cause, each with its reason.
EXCEPTIONS = {
    "B0803": "internal: only a fault of the LLVM emitter gives LLVM's verifier a malformed module",
}


def codes_in(folder):
    """All codes in the texts of a folder, the rules themselves left out."""
    found = set()
    for path, folders, files in os.walk(folder):
        if path == folder and "rules" in folders:
            folders.remove("rules")
        for name in files:
            with open(os.path.join(path, name), encoding="utf-8", errors="replace") as file:
                found.update(CODE.findall(file.read()))
    return found


def problems(root):
    with open(os.path.join(root, TABLE), encoding="utf-8") as file:
        codes = ROW.findall(file.read())
    if not codes:
        yield f"{TABLE}: no codes found"
    tested = codes_in(os.path.join(root, "test"))
    for code in sorted(set(codes)):
        if codes.count(code) > 1:
            yield f"{TABLE}: {code} is used {codes.count(code)} times"
        if code in EXCEPTIONS and code in tested:
            yield f"{code} is tested and needs no exception"
        if code not in EXCEPTIONS and code not in tested:
            yield f"{code} is named by no test"
    for code in sorted(set(EXCEPTIONS) - set(codes)):
        yield f"{code} is an exception, but not in {TABLE}"


if __name__ == "__main__":
    found = list(problems(sys.argv[1]))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)

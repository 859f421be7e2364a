"""bad-lines.py LINES COMMAND...: runs the command with --input s=s.jsonl for each line of the file
LINES, where s.jsonl has that line, and prints the errors. Each run must fail with status 2. Lines
that begin with `#` are left out; `\\xff` and the like are Python escapes of bytes."""

import os
import subprocess
import sys

with open(sys.argv[1]) as file:
    lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
path = os.path.join(os.path.dirname(sys.argv[1]), "s.jsonl")
for line in lines:
    with open(path, "w", encoding="latin-1", newline="") as file:
        file.write(line.encode().decode("unicode_escape") + "\n")
    command = sys.argv[2:] + ["--quiet", "--input", "s=" + path]
    result = subprocess.run(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    print(result.stderr.decode(errors="replace"), end="")
    if result.returncode != 2:
        sys.exit(f"status {result.returncode} instead of 2 for the line {line!r}")

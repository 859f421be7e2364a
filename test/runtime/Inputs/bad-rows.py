"""bad-rows.py ROWS COMMAND...: runs the command with --input s=s.csv for each row of the file ROWS
(below its header), where s.csv has the header and that row, and prints the errors. Each run must
fail with status 2. Lines that begin with `#` are left out; `\\0` and the like are Python escapes."""

import os
import subprocess
import sys

with open(sys.argv[1]) as file:
    lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
folder = os.path.dirname(sys.argv[1])
for row in lines[1:]:
    with open(os.path.join(folder, "s.csv"), "w", newline="") as csv:
        csv.write(lines[0] + "\n" + row.encode().decode("unicode_escape") + "\n")
    command = sys.argv[2:] + ["--quiet", "--input", "s=" + os.path.join(folder, "s.csv")]
    result = subprocess.run(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    print(result.stderr, end="")
    if result.returncode != 2:
        sys.exit(f"status {result.returncode} instead of 2 for the row {row!r}")

"""Runs a command with the options of each line that is no comment; prints what it says."""
import os, subprocess, sys
cases, *command = sys.argv[1:]
for line in open(cases):
    if not line.startswith("#"):
        ran = subprocess.run(command + line.split(), stderr=subprocess.PIPE, text=True,
                             cwd=os.path.dirname(cases), stdout=subprocess.DEVNULL)
        print(ran.stderr if ran.returncode == 2 else f"{line} ends with {ran.returncode}")

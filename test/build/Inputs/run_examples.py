"""Runs the commands below the word "Examples" of a help text; stops at the first that fails."""

import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read().split("Examples:", 1)[1]
commands = text.replace("\\\n", " ").splitlines()
commands = [command for command in commands if command.strip()]
assert commands
for command in commands:
    subprocess.run(command, shell=True, check=True)

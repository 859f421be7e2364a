"""Runs the commands ("    $ command") of a section of a Markdown file and compares what they print."""

import subprocess
import sys

path, title = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    lines = file.read().split(f"## {title}\n", 1)[1].split("\n## ", 1)[0].splitlines()
commands = []
for line in lines:
    if line.startswith("    $ "):
        commands.append((line[6:], []))
    elif commands and line.startswith("    "):
        commands[-1][1].append(line[4:])
    elif commands and not line:
        commands.append((":", []))  # what is indented below a gap is no output
assert commands, f"no commands in {title}"
for command, expected in commands:
    if command == ":":
        continue
    done = subprocess.run(command, shell=True, check=True, stdout=subprocess.PIPE, text=True)
    if done.stdout.splitlines() != expected:
        sys.exit(f"{command}\nprinted\n{done.stdout}and the text says\n" + "\n".join(expected))

"""Checks every source but the unit tests with clang++, warnings as errors, without generating code.

usage: check-clang.py CLANG BUILD-FOLDER

Takes the commands from the build's compile_commands.json. The deprecation of
std::get_temporary_buffer inside libstdc++ 12 is no concern of ours, nor are g++'s own warnings.
"""

import concurrent.futures
import json
import os
import shlex
import subprocess
import sys

clang, build = sys.argv[1:]
EXTRA = [
    "-fsyntax-only",
    "-Werror",
    "-Wno-deprecated-declarations",
    "-Wno-unknown-warning-option",
]


def arguments(entry):
    """The include folders and definitions of a command; clang++ brings its own code options."""
    words = shlex.split(entry["command"])
    kept = []
    for index, word in enumerate(words):
        if word.startswith(("-I", "-D", "-std=", "-W")) or word in ("-isystem",):
            kept.append(word)
        if words[index - 1] == "-isystem":
            kept.append(word)
    return kept


def check(entry):
    command = [clang, *arguments(entry), *EXTRA, entry["file"]]
    done = subprocess.run(
        command, cwd=entry["directory"], capture_output=True, text=True, check=False
    )
    return entry["file"], done.returncode, done.stderr


with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
    # Unit tests take as long as all else together, and are no part of what users compile.
    entries = [entry for entry in json.load(file) if "/test/unit/" not in entry["file"]]
bad = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for name, status, messages in pool.map(check, entries):
        if status != 0:
            bad += 1
            print(f"{name}:\n{messages}")
print(f"clang++: {len(entries)} sources, {bad} with problems")
sys.exit(1 if bad or not entries else 0)

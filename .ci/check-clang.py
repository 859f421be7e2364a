"""Checks every source but those of tests and benchmarks with clang++, warnings as errors, without generating code.

usage: check-clang.py CLANG BUILD-FOLDER

Takes the commands from the build's compile_commands.json. The deprecation of
std::get_temporary_buffer inside libstdc++ 12 is no concern of ours, nor are g++'s own warnings.
Sources that are compiled alike share a precompiled header of cmake/BoughPrecompiled.cmake's list;
that they include what they use is for test/rules/used_headers.py to see.
"""

import collections

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

clang, build = sys.argv[1:]
EXTRA = [
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


def check(entry, header):
    command = [clang, *arguments(entry), *EXTRA, "-fsyntax-only"]
    if header:
        command += ["-include-pch", header]
    command.append(entry["file"])
    done = subprocess.run(
        command, cwd=entry["directory"], capture_output=True, text=True, check=False
    )
    return entry["file"], done.returncode, done.stderr


def precompile(folder, number, entry, text):
    """The file of the headers, compiled as the source is; None, with the reason, where that fails."""
    source = os.path.join(folder, f"{number}.hpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    command = [clang, *arguments(entry), *EXTRA, "-fpch-instantiate-templates"]
    command += ["-x", "c++-header", source]
    done = subprocess.run(
        [*command, "-o", source + ".pch"],
        cwd=entry["directory"], capture_output=True, text=True, check=False,
    )
    if done.returncode == 0:
        return source + ".pch"
    print(f"clang++: no precompiled header: {done.stderr[:500]}")
    return None


with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
    # Tests take longer than all else together, and are no part of what users compile.
    apart = ("/test/", "/tools/bench/")
    entries = [entry for entry in json.load(file) if not any(part in entry["file"] for part in apart)]
with open(os.path.join(os.path.dirname(__file__), "../cmake/BoughPrecompiled.cmake"), encoding="utf-8") as file:
    listed = re.search(r"set\(bough_common_headers ([^)]*)\)", file.read()).group(1).split()
alike = collections.defaultdict(list)
for entry in entries:
    is_of_command = "/tools/bough/" in entry["file"]
    alike[(is_of_command, *arguments(entry))].append(entry)
SHARED = 6  # sources for which precompiling pays

bad = 0
with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    def header_of(item):
        number, (key, members) = item
        names = listed + (["<CLI/CLI.hpp>"] if key[0] else [])
        text = "".join(f"#include {name}\n" for name in names)
        return precompile(folder, number, members[0], text) if len(members) >= SHARED else None

    headers = list(pool.map(header_of, enumerate(alike.items())))
    work = [(entry, header) for members, header in zip(alike.values(), headers) for entry in members]
    for name, status, messages in pool.map(lambda pair: check(*pair), work):
        if status != 0:
            bad += 1
            print(f"{name}:\n{messages}")
print(f"clang++: {len(entries)} sources, {bad} with problems")
sys.exit(1 if bad or not entries else 0)

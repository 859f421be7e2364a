"""Compiles a header of `bough emit` with several compilers, warnings as errors, and runs it on rows.

usage: compile_header.py HEADER FOLDER COMPILER...

The program holds a machine and gives it some thousand rows of small values through `on`, by each
stream in turn, with times that rise slowly, then in jumps. It has to print the same with every
compiler, at C++17 and, with AddressSanitizer and UBSan, at C++20.
"""

import os
import re
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
VARIANTS = [
    ["-std=c++17", "-O1"],
    ["-std=c++20", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
]

PROGRAM = """
#include "{header}"
#include <cstdio>
#include <memory>

int main() {{
  auto machine = std::make_unique<{name}::Machine>();
  std::uint64_t rows = 0, counts = 0, seed = 1;
  auto sink = [&](const auto &, std::uint64_t count) {{
    ++rows;
    counts += count;
  }};
  [[maybe_unused]] auto value = [&]() -> std::int64_t {{
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((seed >> 33U) % 7U) - 1;
  }};
  std::int64_t time = 0;
  for (int i = 0; i < 1000; ++i) {{
    time += i % 100 == 0 ? 40 : i % 3 == 0 ? 1 : 0;
{calls}
  }}
  machine->finish(sink);
  machine->end(sink);
  std::printf("%llu rows, %llu in all, fault %d\\n", static_cast<unsigned long long>(rows),
              static_cast<unsigned long long>(counts), static_cast<int>(machine->fault()));
}}
"""


def program(header):
    with open(header, encoding="utf-8") as file:
        text = file.read()
    name = re.search(r"^namespace (\w+) \{", text, re.MULTILINE).group(1)
    calls = []
    # Which member is the time stands in `on`: return reach(row.TIME, ...
    for stream, time in re.findall(
        r"bool on\(const (\w+) &row, Sink &&sink\) \{\s*return reach\(row\.(\w+),", text
    ):
        body = re.search(rf"^struct {stream} \{{\n(.*?)^\}};", text, re.DOTALL | re.MULTILINE)
        members = re.findall(r"std::int64_t (\w+);", body.group(1))
        cells = ", ".join("time" if member == time else "value()" for member in members)
        calls.append(f"    machine->on({name}::{stream}{{{cells}}}, sink);")
    return PROGRAM.format(header=os.path.abspath(header), name=name, calls="\n".join(calls))


def main():
    header, folder, *compilers = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, "main.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(program(header))
    outputs = set()
    for compiler in compilers:
        for variant in VARIANTS:
            binary = os.path.join(folder, "main")
            command = [compiler, *variant, *WARNINGS, source, "-o", binary]
            subprocess.run(command, check=True)
            done = subprocess.run([binary], check=True, capture_output=True, text=True)
            outputs.add(done.stdout)
    if len(outputs) != 1:
        sys.exit(f"the programs differ: {sorted(outputs)}")
    print(outputs.pop(), end="")


if __name__ == "__main__":
    main()

"""Checks the include rules of the architecture: which folder may see which.

A folder may include its own headers and those of the folders listed for it; a folder that is not
listed here is an error, so that a new one must be given its place.
"""

import re
import sys

import sources

BASIC = {"frontend/basic"}
SYNTAX = BASIC | {"frontend/syntax"}
SEMA = SYNTAX | {"frontend/sema"}
ANALYSIS = SEMA | {"analysis"}
IR = BASIC | {"codegen/ir"}
# The runtime includes nothing above it; messages live in frontend/basic.
RUNTIME = BASIC | {"runtime"}
ENGINE = IR | RUNTIME | {"codegen/emit", "runtime/shedding"}
COMPILER = ANALYSIS | ENGINE | {"analysis/witness", "codegen", "codegen/lower", "codegen/passes"}
SHEDDING = {"runtime/shedding", "analysis/shedding"}
ALL = COMPILER | SHEDDING | {"analysis/reference", "codegen/interp", "codegen/llvm", "codegen/object", "codegen/cpp"}

MAY_INCLUDE = {
    "frontend/basic": set(),
    "frontend/syntax": BASIC,
    "frontend/sema": SYNTAX,
    "runtime": RUNTIME,
    "runtime/shedding": RUNTIME | {"runtime/shedding"},
    "analysis": SEMA,
    # Evaluation by definition knows the plan only: not the analysis, not the IR.
    "analysis/reference": SEMA | RUNTIME,
    # What rows contribute to is found by it.
    "analysis/shedding": SEMA | RUNTIME | {"runtime/shedding", "analysis/reference"},
    # Witnesses are replayed by it.
    "analysis/witness": ANALYSIS | {"analysis/reference"},
    "codegen/ir": IR,
    # The features of rows, and what a model knows of them.
    "codegen/lower": ANALYSIS | IR | RUNTIME | {"runtime/shedding"},
    "codegen/passes": IR,
    # The emitters read rows in the units that the runtime declares.
    "codegen/emit": IR | RUNTIME,
    "codegen/interp": ENGINE,
    "codegen/llvm": ENGINE,
    "codegen/host": set(),
    "codegen/cpp": ENGINE | {"codegen/host"},
    "codegen/object": ENGINE | {"codegen/host", "codegen/llvm"},
    "codegen": COMPILER,
    # All of it, for other programs.
    "codegen/library": COMPILER | {"codegen/interp", "codegen/llvm"},
    # Without Clang's headers: only the interfaces of the parts that have them. Runs gnuplot.
    "tools/bough": ALL | {"tools/bind", "codegen/host"},
    "tools/bough-opt": ALL,
    "tools/bench": ALL,
    "tools/bind": ALL,
}
# The only homes of two large dependencies.
ONLY_IN = {"llvm/": "codegen/llvm", "clang/": "tools/bind"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_of(path):
    """The longest listed folder that holds the path; its sub-folders belong to it."""
    homes = [folder for folder in MAY_INCLUDE if path.startswith(folder + "/")]
    return max(homes, key=len, default=None)


def problems(root):
    for path in sources.under(root, (".h", ".cpp", ".def")):
        if path.startswith("test/library/Inputs/"):
            continue  # the program of a user, who has an installation and not these folders
        in_test = path.startswith("test/")
        home = folder_of(path)
        if home is None and not in_test:
            yield f"{path}: no include rule for this folder"
            continue
        for bracket, name in INCLUDE.findall(sources.read(root, path)):
            for prefix, only_home in ONLY_IN.items():
                if name.startswith(prefix) and home != only_home:
                    yield f"{path}: {name} may be included in {only_home} only"
            if bracket == "<":
                continue
            target = folder_of(name)
            if path.startswith("test/unit/Library") and not name.startswith("test/"):
                yield f"{path}: {name} is not what a program with the library sees"
            if in_test:
                if target is None and not name.startswith("test/"):
                    yield f"{path}: {name} is not written from the root"
            elif target is None:
                yield f"{path}: {name} is not written from the root, or lies in test/"
            elif target != home and target not in MAY_INCLUDE[home]:
                yield f"{path}: {home} may not include {target}: {name}"


if __name__ == "__main__":
    found = list(problems(sys.argv[1]))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)

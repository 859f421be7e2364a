# How lit runs the tests of this folder. Values that depend on the build come from
# lit.site.cfg.py, which CMake writes into the build folder.

import ctypes
import os
import shutil
import sys

import lit.formats

config.name = "bough"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".sql", ".bir", ".test"]
config.excludes = ["examples", "unit", "Inputs", "corpus"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.bough_build, "test")

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.bough_build, "bin"),
        os.path.join(config.test_source_root, "tools"),
        config.llvm_tools,
        config.environment["PATH"],
    ]
)
# One query in so many also runs as a shared library (0: none): lit --param objects=N.
config.environment["BOUGH_OBJECT_EVERY"] = lit_config.params.get("objects", "8")
config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allocator_may_return_null=1"

# lit --param engines=all: run-engines with the C++ engine everywhere, not in a sample only.
config.environment["BOUGH_ENGINES"] = lit_config.params.get("engines", "usual")
config.environment["CXX"] = os.environ.get("BOUGH_TEST_CXX", config.cxx)

quotes = os.path.join(config.bough_source, "..", "shared", "data", "quotes.csv")
soccer = os.path.join(config.bough_source, "..", "shared", "data", "soccer.csv")
queries = lit_config.params.get("differential", "2600")
config.substitutions += [
    ("%python", sys.executable),
    ("%source", config.bough_source),
    ("%examples", os.path.join(config.test_source_root, "examples")),
    ("%quotes", os.path.normpath(quotes)),
    ("%soccer", os.path.normpath(soccer)),
    # Where PATH is not to be used.
    ("%bough", os.path.join(config.bough_build, "bin", "bough")),
    # The clang++ of this version.
    ("%llvm", config.llvm_major),
    # How many queries each of the two runs in test/differential draws: lit --param differential=N.
    ("%queries", queries),
    # How many patterns its third run draws: lit --param patterns=N.
    ("%pattern_queries", lit_config.params.get("patterns", "3000")),
    # One of so many is compiled as C++ as well, which takes a second each: about 30 of each run.
    ("%cpp_every", "80"),
    ("%build", config.bough_build),
    # Programs that load libbough need what it was compiled with.
    ("%sanitize_flags", "-fsanitize=" + config.sanitize if config.sanitize else ""),
    (
        "%cmake_sanitize",
        "-DCMAKE_CXX_FLAGS=-fsanitize=" + config.sanitize if config.sanitize else "",
    ),
]

if os.path.exists(quotes):
    config.available_features.add("quotes")
else:
    lit_config.note("no ../shared/data/quotes.csv beside the checkout: tests on it are skipped")
if os.path.exists(soccer):
    config.available_features.add("soccer")
else:
    lit_config.note("no ../shared/data/soccer.csv beside the checkout: the test on it is skipped")
if shutil.which("gnuplot"):
    config.available_features.add("gnuplot")
else:
    lit_config.note("no gnuplot (package gnuplot-nox): tests of pages with plots are skipped")
if config.has_clang:
    config.available_features.add("libclang")
else:
    lit_config.note("built without Clang's libraries: tests of --bind and of the C contract are skipped")
if "address" in config.sanitize:
    config.available_features.add("asan")
# Linux can refuse to make memory executable since 6.3: prctl(PR_GET_MDWE).
if ctypes.CDLL(None).prctl(66, 0, 0, 0, 0) >= 0:
    config.available_features.add("memory-deny-write-execute")
if config.has_format:
    config.available_features.add("clang-format")
if config.clang:
    config.available_features.add("clang")
    config.substitutions.append(("%clang", config.clang))
# g++ also where Bough was built by clang++; and what C programs can be linked with beside libbough.
is_gxx = "clang" not in os.path.basename(config.cxx)
config.substitutions.append(("%gxx", config.cxx if is_gxx else shutil.which("g++") or config.cxx))
config.substitutions.append(("%cc", config.cc))
# Runs a program with ThreadSanitizer: the one of GCC 12 finds no place for its memory where Linux spreads
# addresses over more bits than this.
with open("/proc/sys/vm/mmap_rnd_bits", encoding="ascii") as bits:
    config.substitutions.append(("%tsan", "setarch -R" if int(bits.read()) > 28 else "env"))
if config.differential:
    config.available_features.add("differential")

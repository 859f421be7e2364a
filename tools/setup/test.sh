#!/bin/sh
# Installs what is needed, builds everything, and runs all tests. Arguments go to lit, for example
# --filter=cases. BOUGH_PRESET chooses another preset than release: dev, asan, ci, or tsan, which has
# only the tests that use threads.
# The last line is "N passed, N failed"; the exit status is 0 only if nothing failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
preset=${BOUGH_PRESET:-release}

give_up() {
  echo "test.sh: $1" >&2
  echo "0 passed, 1 failed"
  exit 1
}

. tools/setup/packages.sh
install_packages test || give_up "packages could not be installed"
cmake --preset "$preset" -DBOUGH_LLVM_VERSION="$llvm_version" || give_up "configuring failed"
cmake --build --preset "$preset" || give_up "the build failed"

build=build/$preset
results=$build/test/results.json
rm -f "$results"
suites=$build/test
[ ! -d "$build/test/unit" ] || suites="$suites $build/test/unit"
[ "$preset" != tsan ] || suites=$build/test/unit
# shellcheck disable=SC2086 # folders without spaces
"$build/bin/bough-lit" -v --output "$results" "$@" $suites
status=$?
[ -f "$results" ] || give_up "lit gave no results"
python3 test/summary.py "$results" "$status"

#!/bin/sh
# Installs what is needed, builds bough, and runs the worked example of the README.
set -eu
cd "$(dirname "$0")/../.."
. tools/setup/packages.sh
install_packages build

cmake --preset release -DBOUGH_LLVM_VERSION="$llvm_version"
cmake --build --preset release --target bough bough_llvm bough_shared

cd test/examples
bough=../../build/release/bin/bough
echo
echo '$ bough check worked-example.sql'
"$bough" check worked-example.sql
echo
echo '$ bough run worked-example.sql --input s=s.csv --input t=t.csv --input u=u.csv'
"$bough" run worked-example.sql --input s=s.csv --input t=t.csv --input u=u.csv
echo
echo "Built: build/release/bin/bough"

# To be sourced by the scripts beside it. Chooses the LLVM version and installs what is missing of
# the distribution's packages (Debian 12 and 13, Ubuntu 24.04).
#
#   choose_llvm             sets llvm_major (22 or 19) and llvm_version (22.1 or 19.1)
#   install_packages GROUP  "build": to build and run bough; "test": to run the tests as well

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    echo "packages.sh: not root and no sudo: cannot run: $*" >&2
    return 1
  fi
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Whether apt knows a version of the package that it could install.
is_offered() {
  LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q '^  Candidate: [^(]'
}

# At most once per run.
update_lists() {
  if [ -z "${lists_updated:-}" ]; then
    as_root apt-get update || return 1
    lists_updated=yes
  fi
}

# LLVM 22 where the distribution has it, else 19, which every supported one has; BOUGH_LLVM=19
# (or 22) decides it by hand.
choose_llvm() {
  if [ -n "${BOUGH_LLVM:-}" ]; then
    llvm_major=$BOUGH_LLVM
  elif is_installed llvm-22-dev || is_offered llvm-22-dev; then
    llvm_major=22
  elif is_installed llvm-19-dev; then
    llvm_major=19
  else
    update_lists || return 1
    if is_offered llvm-22-dev; then llvm_major=22; else llvm_major=19; fi
  fi
  llvm_version=$llvm_major.1
}

install_packages() {
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "packages.sh: no apt-get here: this works on Debian 12 and 13 and on Ubuntu 24.04" >&2
    return 1
  fi
  choose_llvm || return 1
  wanted="g++ cmake ninja-build pkg-config libfmt-dev libcli11-dev nlohmann-json3-dev libsqlite3-dev
    libsimdjson-dev libzstd-dev zlib1g-dev llvm-$llvm_major-dev ccache mold"
  # For --bind, formatted headers and the check of the C contract, which a build can do without.
  # Clang's CMake package and the library without a version in its name come with the compiler.
  if is_installed libclang-$llvm_major-dev || is_offered libclang-$llvm_major-dev; then
    wanted="$wanted libclang-$llvm_major-dev clang-$llvm_major"
  fi
  # For trees of `bough train`.
  if is_installed libxgboost-dev || is_offered libxgboost-dev; then
    wanted="$wanted libxgboost-dev"
  fi
  if [ "$1" = test ]; then
    wanted="$wanted gnuplot-nox zstd libgtest-dev libbenchmark-dev llvm-$llvm_major-tools
      clang-$llvm_major libclang-rt-$llvm_major-dev clang-format-$llvm_major python3 git"
  fi
  missing=
  for package in $wanted; do
    is_installed "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  for package in $missing; do
    is_offered "$package" || { update_lists || return 1; break; }
  done
  echo "Installing:$missing"
  # A list that has grown stale names files that are gone: fetch new lists and try once more.
  # shellcheck disable=SC2086 # a list of words
  set -- env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
  as_root "$@" || { update_lists && as_root "$@"; }
}

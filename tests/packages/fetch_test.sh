#!/bin/bash
# fetch_test.sh COMPILER: builds mha with the libraries' packages hidden, from local copies of the same releases. They
# are those that Debian's packages are made from: in the folder MHA_SOURCES, or, in CI, fetched with apt-get. The program,
# which is not optimized, is kept as MHA_KEEP if that is set.
set -eu -o pipefail
compiler=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
archives=${MHA_SOURCES:-$folder/archives}
mkdir -p "$archives"

if ! ls "$archives"/fmtlib_*.orig.* >/dev/null 2>&1; then
  [ -n "${CI:-}" ] || { echo "skipped: MHA_SOURCES names no folder with the archives, and this is not CI"; exit 0; }
  [ -e /etc/apt/sources.list.d/debian.sources ] || { echo "skipped: no list of Debian's sources"; exit 0; }
  mkdir -p "$folder"/apt/{parts,lists/partial}
  sed 's/^Types: .*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$folder/apt/parts/src.sources"
  apt=(apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$folder/apt/parts"
       -o Dir::State::Lists="$folder/apt/lists" -o APT::Sandbox::User=root)
  "${apt[@]}" update && (cd "$archives" && "${apt[@]}" source --download-only fmtlib nlohmann-json3 cli11 doctest >/dev/null) ||
    { echo "skipped: Debian's sources cannot be fetched"; exit 0; }
fi

options=()
unpack() {  # unpack PACKAGE NAME FILE: FILE of it has the version that mha asks for
  local to=$folder/$1 wanted
  mkdir "$to"
  tar -xf "$(ls "$archives/$1"_*.orig.tar.*)" -C "$to" --strip-components=1
  wanted=$(grep -A 1 "mha_need($2 " "$source"/{src,tests}/CMakeLists.txt | grep -oE 'v?[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
  grep -qE "${wanted#v}" "$to/$3" || { echo "$1 is not the release ${wanted#v} that mha asks for"; exit 1; }
  options+=("-DCMAKE_DISABLE_FIND_PACKAGE_$2=ON" "-DFETCHCONTENT_SOURCE_DIR_${2^^}=$to")
}
unpack fmtlib fmt ChangeLog.rst
unpack nlohmann-json3 nlohmann_json CMakeLists.txt
unpack cli11 CLI11 CHANGELOG.md
unpack doctest doctest doctest/doctest.h

cmake -S "$source" -B "$folder/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="${CXXFLAGS:-} -O0" \
  -DMHA_WERROR=ON -DFETCHCONTENT_FULLY_DISCONNECTED=ON "${options[@]}" >"$folder/said" 2>&1 ||
  { cat "$folder/said"; exit 1; }
! grep -A 5 -i 'warning' "$folder/said" || exit 1
[ -z "${MHA_CONFIGURE_ONLY:-}" ] || exit 0

# All but the tests, of which one file stands for doctest.
cmake --build "$folder/build" --target mha mha_share tests/CMakeFiles/mha_tests.dir/main.cpp.o >"$folder/said" ||
  { cat "$folder/said"; exit 1; }
ninja -C "$folder/build" -t deps >"$folder/deps"
for header in fmt/core.h nlohmann/json.hpp CLI/CLI.hpp doctest/doctest.h; do
  grep -q "$folder/.*/$header" "$folder/deps" || { echo "$header of the archive is not used"; exit 1; }
  ! grep -q "/usr/include/$header" "$folder/deps" || { echo "$header of the system is used"; exit 1; }
done
"$folder/build/mha" --config wo-ai-ni.json --trace | grep -q '^## X1 '
[ -z "${MHA_KEEP:-}" ] || cp "$folder/build/mha" "$MHA_KEEP"

# Nothing of theirs is installed.
cmake --install "$folder/build" --prefix "$folder/usr" >/dev/null
! find "$folder/usr" | grep -iE 'fmt|nlohmann|CLI11|/CLI/|doctest' || exit 1
echo "mha is built from the releases it asks for, without packages"

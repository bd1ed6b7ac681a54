#!/bin/bash
# installed_test.sh BUILD COMPILER: installs a build to an empty folder, and tries what is there.
set -eu -o pipefail
CXXFLAGS=${CXXFLAGS:-}
build=$(realpath "$1")
compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/usr" >/dev/null

mkdir "$folder/empty"
cd "$folder/empty"
"$folder/usr/bin/mha" --config wo-ai-ni.json --trace | grep -q '^## block1.head2.weights'

# The manual: its markup is right, and man shows every option.
for page in "$folder"/usr/share/man/{,zh_CN/}man1/mha.1; do
  if command -v man >/dev/null; then
    said=$(LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l "$page" 2>&1 >shown)
    [ -z "$said" ] || { echo "$page: $said"; exit 1; }
    "$folder/usr/bin/mha" --help | grep -o -- '--[a-z]*' | while read -r option; do
      grep -q -- "$option" shown || { echo "$page: $option is not there"; exit 1; }
    done
  fi
  if command -v mandoc >/dev/null; then
    # It has no date: it is that of its release.
    ! mandoc -Tlint -Wwarning "$page" | grep -v 'missing date' || exit 1
  fi
done

"$here/completions_test.sh" "$folder/usr/share"

# A program that uses the library, and needs nothing else: no header of another library is found there.
cmake -S "$here/../../examples/library" -B "$folder/weights" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$CXXFLAGS" \
  -DCMAKE_PREFIX_PATH="$folder/usr" >/dev/null
cmake --build "$folder/weights" >/dev/null
# Its numbers are those of the program, also for a first token twice as large.
config=$here/../../configs/wo-ai-ni.json
numbers() { grep -v '^#' | grep -oE '[0-9]\.[0-9]{4}'; }
{ "$folder/usr/bin/mha" --config "$config" --only '*.weights'
  sed 's/0.1, -0.2,  0.3,  0.1/0.2, -0.4,  0.6,  0.2/' "$config" | "$folder/usr/bin/mha" --config - --only '*.weights'
} | numbers >wanted
"$folder/weights/weights" | numbers | diff wanted -
[ "$(wc -l <wanted)" = 36 ]
# Each header stands alone.
cd "$folder/usr/include"
! grep -rlE '#include (<(fmt|nlohmann|CLI)/|"(mha/)?(cli|text/format|text/say))' mha || exit 1
for header in $(find mha -name '*.hpp' | sort); do echo "#include <$header>"; done >"$folder/all.cpp"
"$compiler" $CXXFLAGS -std=c++20 -I. -fsyntax-only "$folder/all.cpp"
echo "an installed mha works: program, manual, completions, library"

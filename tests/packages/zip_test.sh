#!/bin/bash
# zip_test.sh BUILD: makes the .zip for Windows and looks into it.
set -eu -o pipefail
build=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cpack --config "$build/CPackConfig.cmake" -G ZIP -B "$folder" >said 2>&1 || { cat said; exit 1; }
cmake -E tar xf mha-*-windows-x86_64.zip
cd mha-*-windows-x86_64
for file in mha.exe README.md copyright examples/check.md configs/wo-ai-ni.json; do
  [ -s "$file" ] || { echo "$file is not in the package"; exit 1; }
done
# No library but what is in every Windows.
! x86_64-w64-mingw32-objdump -p mha.exe | grep -i 'DLL Name' | grep -viE 'KERNEL32|msvcrt|SHELL32|ADVAPI32|USER32' || exit 1
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
[ -x "$wine" ] || { echo "the .zip is whole; there is no wine to run it"; exit 0; }
export WINEPREFIX=$folder/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=" LC_ALL=C.UTF-8
unset DISPLAY
"$wine" mha.exe --config configs/wo-ai-ni.json --trace 2>"$folder/said" | grep -q '^## block1.head2.weights'
wineserver -k
echo "the .zip is whole and runs"

#!/bin/bash
# wine_test.sh MHA.EXE [MHA]: what the Windows program does under wine. MHA: this system's, which has to print the same.
set -u
exe=$(realpath "$1")
reference=${2:+$(realpath "$2")}
here=$(cd "$(dirname "$0")" && pwd)
shared=$here/../../shared/cases
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
[ -x "$wine" ] || { echo "skipped: there is no wine"; exit 0; }

folder=$(mktemp -d)
export WINEPREFIX=$folder/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=" LC_ALL=C.UTF-8
unset NO_COLOR DISPLAY
trap 'wineserver -k; rm -rf "$folder"' EXIT
mkdir -p "$folder/bin" "$folder/我的 课"
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$wine" "$exe" >"$folder/bin/mha"
chmod +x "$folder/bin/mha"
PATH=$folder/bin:$PATH
cd "$folder/我的 课" || exit 1

timeout 120 mha --version >/dev/null 2>&1 || { echo "skipped: wine does not run here"; exit 0; }
wineserver -w  # else the one that stays finds another one, and goes
wineserver -p60 >/dev/null 2>&1 </dev/null

failures=0
# is WHAT WANTED GOT
is() {
  [ "$2" = "$3" ] && return
  failures=$((failures + 1))
  printf 'not ok: %s\n  wanted: %s\n  got:    %s\n' "$1" "$2" "$3"
}

cp "$here/../configs/wo-ai-ni.json" "配置 一.json"
first='# mha 1.0 · "配置 一.json" · decimals 4'
is "a config with a Chinese name" "$first" "$(mha --config "配置 一.json" | head -n 1)"
is "a label and a bracket on the command line" "## block1.head1.Q  [3×2]  X0 · Wq" \
  "$(mha --config wo-ai-ni --only 'block1.head1.Q[爱,2]' | grep '^##')"
is "a star is for the program, not for file names" 2 "$(mha --config wo-ai-ni --only '*.weights' | grep -c '^##')"
is "standard input" '# mha 1.0 · "-" · decimals 4' "$(mha --config - <"配置 一.json" | head -n 1)"

mha --config "配置 一.json" --trace -o "输出 爱.txt"
is "an output file" 0 $?
mha --config "配置 一.json" --trace -p 2 -o "输出 爱.txt"
is "an output file over one that is there" "0 # mha 1.0 · \"配置 一.json\" · decimals 2" "$? $(head -n 1 "输出 爱.txt")"
is "lines end in LF" 0 "$(grep -c $'\r' "输出 爱.txt")"
is "lines end in LF on standard output too" 0 "$(mha --config wo-ai-ni --trace | grep -c $'\r')"
is "nothing is left beside the files" "输出 爱.txt 配置 一.json" "$(echo *)$(find . -name '.*' -type f)"
is "marking" "没有错误。" "$(mha check "输出 爱.txt" --lang zh | head -n 1)"
sed -i 's/^我    0.44  -0.84$/我    0.44   0.84/' "输出 爱.txt"
mha check "输出 爱.txt" >/dev/null
is "marking a mistake" 1 $?
cp "输出 爱.txt" "输出 你.txt"
is "a star stands for files" "2" "$(mha check '输出*.txt' -f csv | grep -c '输出')"
printf '小明\n小红\n' >names.txt
is "configs for pupils" $'小明.json\n小红.json' "$(mha new --for names.txt >/dev/null && ls 小*)"

message=$(mha --config 没有.json 2>&1)
is "no such file" "2 mha: 没有.json: no such file, and no lesson of that name" "$? ${message%%;*}"
is "a folder" "mha: .: is a folder, but needs a file" "$(mha --config wo-ai-ni -o . 2>&1)"
is "no such folder" "mha: nodir/x: cannot be written: no such folder" "$(mha --config wo-ai-ni -o nodir/x 2>&1)"
if [ -w /dev/full ]; then
  message=$(mha --config wo-ai-ni 2>&1 >/dev/full)
  is "a full disk" "2 mha: standard output: cannot be written: the disk is full" "$? $message"
fi
message=$(mha --config wo-ai-ni 2>&1 >&-)
is "a closed standard output" "2 mha: standard output: cannot be written: it is closed" "$? $message"
# More than a pipe holds.
mha --config ninety-six --trace 2>said | head -n 1 >/dev/null
is "a closed pipe is quiet" "0 0 " "${PIPESTATUS[*]} $(cat said)"

if [ -n "$reference" ]; then
  for lesson in "$here"/../configs/*.json; do
    for options in "-p 12" "--round 2"; do
      # shellcheck disable=SC2086
      mha --config "$lesson" --trace $options >now && "$reference" --config "$lesson" --trace $options | cmp - now
      is "$(basename "$lesson") $options: the same bytes as here" "0 0" "${PIPESTATUS[*]}"
    done
  done
fi
if [ -e "$shared/run_cases.py" ] && command -v python3 >/dev/null; then
  python3 "$shared/run_cases.py" --mha "$folder/bin/mha" --timeout 120 \
    "$shared"/{torch,onnx,pytorch-tests,peers,public-reports,worked} || failures=$((failures + 1))
else
  echo "without $shared/run_cases.py no cases are run"
fi

[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }

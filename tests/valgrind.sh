#!/bin/sh
# valgrind.sh MHA TRANSCRIPTS: memcheck finds nothing while the program does a bit of everything. Skipped without
# valgrind. With VALGRIND_ALL=1 the transcripts and the cases in ../shared are run as well, which takes long.
set -eu
mha=$1 transcripts=$2
command -v valgrind >/dev/null || { echo "skipped: there is no valgrind"; exit 0; }
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/logs" "$folder/work"
cat >"$folder/bin/mha" <<END
#!/bin/sh
exec valgrind -q --leak-check=full --errors-for-leak-kinds=definite,possible --log-file="$folder/logs/%p" "$mha" "\$@"
END
chmod +x "$folder/bin/mha"

faults() {
  find "$folder/logs" -type f -size +0 -exec cat {} + >"$folder/found"
  [ ! -s "$folder/found" ] || { head -n 60 "$folder/found"; exit 1; }
  # Nothing found in no run is no news.
  [ "$(find "$folder/logs" -type f | wc -l)" -gt 0 ]
}

cd "$folder/work"
PATH=$folder/bin:$PATH
runs() {  # each line: the exit status that is expected, and the command
  while read -r expected command; do
    status=0
    sh -c "$command" >out 2>err </dev/null || status=$?
    [ "$status" = "$expected" ] || { echo "$command: exit status $status"; cat err; exit 1; }
  done
}
"$mha" --config wo-ai-ni --trace >right.txt
sed '/scaled/,/^$/s/0\.[0-4]/0.9/g' right.txt >wrong.txt
"$mha" --config wo-ai-ni --trace -f json >right.json
echo '{"tokens": ["a", "b"], "heads": 2' >broken.json
echo '{"d_model": 4, "head": 2}' >unknown.json
echo '{"tokens": ["a"], "d_model": 100000, "init": {}}' >large.json
printf '小明\n小红\n' >names.txt
runs <<'END'
0 mha --config xiao-ming --trace
0 mha --config pre-norm --explain -p 2
0 mha --config wo-ai-ni --trace -f markdown --explain --lang zh
0 mha --config causal --trace -f latex --explain
0 mha --config positions --trace -f csv -o out.csv
0 mha --config fused-heads --trace -f json --round 2
0 mha --config gelu -f html -o out.html
0 mha --config six-two -f pytorch
0 mha --only '*.Q' --only 'block1.head1.scores[我,爱]' --color always
2 mha --only '*.q'
0 mha check right.txt --show
0 mha check right.json --config wo-ai-ni -f json
1 mha check wrong.txt --hint 3
1 mha check wrong.txt right.txt -f csv
2 mha check broken.json --config wo-ai-ni
0 mha worksheet --config wo-ai-ni --blank '*.weights' --key key.txt
0 mha lint --config six-two
0 mha new --for names.txt --heads 2
0 mha new --d-ff 8 --biases | mha --config -
0 mha cost --config wo-ai-ni
0 mha list
0 mha schema
0 mha --help
2 mha --config broken.json
2 mha --config unknown.json
2 mha --config large.json
2 mha --trac
2 mha --trace >/dev/full
2 mha --trace -o none/x
END
faults

if [ -n "${VALGRIND_ALL:-}" ]; then
  MHA_PROGRAM=$folder/bin/mha "$transcripts"
  faults
  cases=$here/../../shared/cases
  if [ -d "$cases" ]; then
    cd "$cases"
    python3 run_cases.py --mha "$folder/bin/mha" torch onnx pytorch-tests peers public-reports worked
    faults
    python3 run_marking.py --mha "$folder/bin/mha" marking worked
    faults
  fi
fi
echo "valgrind found nothing in $(find "$folder/logs" -type f | wc -l) runs"

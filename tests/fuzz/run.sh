#!/bin/sh
# run.sh TARGET FOLDER MHA: fuzzes one target for FUZZ_SECONDS (default 60), from the lessons and, where they are there,
# the cases and nst's JSON files in ../shared. What is found stays in the current folder as fuzz-TARGET-crash-…; to see
# it again: FOLDER/mha_fuzz_TARGET fuzz-TARGET-crash-…
#
# FUZZ_CORPUS: a folder that keeps what was learned, for longer runs; FUZZ_SEEDS_ONLY=1: only the seeds, once.
set -eu
target=$1 folder=$2 mha=$3
source=$(cd "$(dirname "$0")/../.." && pwd)
shared=$source/../shared
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
seeds=$temporary/seeds corpus=${FUZZ_CORPUS:-$temporary/corpus}
mkdir -p "$seeds" "$corpus"

# Small files only: what is large is slow, and seldom something else.
seed() {
  find "$@" -type f -size -16k | while read -r file; do
    cp "$file" "$seeds/$(printf %s "$file" | cksum | tr ' ' -)"
  done
}
if [ -d "$shared/cases" ] && command -v python3 >/dev/null; then
  python3 "$source/tests/shared_configs.py" "$shared/cases" "$temporary/cases"
else
  mkdir -p "$temporary/cases/answers"
fi
case $target in
  config)
    seed "$source/configs" "$source/examples" -name '*.json'
    seed "$temporary/cases" -name '*.json'
    [ ! -d "$shared/jsontestsuite" ] || seed "$shared/jsontestsuite" -name '*.json'
    ;;
  answers)
    seed "$source/examples" "$source/tests/check" -name '*.txt'
    for lesson in wo-ai-ni causal positions fused-heads gelu; do
      for glob in '*' '*.Q' '*.weights'; do
        for format in text json markdown latex; do
          "$mha" --config "$lesson" --only "$glob" -f "$format" -p 2 >"$seeds/$lesson-$(printf %s "$glob" | cksum)-$format"
        done
      done
      "$mha" worksheet --config "$lesson" >"$seeds/$lesson-worksheet"
    done
    seed "$temporary/cases/answers"
    ;;
esac

"$folder/mha_dictionary" >"$temporary/dictionary"
time=-max_total_time=${FUZZ_SECONDS:-60}
[ -z "${FUZZ_SEEDS_ONLY:-}" ] || time=-runs=0
"$folder/mha_fuzz_$target" "$corpus" "$seeds" -dict="$temporary/dictionary" "$time" -timeout=25 -rss_limit_mb=1024 \
  -max_len=16384 -artifact_prefix="fuzz-$target-" -print_final_stats=1 2>"$temporary/log" || {
  tail -n 60 "$temporary/log"
  exit 1
}
tail -n 8 "$temporary/log"

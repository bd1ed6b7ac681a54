#!/bin/sh
# same_bytes.sh MHA OTHER…: whether builds of the program print the same bytes for every lesson and, where they are
# there, for the configs of the cases in ../shared.
set -eu
if [ $# -lt 2 ]; then
  echo "skipped: no other builds are given (MHA_COMPARE_WITH)"
  exit 0
fi
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/configs"
cp "$here"/../configs/*.json "$folder/configs"
cases=$here/../../shared/cases
if [ -d "$cases" ] && command -v python3 >/dev/null; then
  python3 "$here/shared_configs.py" "$cases" "$folder/configs"
else
  echo "only the lessons: there are no $cases, or no python3"
fi

for mha in "$@"; do
  for config in "$folder"/configs/*.json; do
    for options in "-p 12" "--round 2"; do
      echo "== ${config##*/} $options"
      # A case may be one that cannot be rounded so; then all have to say so.
      # shellcheck disable=SC2086
      (cd "$folder/configs" && "$mha" --config "${config##*/}" --trace --lang en $options 2>&1) || echo "exit status $?"
    done
  done >"$folder/now"
  [ -f "$folder/first" ] || cp "$folder/now" "$folder/first"
  if ! cmp "$folder/first" "$folder/now"; then
    diff "$folder/first" "$folder/now" | head -n 20
    echo "$mha prints other numbers than $1"
    exit 1
  fi
done
# That nothing can be calculated would be the same everywhere, too.
[ "$(grep -c '^# mha ' "$folder/first")" -gt "$(grep -c '^exit status' "$folder/first")" ]
echo "$# builds print the same $(wc -l <"$folder/first") lines for $(ls "$folder"/configs/*.json | wc -l) configs"

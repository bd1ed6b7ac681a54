#!/bin/sh
# same_bytes.sh MHA OTHER…: whether builds of the program print the same bytes for every lesson.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
lessons=$(cd "$(dirname "$0")/../configs" && ls ./*.json | sed 's#^\./##; s#\.json$##')

for mha in "$@"; do
  for lesson in $lessons; do
    for options in "" "-p 12" "--round 2"; do
      echo "== $lesson $options"
      # shellcheck disable=SC2086
      (cd "$folder" && "$mha" --config "$lesson" --trace $options)
    done
  done >"$folder/now"
  [ -f "$folder/first" ] || cp "$folder/now" "$folder/first"
  if ! cmp "$folder/first" "$folder/now"; then
    diff "$folder/first" "$folder/now" | head -n 20
    echo "$mha prints other numbers than $1"
    exit 1
  fi
done
echo "$# builds print the same $(wc -l <"$folder/first") lines"

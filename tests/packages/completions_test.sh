#!/bin/bash
# completions_test.sh SHARE: what shells complete with the scripts below that folder. A shell that is not there is left
# out.
set -u
share=$(cd "$1" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
touch 'my sheet.txt' wo.json
failures=0
# is WHAT WANTED GOT: words, in any order
is() {
  local wanted got
  wanted=$(tr ' ' '\n' <<<"$2" | sort | tr '\n' ' ')
  got=$(sort <<<"$3" | tr '\n' ' ')
  [ "$wanted" = "$got" ] && return
  failures=$((failures + 1))
  printf 'not ok: %s\n  wanted: %s\n  got:    %s\n' "$1" "$wanted" "$got"
}

# in_bash WORD…: the last one is to be completed. As bash does it, = is a word.
in_bash() {
  bash --norc --noprofile -c 'source "$0"; COMP_WORDS=(mha "$@"); COMP_CWORD=$#
    compopt() { :; }
    _mha; printf "%s\n" "${COMPREPLY[@]}"' "$share/bash-completion/completions/mha" "$@"
}
# in_fish LINE
in_fish() {
  XDG_CONFIG_HOME=$folder/fish fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
    "$share/fish/vendor_completions.d/mha.fish" "$1" | cut -f 1
}
# in_zsh LINE: the line after the tab key, in an interactive shell.
in_zsh() {
  rm -f line
  timeout 20 zsh -f -c '
    zmodload zsh/zpty
    zpty shell "zsh -f -i"
    zpty -w shell "fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -D -u; setopt NO_BEEP"
    zpty -w shell "keep() { print -r -- \$BUFFER >line; BUFFER= }; zle -N keep; bindkey ^X keep"
    zpty -w -n shell "$2"$'"'\t\x18'"'
    for i in {1..100}; do [[ -s line ]] && break; sleep 0.1; done
    zpty -d shell' zsh "$share/zsh/site-functions" "$1"
  sed 's/ *$//' line
}

is "bash: the commands" "check worksheet lint new cost list schema" "$(in_bash '' | grep -v '^-')"
is "bash: a command" "check" "$(in_bash ch)"
is "bash: an option" "--explain" "$(in_bash --ex)"
is "bash: an option of a command" "--hide-weights --high" "$(in_bash worksheet --hi; in_bash new --hi)"
is "bash: formats" "text markdown latex csv json html pytorch" "$(in_bash -f '')"
is "bash: formats of a command" "text json csv" "$(in_bash check --format '')"
is "bash: formats after =" "text" "$(in_bash --format = t)"
is "bash: lessons and files" "wo-ai-ni wo-ai-ni-one-head wo-ai-ni-three-blocks wo.json" "$(in_bash --config wo)"
is "bash: files" "my_sheet.txt" "$(in_bash check my | tr ' ' _)"
is "bash: nothing after a number's option" "" "$(in_bash -p '')"

if command -v fish >/dev/null; then
  is "fish: the commands" "check worksheet lint new cost list schema" "$(in_fish 'mha ')"
  is "fish: an option" "--explain" "$(in_fish 'mha --ex')"
  is "fish: an option of a command" "--hide-weights --high" "$(in_fish 'mha worksheet --hi'; in_fish 'mha new --hi')"
  is "fish: formats" "text markdown latex csv json html pytorch" "$(in_fish 'mha -f ')"
  is "fish: formats of a command" "text json csv" "$(in_fish 'mha check --format ')"
  is "fish: lessons and files" "wo-ai-ni wo-ai-ni-one-head wo-ai-ni-three-blocks wo.json" "$(in_fish 'mha --config wo')"
  is "fish: files" "my_sheet.txt" "$(in_fish 'mha check my' | tr -d '\\' | tr ' ' _)"
  is "fish: nothing after a number's option" "" "$(in_fish 'mha -p ')"
else
  echo "without fish its completions are not tried"
fi

if command -v zsh >/dev/null; then
  is "zsh: a command" "mha_check" "$(in_zsh 'mha ch' | tr ' ' _)"
  is "zsh: an option" "mha_--explain" "$(in_zsh 'mha --ex' | tr ' ' _)"
  is "zsh: an option of a command" "mha_worksheet_--hide-weights" "$(in_zsh 'mha worksheet --hi' | tr ' ' _)"
  is "zsh: a format of a command" "mha_check_-f_json" "$(in_zsh 'mha check -f j' | tr ' ' _)"
  is "zsh: a lesson" "mha_--config_xiao-ming" "$(in_zsh 'mha --config xi' | tr ' ' _)"
  is "zsh: a config file" "mha_lint_--config_wo.json" "$(in_zsh 'mha lint --config wo.' | tr ' ' _)"
  is "zsh: a file" 'mha_check_my\_sheet.txt' "$(in_zsh 'mha check my' | tr ' ' _)"
else
  echo "without zsh its completions are not tried"
fi
[ "$failures" = 0 ]

#include "cli/completions.hpp"

#include <string_view>
#include <vector>

#include "cli/options.hpp"
#include "model/lessons.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + word;
  return out;
}

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (!command.name.empty()) names.emplace_back(command.name);
  }
  return names;
}

std::vector<std::string> names_of_lessons() {
  std::vector<std::string> names;
  for (const Lesson& lesson : lessons()) names.emplace_back(lesson.name);
  return names;
}

// The option's name, and its letter where it has one.
std::vector<std::string> spellings(const Option& option) {
  std::vector<std::string> names{std::string(option.name)};
  if (!option.letter.empty()) names.emplace_back(option.letter);
  return names;
}

// With a backslash before each of `special`.
std::string escaped_in(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// In single quotes, as a shell has them that writes one within them as `quote`.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string(quote) : std::string(1, c);
  return out + "'";
}

std::string in_fish(std::string_view text) { return quoted(escaped_in(text, "\\"), "\\'"); }

// A choice, and whether the name of a file may stand there as well.
struct Follows {
  std::vector<std::string> words;
  bool is_file;
};
Follows what_follows(const Command& command, const Option& option) {
  const bool is_config = option.value == "CONFIG";
  return {is_config ? names_of_lessons() : words_of(command, option), is_config || option.value == "FILE"};
}

std::string bash_row(std::string_view pattern, const Follows& follows) {
  return fmt::format("    {}) choice='{}'{} ;;\n", pattern, joined(follows.words, " "),
                     follows.is_file ? " files=yes" : "");
}

// An argument of _arguments: '(--format -f)'{--format=,-f+}'[what it does]:FORMAT:(text csv)'
std::string zsh_option(const Command& command, const Option& option) {
  const bool has_value = !option.value.empty();
  std::string names = fmt::format("{}{}", option.name, has_value ? "=" : "");
  if (!option.letter.empty()) names = fmt::format("{{{},{}{}}}", names, option.letter, has_value ? "+" : "");
  std::string spec = option.is_repeatable ? "'*'" : fmt::format("'({})'", joined(spellings(option), " "));
  spec += names + quoted(fmt::format("[{}]", escaped_in(option.en, "[]:\\")), "'\\''");
  if (!has_value) return spec;
  const Follows follows = what_follows(command, option);
  std::string action = joined(follows.words, " ");
  if (option.value == "CONFIG")
    action = "_mha_configs";
  else if (follows.is_file)
    action = "_files";
  else
    action = fmt::format("({})", action);
  return spec + fmt::format("':{}:{}'", escaped_in(option.value, ":"), action);
}

// Whether the first word is (not) the name of a command.
std::string fish_condition(const Command& command) {
  if (!command.name.empty()) return fmt::format("contains -- {} (commandline -opc)[2]", command.name);
  return fmt::format("not contains -- (commandline -opc)[2] {}", joined(names_of_commands(), " "));
}

}  // namespace

std::string bash_completions() {
  std::string values, options;
  for (const Command& command : commands()) {
    std::vector<std::string> names;
    for (const std::string_view name : command.options) {
      const Option& option = option_named(name);
      for (const std::string& spelling : spellings(option)) {
        names.push_back(spelling);
        if (option.value.empty()) continue;
        values += bash_row(fmt::format("{}:{}", command.name, spelling), what_follows(command, option));
      }
    }
    options += bash_row(fmt::format("{}:*", command.name), {names, command.has_words});
  }
  return fmt::format(R"(# bash completion for mha: source it, or put it where bash-completion finds it.
_mha() {{
  local commands='{}'
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command='' choice='' files=''
  # --format=text are three words to bash.
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $before == '=' ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  if ((COMP_CWORD > 1)) && [[ " $commands " == *" ${{COMP_WORDS[1]}} "* ]]; then command=${{COMP_WORDS[1]}}; fi
  case "$command:$before" in
{}{}  esac
  if ((COMP_CWORD == 1)); then choice="$commands $choice"; fi
  COMPREPLY=()
  local IFS=$'\n'
  if [[ -n $files ]]; then
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "$word"))
  fi
  COMPREPLY+=($(compgen -W "${{choice// /$IFS}}" -- "$word"))
}}
complete -F _mha mha
)",
                     joined(names_of_commands(), " "), values, options);
}

std::string zsh_completions() {
  std::string described, cases;
  for (const Command& command : commands()) {
    if (!command.name.empty()) {
      described += fmt::format("    {}\n", quoted(fmt::format("{}:{}", command.name, command.en), "'\\''"));
    }
    std::string arguments;
    for (const std::string_view name : command.options) {
      arguments += fmt::format(" \\\n        {}", zsh_option(command, option_named(name)));
    }
    if (command.has_words) arguments += " \\\n        '*:file:_files'";
    const std::string row =
        fmt::format("    {})\n      _arguments -s{} ;;\n", command.name.empty() ? "*" : command.name, arguments);
    // What no other row takes is for the last one.
    cases = command.name.empty() ? cases + row : row + cases;
  }
  return fmt::format(R"(#compdef mha
_mha_configs() {{
  _alternative 'lessons:lesson:({})' 'files:file:_files'
}}
_mha() {{
  local -a commands=(
{}  )
  local command=''
  if (( CURRENT == 2 )); then
    _describe command commands
  elif (( ${{commands[(I)$words[2]:*]}} )); then
    command=$words[2]
    words=("$words[1]" "${{(@)words[3,-1]}}")
    (( CURRENT-- ))
  fi
  case $command in
{}  esac
}}
_mha "$@"
)",
                     joined(names_of_lessons(), " "), described, cases);
}

std::string fish_completions() {
  std::string out = "# fish completions for mha\ncomplete -c mha -f\n";
  for (const Command& command : commands()) {
    if (!command.name.empty()) {
      out += fmt::format("complete -c mha -n 'test (count (commandline -opc)) = 1' -a {} -d {}\n", command.name,
                         in_fish(command.en));
    }
    const std::string start = fmt::format("complete -c mha -n '{}'", fish_condition(command));
    if (command.has_words) out += start + " -F\n";
    for (const std::string_view name : command.options) {
      const Option& option = option_named(name);
      out += fmt::format("{} -l {}", start, option.name.substr(2));
      if (!option.letter.empty()) out += fmt::format(" -s {}", option.letter.substr(1));
      if (!option.value.empty()) {
        const Follows follows = what_follows(command, option);
        out += follows.is_file ? " -r -F" : " -x";
        if (!follows.words.empty()) out += fmt::format(" -a '{}'", joined(follows.words, " "));
      }
      out += fmt::format(" -d {}\n", in_fish(option.en));
    }
  }
  return out;
}

}  // namespace mha

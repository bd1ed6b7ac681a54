#include "cli/help.hpp"

#include <algorithm>

#include "text/format.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

struct Sentences {
  std::string_view about, usage, commands, command_help, options, examples_heading, examples;
};

constexpr Sentences english{"mha calculates a small transformer step by step, to hold against paper.\n\n",
                            "Usage: ",
                            "\nOther commands:\n",
                            "  mha COMMAND --help      the options of that command\n",
                            "\nOptions:\n",
                            "\nExamples:\n",
                            R"(  mha --config wo-ai-ni --trace            every matrix of the lesson 我爱你
  mha --config my.json --trace --round 2   as someone who keeps two decimals
  mha --only 'block1.head1.Q[爱,2]'        how one number is calculated
)"};

constexpr Sentences chinese{"mha：把小型 transformer 一步一步算给你看，供与笔算对照。\n\n",
                            "用法：",
                            "\n其他命令：\n",
                            "  mha 命令 --help         该命令的选项\n",
                            "\n选项：\n",
                            "\n例子：\n",
                            R"(  mha --config wo-ai-ni --trace            课程“我爱你”的每一个矩阵
  mha --config my.json --trace --round 2   像每步保留两位小数的人那样计算
  mha --only 'block1.head1.Q[爱,2]'        一个数是怎样算出来的
)"};

std::string entry(const std::string& term, std::string_view meaning) {
  constexpr std::size_t width = 24;
  const std::size_t gap = std::max<std::size_t>(width, display_width(term) + 1) - display_width(term);
  return fmt::format("  {}{}{}\n", term, std::string(gap, ' '), meaning);
}

}  // namespace

std::string usage(const Command& command) {
  std::string words = "mha";
  for (const std::string_view word : {command.name, command.arguments}) {
    if (!word.empty()) words += fmt::format(" {}", word);
  }
  return words;
}

std::string meaning(const Command& command, const Option& option, Language language) {
  const bool is_zh = language == Language::zh;
  if (option.name != "--format" || command.formats.empty()) return std::string(is_zh ? option.zh : option.en);
  const std::vector<std::string> words = words_of(command, option);
  std::string out;
  for (const std::string& word : words) {
    const std::string_view between = &word == &words.back() ? (is_zh ? " 或 " : " or ") : (is_zh ? "、" : ", ");
    out += fmt::format("{}{}", out.empty() ? "" : between, word);
  }
  return out;
}

std::string_view examples(Language language) { return (language == Language::zh ? chinese : english).examples; }

std::string help(const Command& command, Language language) {
  const bool is_zh = language == Language::zh;
  const Sentences& say = is_zh ? chinese : english;
  const bool is_main = command.name.empty();
  std::string out(is_main ? say.about : "");
  out += fmt::format("{}{}\n", say.usage, usage(command));
  if (!is_main) out += fmt::format("{}\n", is_zh ? command.zh : command.en);
  if (is_main) {
    out += say.commands;
    for (const Command& other : commands()) {
      if (!other.name.empty()) out += entry(fmt::format("mha {}", other.name), is_zh ? other.zh : other.en);
    }
    out += say.command_help;
  }
  out += say.options;
  for (const std::string_view name : command.options) {
    const Option& o = option_named(name);
    std::string term = fmt::format("{}{}{}", o.letter, o.letter.empty() ? "    " : ", ", o.name);
    if (!o.value.empty()) term += fmt::format(" {}", o.value);
    out += entry(term, meaning(command, o, language));
  }
  if (is_main) out += fmt::format("{}{}", say.examples_heading, say.examples);
  return out;
}

}  // namespace mha

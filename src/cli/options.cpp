#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "cli/commands.hpp"
#include "cli/platform.hpp"
#include "error.hpp"
#include "math/activation.hpp"
#include "render/render.hpp"
#include "text/format.hpp"
#include "text/read_double.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr auto option_table = std::to_array<Option>({
    {"--config", "", "CONFIG", "a JSON file, - for standard input, or a lesson", "JSON 文件，- 表示标准输入，或课程名"},
    {"--trace", "", "", "every intermediate matrix, not only the result", "列出每一个中间矩阵，而不只是结果"},
    {"--format", "-f", "FORMAT", "text, markdown, latex, csv, json, html or pytorch",
     "text、markdown、latex、csv、json、html 或 pytorch"},
    {"--precision", "-p", "N", "decimals shown, 0–15 (default 4)", "显示的小数位数，0–15（默认 4）"},
    {"--only", "", "GLOB", "only these steps (*.Q) or cells ('ID[row,column]')",
     "只列出这些步骤（*.Q）或数（'ID[行,列]'）", true},
    {"--explain", "", "", "under each step, the arithmetic of its cells", "在每一步下面写出各个数的算式"},
    {"--round", "", "N", "round each computed matrix to N decimals, as on paper",
     "像笔算那样，每个算出的矩阵都四舍五入到 N 位"},
    {"--output", "-o", "FILE", "write to a file instead of standard output", "写入文件，而不是标准输出"},
    {"--lang", "", "en|zh", "language of sentences (default: the system's)", "句子的语言（默认按系统设置）", false,
     "en zh"},
    {"--threads", "", "N", "threads, 1–256 (default: one for each core)", "线程数，1–256（默认每个核一个）"},
    {"--color", "", "WHEN", "auto (default), always or never", "auto（默认）、always 或 never", false,
     "auto always never"},
    {"--for", "", "FILE", "one config for each line of names, into the folder -o",
     "为文件中的每个名字各写一份配置，放进 -o 文件夹"},
    {"--title", "", "TEXT", "the title of the config", "配置的标题"},
    {"--sentence", "", "TEXT", "the tokens' labels, with spaces between them", "各词元的标签，用空格隔开"},
    {"--tokens", "", "N", "number of tokens (new: default 3)", "词元个数（new 默认 3）"},
    {"--d-model", "", "N", "numbers per token (new: default 4)", "每个词元的数字个数（new 默认 4）"},
    {"--heads", "", "N", "attention heads (default 1)", "注意力头数（默认 1）"},
    {"--d-k", "", "N", "width of a head's Q and K (default d_model / heads)",
     "每个头 Q、K 的宽度（默认 d_model / heads）"},
    {"--d-v", "", "N", "width of a head's V (default d_k)", "每个头 V 的宽度（默认等于 d_k）"},
    {"--d-ff", "", "N", "width of the feed-forward network (default: none)", "前馈网络的内层宽度（默认没有前馈网络）"},
    {"--layers", "", "N", "blocks (default 1)", "块数（默认 1）"},
    {"--activation", "", "WORD", "relu, gelu, gelu_tanh or silu", "relu、gelu、gelu_tanh 或 silu"},
    {"--norm", "", "WORD", "post, pre or none", "post、pre 或 none", false, "post pre none"},
    {"--positions", "", "WORD", "none or sinusoidal", "none 或 sinusoidal", false, "none sinusoidal"},
    {"--mask", "", "WORD", "none or causal", "none 或 causal", false, "none causal"},
    {"--no-residual", "", "", "without residual sums", "不用残差"},
    {"--biases", "", "", "with biases", "带偏置"},
    {"--seed", "", "N", "another seed, other numbers (default 0)", "不同的种子给出不同的数（默认 0）"},
    {"--low", "", "X", "the smallest number (default -1)", "最小的数（默认 -1）"},
    {"--high", "", "X", "the largest number (default 1)", "最大的数（默认 1）"},
    {"--decimals", "", "N", "decimals of the numbers, 0–15 (default 1)", "数字的小数位数，0–15（默认 1）"},
    {"--show", "", "", "the right numbers too", "同时给出正确的数"},
    {"--hint", "", "N", "hints: 1 a wrong cell, 2 the rule too, 3 its arithmetic too",
     "提示：1 指出一个错数，2 加上规则，3 加上算式"},
    {"--blank", "", "GLOB", "only these steps are to be filled in (default: all computed)",
     "只让人填这些步骤（默认是所有算出的步骤）", true},
    {"--hide-weights", "", "", "without the weights", "不印出权重"},
    {"--key", "", "FILE", "write the key, all numbers filled in, to a file", "把答案（填好的全部数字）写入文件"},
    {"--help", "-h", "", "this help", "显示本帮助"},
    {"--version", "", "", "the version", "显示版本"},
});

constexpr auto compute_options =
    std::to_array<std::string_view>({"--config", "--trace", "--format", "--precision", "--only", "--explain", "--round",
                                     "--output", "--lang", "--threads", "--color", "--help", "--version"});
constexpr auto check_options = std::to_array<std::string_view>(
    {"--config", "--format", "--show", "--hint", "--round", "--output", "--lang", "--threads", "--help"});
constexpr auto worksheet_options =
    std::to_array<std::string_view>({"--config", "--blank", "--hide-weights", "--key", "--format", "--precision",
                                     "--round", "--output", "--lang", "--threads", "--help"});
constexpr auto lint_options =
    std::to_array<std::string_view>({"--config", "--precision", "--output", "--lang", "--threads", "--help"});
constexpr auto new_options = std::to_array<std::string_view>(
    {"--for",  "--title",  "--sentence",   "--tokens",   "--d-model",   "--heads", "--d-k",         "--d-v",
     "--d-ff", "--layers", "--activation", "--norm",     "--positions", "--mask",  "--no-residual", "--biases",
     "--seed", "--low",    "--high",       "--decimals", "--output",    "--lang",  "--help"});
constexpr auto cost_options =
    std::to_array<std::string_view>({"--config", "--tokens", "--d-model", "--heads", "--d-k", "--d-v", "--d-ff",
                                     "--layers", "--biases", "--output", "--lang", "--help"});
constexpr auto list_options = std::to_array<std::string_view>({"--output", "--lang", "--help"});

constexpr auto command_table = std::to_array<Command>({
    {"", "--config CONFIG [--trace] [options]", "compute; print the result, or every step",
     "计算并输出结果，或输出每一步", compute_options, compute_command},
    {"check", "ANSWERS… [--config CONFIG]", "mark calculations done by hand (-f text, json or csv)",
     "批改手算结果（-f text、json 或 csv）", check_options, check_command, true, "text json csv"},
    {"worksheet", "--config CONFIG [options]", "the same steps with blanks to fill in, and the key",
     "同样的步骤，留空待填，另有答案", worksheet_options, worksheet_command, false, "text markdown latex"},
    {"lint", "--config CONFIG", "which usual mistakes this exercise cannot tell apart", "这道题分不清哪些常见错误",
     lint_options, lint_command},
    {"new", "[options]", "write a complete config with seeded random numbers", "生成一份完整的配置（带种子的随机数）",
     new_options, new_command},
    {"cost", "--config CONFIG | dims", "count parameters and multiplications", "统计参数与乘法次数", cost_options,
     cost_command},
    {"list", "", "the lessons that come with the program", "列出随程序附带的课程", list_options, list_command},
    {"schema", "", "the JSON Schema (2020-12) of a config", "配置的 JSON Schema（2020-12）", list_options,
     schema_command},
});

// The place and reason of what CLI11 found: only that a value is missing, or that a switch has one, is left to it.
[[noreturn]] void rethrow(const CLI::ParseError& e, const Command& command) {
  const std::string said = e.what();
  for (const std::string_view name : command.options) {
    if (said.find(name) == std::string::npos) continue;
    const Option& option = option_named(name);
    if (option.value.empty()) throw Error(std::string(name), "takes no value");
    throw Error(std::string(name), fmt::format("needs a value: {} {}", name, option.value));
  }
  throw Error("command line", escaped(said));
}

[[noreturn]] void refuse_word(const Command& command, const std::string& word, bool is_option) {
  if (!is_option) {
    std::vector<std::string> names;
    for (const Command& c : command_table) names.emplace_back(c.name);
    if (find_command(word)) throw Error(in_quotes(word), fmt::format("the command stands first: mha {} …", word));
    if (!command.name.empty())
      throw Error(in_quotes(word), fmt::format("mha {} takes no words, only options", command.name));
    names.erase(names.begin());
    const bool is_an_option = std::ranges::find(option_table, "--" + word, &Option::name) != std::end(option_table);
    throw Error(in_quotes(word),
                "is no command" + (is_an_option ? fmt::format("; did you mean \"--{}\"?", word)
                                                : did_you_mean(word, names) + " (a config stands after --config)"));
  }
  std::vector<std::string> names;
  for (const std::string_view name : command.options) {
    names.emplace_back(name);
    if (!option_named(name).letter.empty()) names.emplace_back(option_named(name).letter);
  }
  const std::string option = word.substr(0, word.find('='));
  throw Error(shortened(option, 60),
              (command.name.empty() ? "no such option" : fmt::format("no such option of mha {}", command.name)) +
                  did_you_mean(option, names));
}

}  // namespace

const Option& option_named(std::string_view name) { return *std::ranges::find(option_table, name, &Option::name); }
std::span<const Option> options() { return option_table; }
std::span<const Command> commands() { return command_table; }

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find(command_table, name, &Command::name);
  return found == command_table.end() || name.empty() ? nullptr : &*found;
}

std::vector<std::string> words_of(const Command& command, const Option& option) {
  std::vector<std::string> result;
  const bool is_format = option.name == "--format";
  if (is_format && command.formats.empty()) {
    for (const Format& format : formats()) result.emplace_back(format.name);
  }
  if (option.name == "--activation") {
    for (const Activation& activation : activations()) result.emplace_back(activation.name);
  }
  std::istringstream words{std::string(is_format ? command.formats : option.words)};
  for (std::string word; words >> word;) result.push_back(word);
  return result;
}

Arguments::Arguments(const Command& command, const std::vector<std::string>& words) : command_(command) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<std::string_view, std::vector<std::string>> found;
  std::map<std::string_view, int> switches;
  for (const std::string_view name : command.options) {
    const Option& option = option_named(name);
    const std::string names = option.letter.empty() ? std::string(name) : fmt::format("{},{}", option.letter, name);
    if (option.value.empty()) {
      app.add_flag(names, switches[name]);
      const bool has_value = std::ranges::any_of(
          words, [&](const std::string& word) { return word.starts_with(fmt::format("{}=", name)); });
      if (has_value) throw Error(std::string(name), "takes no value");
    } else {
      app.add_option(names, found[name])
          ->expected(1)
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& e) {
    rethrow(e, command);
  }
  bool options_have_ended = false;
  for (const std::string& word : app.remaining()) {
    if (word == "--" && !options_have_ended) {
      options_have_ended = true;
      continue;
    }
    const bool is_option = word.starts_with('-') && word != "-" && !options_have_ended;
    if (!command.has_words || is_option) refuse_word(command, word, is_option);
    for (std::string& file : platform::expanded(word)) words_.push_back(std::move(file));
  }
  for (const auto& [name, values] : found) {
    if (values.size() > 1 && !option_named(name).is_repeatable) throw Error(std::string(name), "stands twice");
    if (!values.empty()) values_[std::string(name)] = values;
  }
  for (const auto& [name, times] : switches) {
    if (times > 1) throw Error(std::string(name), "stands twice");
    if (times == 1) values_[std::string(name)];
  }
}

std::string Arguments::text(std::string_view option, std::string_view otherwise) const {
  const auto found = values_.find(option);
  if (found == values_.end()) return std::string(otherwise);
  if (found->second.front().empty()) {
    throw Error(std::string(option),
                fmt::format("is empty, but needs a value: {} {}", option, option_named(option).value));
  }
  return found->second.front();
}

std::vector<std::string> Arguments::texts(std::string_view option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::optional<int> Arguments::integer(std::string_view option, int low, int high) const {
  if (!has(option)) return std::nullopt;
  const std::string digits = text(option);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < low || value > high) {
    throw Error(std::string(option),
                fmt::format("is {}, but needs a whole number from {} to {}", in_quotes(digits), low, high));
  }
  return value;
}

std::optional<double> Arguments::number(std::string_view option) const {
  if (!has(option)) return std::nullopt;
  const std::string digits = text(option);
  double value = 0;
  const auto [end, error] = read_double(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !(value - value == 0)) {
    throw Error(std::string(option), fmt::format("is {}, but needs a number", in_quotes(digits)));
  }
  return value;
}

std::string Arguments::word(std::string_view option, std::string_view otherwise) const {
  const std::string chosen = text(option, otherwise);
  const std::vector<std::string> known = words_of(command_, option_named(option));
  if (!has(option) || std::ranges::find(known, chosen) != known.end()) return chosen;
  throw Error(std::string(option), "unknown word " + in_quotes(chosen) + did_you_mean(chosen, known));
}

}  // namespace mha

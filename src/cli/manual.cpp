#include "cli/manual.hpp"

#include <algorithm>
#include <string_view>

#include "cli/help.hpp"
#include "cli/options.hpp"
#include "render/render.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

struct Sentences {
  std::string_view name, about, synopsis, description, text, commands, options, status, statuses, environment,
      variables, examples;
};

constexpr Sentences english{
    "NAME",
    "every matrix of a small transformer, to hold against paper",
    "SYNOPSIS",
    "DESCRIPTION",
    R"(mha calculates the forward pass of a small transformer and shows every matrix on the way, so that a person can hold
them against a calculation done with pen and paper. It can also mark such a calculation, and make new exercises.
CONFIG is a JSON file, - for standard input, or the name of a lesson that comes with the program ("mha list").
Results go to standard output, all else to standard error. "--" ends the options.)",
    "COMMANDS",
    "OPTIONS",
    "EXIT STATUS",
    R"(0	done
1	"mha check" found something wrong
2	bad usage, a bad config, or a file that could not be read or written; nothing was written then)",
    "ENVIRONMENT",
    R"(LC_ALL, LC_MESSAGES, LANG	the first that is set says the language of sentences, where "--lang" does not
NO_COLOR, TERM=dumb	no colours, where "--color" does not ask for them)",
    "EXAMPLES",
};

constexpr Sentences chinese{
    "名称",
    "列出小型 transformer 的每一个矩阵，供与笔算对照",
    "概要",
    "描述",
    R"(mha 计算一个小型 transformer 的前向过程，并列出途中的每一个矩阵，供人与笔算逐一对照；也能批改笔算、出新题。
CONFIG 是 JSON 文件，- 表示标准输入，或是随程序附带的课程名（“mha list”）。
结果写到标准输出，其余写到标准错误。“--” 之后不再有选项。)",
    "命令",
    "选项",
    "退出状态",
    R"(0	完成
1	“mha check” 找到了错误
2	用法或配置有误，或文件无法读写；这时什么也没有写出)",
    "环境变量",
    R"(LC_ALL, LC_MESSAGES, LANG	没有 “--lang” 时，其中第一个有值的决定句子的语言
NO_COLOR, TERM=dumb	没有 “--color” 时不用颜色)",
    "例子",
};

// Text as a line of man(7) source: no character of it is taken for markup.
std::string source(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '"': out += "\\(dq"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      case '`': out += "\\(ga"; break;
      default: out += c;
    }
  }
  return out;
}

std::string section(std::string_view name) { return fmt::format(".SH {}\n", source(name)); }

// A term in bold, and below it, further in, what it means.
std::string entry(std::string_view term, std::string_view meaning) {
  return fmt::format(".TP\n.B {}\n{}\n", source(term), source(meaning));
}

// Lines "term<tab>meaning".
std::string entries(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    const std::size_t tab = line.find('\t');
    out += entry(line.substr(0, tab), line.substr(tab + 1));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
  }
  return out;
}

std::string option_entries(const Command& command, Language language) {
  std::string out;
  for (const std::string_view name : command.options) {
    const Option& o = option_named(name);
    std::string term;
    if (!o.letter.empty()) term = fmt::format("\\fB{}\\fR, ", source(o.letter));
    term += fmt::format("\\fB{}\\fR", source(o.name));
    if (!o.value.empty()) term += fmt::format(" \\fI{}\\fR", source(o.value));
    out += fmt::format(".TP\n{}\n{}\n", term, source(meaning(command, o, language)));
  }
  return out;
}

// Each line a paragraph of its own kind: filled, or as it stands.
std::string lines_of(std::string_view text, std::string_view before) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.empty()) out += fmt::format("{}{}\n", before, source(line));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return out;
}

}  // namespace

std::string manual(Language language) {
  const bool is_zh = language == Language::zh;
  const Sentences& say = is_zh ? chinese : english;
  std::string out = fmt::format(".TH MHA 1 \"\" \"mha {}\"\n", version);
  out += section(say.name) + fmt::format("mha \\- {}\n", source(say.about));
  out += section(say.synopsis);
  for (const Command& command : commands()) {
    out += fmt::format("{}{}\n", command.name.empty() ? "" : ".br\n", source(usage(command)));
  }
  out += section(say.description) + lines_of(say.text, "");
  out += section(say.options) + option_entries(commands().front(), language);
  out += section(say.commands);
  for (const Command& command : commands().subspan(1)) {
    out += fmt::format(".SS {}\n{}\n", source(usage(command)), source(is_zh ? command.zh : command.en));
    out += option_entries(command, language);
  }
  out += section(say.status) + entries(say.statuses);
  out += section(say.environment) + entries(say.variables);
  out += section(say.examples) + fmt::format(".nf\n{}.fi\n", lines_of(examples(language), ""));
  return out;
}

}  // namespace mha

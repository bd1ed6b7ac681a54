#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "error.hpp"
#include "math/rounding.hpp"
#include "model/config.hpp"
#include "render/config_file.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

// The words of --sentence, or as many names as --tokens says, as JSON.
std::string tokens_as_json(const Arguments& a) {
  if (a.has("--sentence") && a.has("--tokens")) throw Error("--tokens", "the sentence says how many tokens there are");
  std::string out;
  const auto add = [&out](const std::string& token) { out += (out.empty() ? "" : ", ") + json_string(token); };
  if (a.has("--sentence")) {
    const std::string sentence = a.text("--sentence");
    for (std::size_t begin = sentence.find_first_not_of(' '); begin != std::string::npos;
         begin = sentence.find_first_not_of(' ', sentence.find(' ', begin))) {
      add(sentence.substr(begin, sentence.find(' ', begin) - begin));
      if (sentence.find(' ', begin) == std::string::npos) break;
    }
    if (out.empty()) throw Error("--sentence", "has no words");
  } else {
    const int count = a.integer("--tokens", 1, 100000).value_or(3);
    for (int i = 1; i <= count; ++i) add(fmt::format("t{}", i));
  }
  return "[" + out + "]";
}

}  // namespace

int new_command(const Arguments& a, Streams& io) {
  std::vector<std::pair<std::string, std::string>> keys;
  const std::string title = a.text("--title", "exercise");
  keys.emplace_back("title", json_string(title));
  keys.emplace_back("tokens", tokens_as_json(a));
  const auto add_integer = [&](const char* key, std::string_view option, std::optional<int> otherwise) {
    const std::optional<int> value = a.integer(option, 1, max_int);
    if (value || otherwise) keys.emplace_back(key, std::to_string(value.value_or(otherwise.value_or(0))));
  };
  add_integer("d_model", "--d-model", 4);
  add_integer("heads", "--heads", 1);
  add_integer("d_k", "--d-k", std::nullopt);
  add_integer("d_v", "--d-v", std::nullopt);
  add_integer("layers", "--layers", 1);
  add_integer("d_ff", "--d-ff", std::nullopt);
  for (const auto& [key, option] : std::initializer_list<std::pair<const char*, std::string_view>>{
           {"activation", "--activation"}, {"norm", "--norm"}, {"positions", "--positions"}, {"mask", "--mask"}}) {
    if (a.has(option)) keys.emplace_back(key, json_string(a.text(option)));
  }
  if (a.has("--no-residual")) keys.emplace_back("residual", "false");

  std::string init = fmt::format("\"decimals\": {}, \"biases\": {}",
                                 a.integer("--decimals", 0, max_decimals).value_or(1), a.has("--biases"));
  for (const auto& [key, option] :
       std::initializer_list<std::pair<const char*, std::string_view>>{{"low", "--low"}, {"high", "--high"}}) {
    if (const std::optional<double> x = a.number(option)) init += fmt::format(", \"{}\": {}", key, shortest(*x));
  }
  if (a.has("--seed")) init += fmt::format(", \"seed\": {}", a.text("--seed"));
  std::string text = "{";
  for (const auto& [key, value] : keys) text += fmt::format("\"{}\": {}, ", key, value);
  const Model model = read_config(text + "\"init\": {" + init + "}}", "new", title);
  Plan plan = forward(model);
  deliver(config_file(keys, plan), a, io);
  return 0;
}

}  // namespace mha

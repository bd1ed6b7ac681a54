#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "check/lint.hpp"
#include "cli/commands.hpp"
#include "cli/environment.hpp"
#include "cli/files.hpp"
#include "error.hpp"
#include "math/random.hpp"
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

// What all configs of one call share: the keys, and how numbers are drawn but for the seed.
struct Recipe {
  std::vector<std::pair<std::string, std::string>> keys;  // name, value as JSON
  std::string init;
};

Recipe recipe(const Arguments& a) {
  Recipe r;
  r.keys.emplace_back("tokens", tokens_as_json(a));
  const auto add_integer = [&](const char* key, std::string_view option, std::optional<int> otherwise) {
    const std::optional<int> value = a.integer(option, 1, max_int);
    if (value || otherwise) r.keys.emplace_back(key, std::to_string(value.value_or(otherwise.value_or(0))));
  };
  add_integer("d_model", "--d-model", 4);
  add_integer("heads", "--heads", 1);
  add_integer("d_k", "--d-k", std::nullopt);
  add_integer("d_v", "--d-v", std::nullopt);
  add_integer("layers", "--layers", 1);
  add_integer("d_ff", "--d-ff", std::nullopt);
  for (const auto& [key, option] : {std::pair("activation", "--activation"), std::pair("norm", "--norm"),
                                    std::pair("positions", "--positions"), std::pair("mask", "--mask")}) {
    if (a.has(option)) r.keys.emplace_back(key, json_string(a.word(option, "")));
  }
  if (a.has("--no-residual")) r.keys.emplace_back("residual", "false");

  r.init = fmt::format("\"decimals\": {}, \"biases\": {}", a.integer("--decimals", 0, max_decimals).value_or(1),
                       a.has("--biases"));
  for (const auto& [key, option] :
       std::initializer_list<std::pair<const char*, std::string_view>>{{"low", "--low"}, {"high", "--high"}}) {
    if (const std::optional<double> x = a.number(option)) r.init += fmt::format(", \"{}\": {}", key, shortest(*x));
  }
  return r;
}

// The option whose value the config key came from: --d-k for d_k, --low for init.low.
std::string option_of(const std::string& key) {
  std::string option = "--" + key.substr(key.rfind('.') + 1);
  std::ranges::replace(option, '_', '-');
  return option;
}

// Calls use(plan, keys) with the exercise of that seed. What is wrong with it is said of the options.
template <class Use>
auto with_exercise(const Recipe& r, const std::string& title, const std::string& seed, const Use& use) {
  const std::string file = "new";
  std::string text = "{";
  for (const auto& [key, value] : r.keys) text += fmt::format("\"{}\": {}, ", key, value);
  text += fmt::format("\"init\": {{{}, \"seed\": {}}}}}", r.init, seed);
  try {
    const Model model = read_config(text, file, title);
    Plan plan = forward(model);
    return use(plan);
  } catch (const Error& e) {
    if (!e.place().starts_with(file + ": ")) throw;
    const std::string key = e.place().substr(file.size() + 2);
    throw Error(option_of(key), std::string(e.what()).substr(e.place().size() + 2));
  }
}

std::string exercise(const Recipe& r, const std::string& title, const std::string& seed) {
  std::vector<std::pair<std::string, std::string>> keys = {{"title", json_string(title)}};
  keys.insert(keys.end(), r.keys.begin(), r.keys.end());
  return with_exercise(r, title, seed, [&](Plan& plan) { return config_file(keys, plan); });
}

// How many groups of usual mistakes it cannot tell apart.
std::size_t count_alike(const Recipe& r, const std::string& title, const std::string& seed) {
  constexpr int decimals = 4;
  return with_exercise(r, title, seed, [](Plan& plan) { return lint(plan, decimals).size(); });
}

// Draws again until the usual mistakes can be told apart, or, where the dims do not allow it, until the best of many.
std::string good_exercise(const Recipe& r, const std::string& title, std::uint64_t first_seed) {
  constexpr std::uint64_t max_seed = std::uint64_t{1} << 53;
  constexpr std::uint64_t tries = 50;
  std::string best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::uint64_t i = 0; i < tries && least > 0; ++i) {
    const std::string seed = std::to_string((first_seed + i) % max_seed);
    const std::size_t alike = count_alike(r, title, seed);
    if (alike < least) least = alike, best = seed;
  }
  return exercise(r, title, best);
}

// The names, one a line, without spaces around them.
std::vector<std::string> names_in(const std::string& path) {
  const std::string text = read_file(path);
  if (first_invalid_utf8(text) != std::string::npos)
    throw Error(shortened(path, 200), "is not UTF-8: save it as UTF-8");
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    constexpr const char* around = " \t\r\ufeff";
    const std::size_t first = line.find_first_not_of(around);
    if (first == std::string::npos) continue;
    names.push_back(line.substr(first, line.find_last_not_of(around) + 1 - first));
  }
  if (names.empty()) throw Error(shortened(path, 200), "has no names in it: one a line");
  return names;
}

// name.json; what no file name may have becomes _.
std::string file_name(const std::string& name) {
  std::string file = escaped(name);
  std::ranges::replace_if(
      file, [](char c) { return std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos; }, '_');
  if (file.starts_with('.')) file[0] = '_';
  return file + ".json";
}

// One config for each name, each with a seed of its own that depends on the name alone.
int for_names(const Arguments& a, Streams& io) {
  const Recipe r = recipe(a);
  const std::uint64_t seed = a.has("--seed") ? static_cast<std::uint64_t>(*a.integer("--seed", 0, max_int)) : 0;
  const std::vector<std::string> names = names_in(a.text("--for"));
  std::set<std::string> files;
  for (const std::string& name : names) {
    if (!files.insert(file_name(name)).second) throw Error("--for", fmt::format("{} stands twice", in_quotes(name)));
  }
  const std::filesystem::path folder = a.has("--output") ? path_of(a.text("--output")) : std::filesystem::path();
  std::string list;
  for (const std::string& name : names) {
    const std::string path = text_of(folder / path_of(file_name(name)));
    Output output;
    output.append(good_exercise(r, name, seed ^ fnv1a(name)));
    output.deliver(path);
    list += escaped(path) + "\n";
  }
  Output output;
  output.append(list);
  output.deliver(io.out);
  return 0;
}

}  // namespace

int new_command(const Arguments& a, Streams& io) {
  if (a.has("--for")) return for_names(a, io);
  deliver(exercise(recipe(a), a.text("--title", "exercise"), a.text("--seed", "0")), a, io);
  return 0;
}

}  // namespace mha

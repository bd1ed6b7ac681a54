#include "cli/cli.hpp"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <new>
#include <ostream>

#include "cli/environment.hpp"
#include "cli/files.hpp"
#include "cli/options.hpp"
#include "cli/platform.hpp"
#include "error.hpp"
#include "math/rounding.hpp"
#include "model/config.hpp"
#include "model/cost.hpp"
#include "model/lessons.hpp"
#include "model/schema.hpp"
#include "render/config_file.hpp"
#include "render/cost.hpp"
#include "render/render.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/suggest.hpp"
#include "text/table.hpp"
#include "text/unicode.hpp"
#include "trace/compute.hpp"
#include "trace/forward.hpp"
#include "trace/select.hpp"

namespace mha {
namespace {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
};

Language language_of(const Arguments& a) {
  const std::string word = a.word("--lang", {"en", "zh"}, "");
  if (word.empty()) return language_of_the_user();
  return word == "zh" ? Language::zh : Language::en;
}

// Whole or not at all, to --output or to standard output.
void deliver(Output& output, const Arguments& a, Streams& io) {
  if (a.has("--output"))
    output.deliver(a.text("--output"));
  else
    output.deliver(io.out);
}

void deliver(const std::string& text, const Arguments& a, Streams& io) {
  Output output;
  output.append(text);
  deliver(output, a, io);
}

struct Config {
  Model model;
  std::string name;  // the lesson's name, or the file's without its folder
};

// CONFIG is a path, - for standard input, or a lesson's name; a file that exists wins.
Config load_config(const std::string& config, Streams& io) {
  if (config == "-") return {read_config(read_stream(io.in), "standard input", "standard input"), "-"};
  const Lesson* lesson = find_lesson(config);
  if (lesson && !exists(config)) {
    const std::string name(lesson->name);
    return {read_config(lesson->text, name, name), name};
  }
  if (lesson) {
    io.err << fmt::format("mha: {}: this file is used, not the lesson of the same name\n", shortened(config, 200));
  }
  const std::filesystem::path path = path_of(config);
  if (!exists(config) && !is_directory(path)) {
    std::vector<std::string> names;
    for (const Lesson& l : lessons()) names.emplace_back(l.name);
    throw Error(shortened(config, 200), "no such file, and no lesson of that name" + did_you_mean(config, names));
  }
  const std::string stem = text_of(path.stem());
  return {read_config(read_file(config), config, stem), text_of(path.filename())};
}

std::vector<CellPlace> all_cells(Shape shape) {
  std::vector<CellPlace> cells;
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for (std::size_t j = 0; j < shape.cols; ++j) cells.push_back({i, j});
  }
  return cells;
}

int compute_trace(const Arguments& a, Streams& io) {
  std::vector<std::string> names;
  for (const Format& f : formats()) names.emplace_back(f.name);
  const std::string format = a.word("--format", names, "text");
  RenderOptions options;
  options.language = language_of(a);
  options.precision = a.integer("--precision", 0, max_decimals).value_or(4);
  options.round = a.integer("--round", 0, max_decimals);
  const std::string color = a.word("--color", {"auto", "always", "never"}, "auto");
  options.color = color == "always" || (color == "auto" && !a.has("--output") && shows_color(io.out));

  const Config config = load_config(a.text("--config", "wo-ai-ni"), io);
  options.config = config.name;
  Plan plan = forward(config.model);
  const bool shows_all = a.has("--trace") || a.has("--explain");
  std::vector<Selection> wanted(plan.steps.size(), Selection{shows_all, shows_all, {}});
  if (a.has("--only"))
    wanted = select(plan, a.texts("--only"), "--only");
  else
    wanted[plan.output].is_shown = true;

  const auto row = std::ranges::find(formats(), format, &Format::name);
  const std::unique_ptr<Renderer> renderer = row->make(options);
  Output output;
  output.append(renderer->begin(plan));
  run(plan, options.round, [&](const Step&, std::size_t place, const Values& values) {
    Selection& s = wanted[place];
    if (s.is_whole && a.has("--explain")) s.cells = all_cells(values[place]->shape());
    if (s.is_shown) output.append(renderer->step({plan, place, values, s.cells}));
    s.cells = {};
  });
  output.append(renderer->end(plan));
  deliver(output, a, io);
  return 0;
}

int list_lessons(const Arguments& a, Streams& io) {
  const Language language = language_of(a);
  std::string out = std::string(phrase(Phrase::lessons_heading, language)) + "\n\n";
  for (const Lesson& lesson : lessons()) {
    const LessonSummary s = summarize(lesson, language == Language::zh ? "zh" : "en");
    out += fmt::format("  {}\n      {}\n", lesson.name, s.description);
  }
  deliver(out, a, io);
  return 0;
}

int print_schema(const Arguments& a, Streams& io) {
  deliver(config_schema(), a, io);
  return 0;
}

constexpr int max_int = 2147483647;

int count_cost(const Arguments& a, Streams& io) {
  const Language language = language_of(a);
  const bool has_dims = a.has("--d-model") || a.has("--tokens") || a.has("--heads") || a.has("--layers") ||
                        a.has("--d-ff") || a.has("--d-k") || a.has("--d-v") || a.has("--biases");
  if (a.has("--config") && has_dims) throw Error("--config", "the dims come from the config: give either it or them");
  if (a.has("--config") || !has_dims) {
    const Config config = load_config(a.text("--config", "wo-ai-ni"), io);
    deliver(cost_table(cost_dims(config.model), escaped(config.model.title), language), a, io);
    return 0;
  }
  const auto dim = [&a](std::string_view option) {
    return static_cast<std::size_t>(a.integer(option, 1, max_int).value_or(0));
  };
  CostDims dims;
  dims.tokens = dim("--tokens");
  dims.d_model = dim("--d-model");
  dims.heads = a.has("--heads") ? dim("--heads") : 1;
  dims.layers = a.has("--layers") ? dim("--layers") : 1;
  dims.d_ff = dim("--d-ff");
  dims.biases = a.has("--biases");
  for (const std::string_view needed : {"--d-model", "--tokens"}) {
    if (!a.has(needed)) throw Error(std::string(needed), "is missing: without it nothing can be counted");
  }
  if (!a.has("--d-k") && dims.d_model % dims.heads != 0) {
    throw Error("--heads", fmt::format("{} heads do not divide d_model {}: give --d-k, the width of a head's Q and K",
                                       dims.heads, dims.d_model));
  }
  dims.d_k = a.has("--d-k") ? dim("--d-k") : dims.d_model / dims.heads;
  dims.d_v = a.has("--d-v") ? dim("--d-v") : dims.d_k;
  const std::string what =
      fmt::format("layers {}, d_model {}, heads {}, d_k {}, d_v {}, d_ff {}, tokens {}", dims.layers, dims.d_model,
                  dims.heads, dims.d_k, dims.d_v, dims.d_ff, dims.tokens);
  deliver(cost_table(dims, what, language), a, io);
  return 0;
}

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

int write_new_config(const Arguments& a, Streams& io) {
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

int dispatch(const std::vector<std::string>& args, Streams& io) {
  const Command* command = args.empty() ? nullptr : find_command(args[0]);
  const bool is_named = command != nullptr;
  if (!is_named) command = &commands().front();
  const Arguments a(*command, {args.begin() + (is_named ? 1 : 0), args.end()});
  if (args.empty() || a.has("--help")) {
    deliver(help(*command, language_of(a)), a, io);
    return 0;
  }
  if (a.has("--version")) {
    deliver(fmt::format("mha {}\n", version), a, io);
    return 0;
  }
  if (command->name == "new") return write_new_config(a, io);
  if (command->name == "cost") return count_cost(a, io);
  if (command->name == "list") return list_lessons(a, io);
  if (command->name == "schema") return print_schema(a, io);
  return compute_trace(a, io);
}

}  // namespace

int run(const std::vector<std::string>& args, std::istream& in, std::ostream& out, std::ostream& err) {
  platform::prepare();
  Streams io{in, out, err};
  try {
    return dispatch(args, io);
  } catch (const Error& e) {
    err << "mha: " << e.what() << '\n';
  } catch (const std::bad_alloc&) {
    err << "mha: out of memory: this calculation is too large for this machine\n";
  }
  return 2;
}

}  // namespace mha

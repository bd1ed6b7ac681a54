#include "cli/commands.hpp"

#include <filesystem>
#include <ostream>

#include "cli/environment.hpp"
#include "cli/files.hpp"
#include "error.hpp"
#include "model/config.hpp"
#include "model/lessons.hpp"
#include "text/format.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"

namespace mha {

Language language_of(const Arguments& a) {
  const std::string word = a.word("--lang", "");
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
  TextFile file(config);
  return {read_config(file, config, stem), text_of(path.filename())};
}

}  // namespace mha

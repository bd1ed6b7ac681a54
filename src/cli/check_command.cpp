#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <vector>

#include "check/judge.hpp"
#include "check/report.hpp"
#include "cli/commands.hpp"
#include "cli/environment.hpp"
#include "cli/files.hpp"
#include "error.hpp"
#include "math/rounding.hpp"
#include "model/config.hpp"
#include "model/lessons.hpp"
#include "text/format.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

const std::string standard_input = "standard input";

// A calculation to be marked. Its true numbers are computed once for all answers to it.
struct Exercise {
  explicit Exercise(Model m) : model(std::move(m)), plan(forward(model)) {}

  const Truth& truth(std::optional<int> round, Round how) {
    const auto [found, is_new] = truths.try_emplace({round, how});
    if (is_new) found->second = true_numbers(plan, round, how);
    return found->second;
  }

  Model model;
  Plan plan;
  std::map<std::pair<std::optional<int>, Round>, Truth> truths;
};

// Where the file would be that the header of answers names: beside them, and nowhere else.
std::string beside(const std::string& answers, const std::string& config) {
  const std::string shown = in_quotes(config, 100);
  const bool is_path = config.find_first_of("/\\:") != std::string::npos || config == "." || config == "..";
  if (is_path || config.empty()) {
    throw Error(answers,
                fmt::format("its first line names the config {}, but only a lesson or a file in the same folder may "
                            "stand there: give the config with --config",
                            shown));
  }
  if (answers == standard_input) return config;
  return text_of(path_of(answers).parent_path() / path_of(config));
}

// The exercise that the header of answers names. What is in the file is not shown, whatever is wrong with it: who sends
// answers does not own it.
std::unique_ptr<Exercise> exercise_of_header(const Answers& answers, const std::string& name, Streams& io) {
  const std::string& config = *answers.config;
  const std::string path = beside(name, config);
  const Lesson* lesson = find_lesson(config);
  if (!exists(path)) {
    if (lesson) {
      const std::string title(lesson->name);
      return std::make_unique<Exercise>(read_config(lesson->text, title, title));
    }
    std::vector<std::string> names;
    for (const Lesson& l : lessons()) names.emplace_back(l.name);
    throw Error(name, fmt::format("its first line names the config {}, but there is no such file beside it, and no "
                                  "lesson of that name{}: give the config with --config",
                                  in_quotes(config, 100), did_you_mean(config, names)));
  }
  if (lesson) {
    io.err << fmt::format("mha: {}: this file is used, not the lesson of the same name\n", shortened(path, 200));
  }
  const std::string text = read_file(path);
  try {
    auto exercise = std::make_unique<Exercise>(read_config(text, config, text_of(path_of(config).stem())));
    exercise->truth(answers.round, Round::stated);
    return exercise;
  } catch (const Error&) {
    throw Error(name, fmt::format("its first line names the config {}, but that file is no config that can be "
                                  "calculated; mha --config shows why",
                                  in_quotes(config, 100)));
  }
}

class Marking {
 public:
  Marking(const Arguments& a, Streams& io) : a_(a), io_(io), round_(a.integer("--round", 0, max_decimals)) {
    options_.language = language_of(a);
    options_.show = a.has("--show");
    options_.hint = a.integer("--hint", 1, 3).value_or(0);
    format_ = a.word("--format", "text");
    if (a.has("--config")) named_ = std::make_unique<Exercise>(load_config(a.text("--config"), io).model);
  }

  int run() {
    const std::vector<std::string>& files = a_.words();
    for (const std::string& file : files) {
      try {
        mark(file);
      } catch (const Error& e) {
        if (files.size() == 1) throw;
        io_.err << "mha: " << e.what() << '\n';
        status_ = 2;
      }
    }
    if (!reports_.empty()) deliver(all_reports(), a_, io_);
    return status_;
  }

 private:
  void mark(const std::string& file) {
    options_.name = file == "-" ? standard_input : file;
    const std::string text = file == "-" ? read_stream(io_.in) : read_file(file);
    const Answers answers = read_answers(text, options_.name);
    Exercise& exercise = exercise_of(answers);
    const Sheet sheet = match_answers(answers, exercise.plan, options_.name);
    const std::optional<int> stated = round_ ? round_ : answers.round;
    const Truth& truth = stated ? exercise.truth(stated, Round::stated)
                                : exercise.truth(decimals_kept(sheet, exercise.plan), Round::guessed);
    const Judgement judgement = judge(sheet, exercise.plan, truth);
    if (judgement.first_wrong && status_ == 0) status_ = 1;
    const auto report = format_ == "json" ? report_json : format_ == "csv" ? report_csv : report_text;
    reports_.emplace_back(options_.name, report(judgement, exercise.plan, options_));
  }

  Exercise& exercise_of(const Answers& answers) {
    if (named_) return *named_;
    if (!answers.config) {
      throw Error(options_.name,
                  "its first line names no config (# mha 1.0 · wo-ai-ni): give the config with --config");
    }
    const bool is_in = options_.name == standard_input;
    const std::string folder = is_in ? "" : text_of(path_of(options_.name).parent_path());
    std::unique_ptr<Exercise>& exercise = exercises_[folder + '\n' + *answers.config];
    if (!exercise) exercise = exercise_of_header(answers, options_.name, io_);
    return *exercise;
  }

  std::string all_reports() const {
    std::string out;
    const bool is_one = a_.words().size() == 1;
    if (format_ == "csv") out = report_csv_header();
    if (format_ == "json" && !is_one) out = "[\n";
    for (const auto& [name, report] : reports_) {
      const bool is_first = &report == &reports_.front().second;
      if (format_ == "text" && !is_one) out += fmt::format("{}# {}\n", is_first ? "" : "\n", escaped(name));
      if (format_ == "json" && !is_first) out += ",\n";
      out += report;
    }
    if (format_ == "json" && !is_one) out += "]\n";
    return out;
  }

  const Arguments& a_;
  Streams& io_;
  std::optional<int> round_;
  std::string format_;
  ReportOptions options_;
  std::unique_ptr<Exercise> named_;                             // by --config
  std::map<std::string, std::unique_ptr<Exercise>> exercises_;  // by folder and name
  std::vector<std::pair<std::string, std::string>> reports_;
  int status_ = 0;
};

}  // namespace

int check_command(const Arguments& a, Streams& io) {
  if (a.words().empty()) {
    throw Error("ANSWERS", "are missing: mha check ANSWERS… [--config CONFIG], with - for standard input");
  }
  return Marking(a, io).run();
}

}  // namespace mha

// The bytes of answers → `mha check`, in every form of its report. The exercise is the lesson that the answers name.
#include <map>
#include <memory>

#include "check/judge.hpp"
#include "check/report.hpp"
#include "fuzz/fuzz.hpp"
#include "model/config.hpp"
#include "model/lessons.hpp"
#include "trace/forward.hpp"

using namespace mha;

namespace {

struct Exercise {
  explicit Exercise(const Lesson& lesson)
      : model(read_config(lesson.text, std::string(lesson.name), "lesson")), plan(forward(model)) {}

  Model model;
  Plan plan;
  std::map<std::pair<std::optional<int>, Round>, Truth> truths;
};

Exercise& exercise_of(const Answers& answers) {
  static std::map<std::string_view, std::unique_ptr<Exercise>> exercises;
  const Lesson* lesson = answers.config ? find_lesson(*answers.config) : nullptr;
  if (!lesson || lesson->name == "ninety-six") lesson = find_lesson("wo-ai-ni");
  std::unique_ptr<Exercise>& exercise = exercises[lesson->name];
  if (!exercise) exercise = std::make_unique<Exercise>(*lesson);
  return *exercise;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Answers answers = read_answers(text, "my.txt");
    Exercise& e = exercise_of(answers);
    const Sheet sheet = match_answers(answers, e.plan, "my.txt");
    const Round how = answers.round ? Round::stated : Round::guessed;
    const std::optional<int> round = answers.round ? answers.round : decimals_kept(sheet, e.plan);
    auto truth = e.truths.find({round, how});
    if (truth == e.truths.end())
      truth = e.truths.emplace(std::pair(round, how), true_numbers(e.plan, round, how)).first;
    const Judgement judgement = judge(sheet, e.plan, truth->second);

    const std::uint64_t chosen = fuzz::hash_of(text);
    ReportOptions options;
    options.name = "my.txt";
    options.language = chosen & 1 ? Language::zh : Language::en;
    options.show = chosen >> 1 & 1;
    options.hint = static_cast<int>(chosen >> 2 & 3);
    fuzz::require(!report_text(judgement, e.plan, options).empty(), "a report says something");
    fuzz::require(report_json(judgement, e.plan, options).ends_with("}\n"), "a report for programs is whole");
    fuzz::require(report_csv(judgement, e.plan, options).ends_with("\n"), "a report is a line of a table");
  } catch (const Error& error) {
    fuzz::require_readable(error);
  }
  return 0;
}

// The lessons that come with the program: configs/*.json, built into the binary.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mha {

struct Lesson {
  std::string_view name;  // wo-ai-ni
  std::string_view text;  // the whole file
};

std::span<const Lesson> lessons();                 // in the order of their names
const Lesson* find_lesson(std::string_view name);  // also with ".json"; null: no such lesson

// Title and description of a lesson, for `mha list`. `language` is a key of the description: "en" or "zh".
struct LessonSummary {
  std::string title;
  std::string description;
};
LessonSummary summarize(const Lesson& lesson, std::string_view language);

}  // namespace mha

#include "model/lessons.hpp"

#include <algorithm>

#include "model/json.hpp"

namespace mha {

// lessons() itself is made from configs/ when the program is built: see embed.cmake.

const Lesson* find_lesson(std::string_view name) {
  if (name.ends_with(".json")) name.remove_suffix(5);
  const std::span<const Lesson> all = lessons();
  const auto found = std::ranges::find(all, name, &Lesson::name);
  return found == all.end() ? nullptr : &*found;
}

LessonSummary summarize(const Lesson& lesson, std::string_view language) {
  const Value config = parse_json(lesson.text, std::string(lesson.name));
  LessonSummary summary;
  if (const Value* title = config.find("title")) summary.title = title->text;
  if (const Value* description = config.find("description")) {
    const Value* translated = description->find(language);
    summary.description = translated != nullptr ? translated->text : description->text;
  }
  return summary;
}

}  // namespace mha

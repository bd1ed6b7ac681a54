#include "cli/commands.hpp"
#include "model/lessons.hpp"
#include "model/schema.hpp"
#include "text/format.hpp"

namespace mha {

int list_command(const Arguments& a, Streams& io) {
  const Language language = language_of(a);
  std::string out = std::string(phrase(Phrase::lessons_heading, language)) + "\n\n";
  for (const Lesson& lesson : lessons()) {
    const LessonSummary s = summarize(lesson, language == Language::zh ? "zh" : "en");
    out += fmt::format("  {}\n      {}\n", lesson.name, s.description);
  }
  deliver(out, a, io);
  return 0;
}

int schema_command(const Arguments& a, Streams& io) {
  deliver(config_schema(), a, io);
  return 0;
}

}  // namespace mha

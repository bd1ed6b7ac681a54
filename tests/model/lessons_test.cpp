#include "model/lessons.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

using namespace mha;

TEST_CASE("there are lessons, in the order of their names") {
  const std::span<const Lesson> all = lessons();
  REQUIRE_FALSE(all.empty());
  CHECK(std::ranges::is_sorted(all, std::ranges::less_equal{}, &Lesson::name));
  CHECK(find_lesson("wo-ai-ni") != nullptr);
}

TEST_CASE("a lesson is the file in configs/, byte for byte, and is found with and without its ending") {
  for (const Lesson& lesson : lessons()) {
    const std::string name(lesson.name);
    CAPTURE(name);
    std::ostringstream text;
    text << std::ifstream(MHA_SOURCE_DIR "/configs/" + name + ".json", std::ios::binary).rdbuf();
    CHECK(lesson.text == text.str());
    CHECK(find_lesson(name) == &lesson);
    CHECK(find_lesson(name + ".json") == &lesson);
  }
}

TEST_CASE("what is no lesson is not found") {
  for (const char* name : {"", ".json", "wo-ai", "wo-ai-ni.json.json", "Wo-ai-ni", "configs/wo-ai-ni.json"}) {
    CAPTURE(name);
    CHECK(find_lesson(name) == nullptr);
  }
}

TEST_CASE("each lesson says in both languages what it is about") {
  for (const Lesson& lesson : lessons()) {
    CAPTURE(std::string(lesson.name));
    CHECK_FALSE(summarize(lesson, "en").title.empty());
    CHECK_FALSE(summarize(lesson, "en").description.empty());
    CHECK_FALSE(summarize(lesson, "zh").description.empty());
    CHECK(summarize(lesson, "en").description != summarize(lesson, "zh").description);
  }
}

TEST_CASE("a description may be one string for all languages, or missing") {
  const Lesson one{"one", R"({"title": "T", "description": "D"})"};
  CHECK(summarize(one, "en").title == "T");
  CHECK(summarize(one, "zh").description == "D");
  const Lesson none{"none", "{}"};
  CHECK(summarize(none, "en").title.empty());
  CHECK(summarize(none, "en").description.empty());
}

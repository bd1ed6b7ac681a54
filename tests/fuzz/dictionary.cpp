// Prints the words of configs and answers as a libFuzzer dictionary, from the tables that the program itself reads.
#include <cstdio>
#include <set>
#include <string>

#include "model/config.hpp"
#include "model/keys.hpp"
#include "model/lessons.hpp"
#include "trace/forward.hpp"

using namespace mha;

namespace {

// The words in quotes in the schema of a key: what it can be.
void add_words(std::string_view schema, std::set<std::string>& words) {
  for (std::size_t begin = schema.find('"'); begin != std::string_view::npos; begin = schema.find('"', begin)) {
    const std::size_t end = schema.find('"', begin + 1);
    words.emplace(schema.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
}

}  // namespace

int main() {
  std::set<std::string> words;
  for (const auto keys : {config_keys(), block_keys(), init_keys(), final_norm_keys(), scale_keys()}) {
    for (const Key& key : keys) {
      words.insert('"' + std::string(key.name) + "\": ");
      add_words(key.schema, words);
    }
  }
  for (const Lesson& lesson : lessons()) {
    if (lesson.name == "ninety-six") continue;
    const Model model = read_config(lesson.text, std::string(lesson.name), "lesson");
    for (const Step& step : forward(model).steps) {
      words.insert("## " + step.id + "\n");
      words.insert('"' + step.id + "\": [[");
    }
  }
  for (const std::string& word : words) {
    std::string escaped;
    for (const char c : word) {
      char hex[5];
      std::snprintf(hex, sizeof hex, "\\x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
      escaped += hex;
    }
    std::printf("\"%s\"\n", escaped.c_str());
  }
}

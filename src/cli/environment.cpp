#include "cli/environment.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "cli/platform.hpp"

namespace mha {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

Language language_of_the_user() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (!variable(name).empty()) return variable(name).starts_with("zh") ? Language::zh : Language::en;
  }
  return platform::speaks_chinese() ? Language::zh : Language::en;
}

bool shows_color(const std::ostream& out) {
  return &out == &std::cout && platform::is_terminal_with_colors(stdout) && variable("NO_COLOR").empty();
}

bool can_take_back(const std::ostream& err) { return &err == &std::cerr && platform::is_terminal_with_colors(stderr); }

std::filesystem::path path_of(const std::string& text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

std::string text_of(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

}  // namespace mha

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

bool obeys_escapes() { return variable("TERM") != "dumb" && !variable("TERM").empty(); }  // if it is a terminal

}  // namespace

Language language_of_the_user() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (!variable(name).empty()) return variable(name).starts_with("zh") ? Language::zh : Language::en;
  }
  return Language::en;
}

bool shows_color(const std::ostream& out) {
  return &out == &std::cout && platform::is_terminal(stdout) && variable("NO_COLOR").empty() && obeys_escapes();
}

bool can_take_back(const std::ostream& err) {
  return &err == &std::cerr && platform::is_terminal(stderr) && obeys_escapes();
}

std::filesystem::path path_of(const std::string& text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

std::string text_of(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

}  // namespace mha

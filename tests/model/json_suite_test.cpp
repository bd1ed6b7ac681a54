// nst's JSONTestSuite as configs: none of its files is one, and each is refused for the right reason.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "error.hpp"
#include "model/config.hpp"
#include "trace/forward.hpp"

using namespace mha;

namespace {

std::string why_no_config(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  try {
    forward(read_config(text, "my.json", "my"));
  } catch (const Error& e) {
    return e.what();
  }
  return "(no error)";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Each of these messages comes from text that was understood.
bool is_about_a_key(const std::string& message) {
  return message.starts_with("my.json: unknown key ") || message.starts_with("my.json: input: is missing") ||
         has(message, ", but needs an object: { … }") || has(message, " stands twice in line 1");
}

}  // namespace

TEST_CASE("JSONTestSuite: what is JSON is refused by key, what is none with its line") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(MHA_SHARED_DIR) / "jsontestsuite";
  if (!fs::exists(folder)) {
    MESSAGE("skipped: there is no " << folder.string());
    return;
  }
  const std::string comments[] = {"n_object_trailing_comment.json", "n_object_trailing_comment_slash_open.json",
                                  "n_structure_object_with_comment.json"};
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json") continue;
    CAPTURE(name);
    const std::string message = why_no_config(entry.path());
    CAPTURE(message);
    ++files;
    const bool is_json = name.starts_with("y_") || std::ranges::count(comments, name) > 0;
    if (is_json) CHECK(is_about_a_key(message));
    if (!is_json && name.starts_with("n_")) CHECK(message.starts_with("my.json: line "));
    if (name.starts_with("i_")) CHECK((is_about_a_key(message) || message.starts_with("my.json: line ")));
  }
  CHECK(files == 318);
}

// Who may include whom: a file its own folder and the ones above it, and what reaches outside only where it belongs.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> layers = {"error.hpp", "math",  "text", "model",    "trace",
                                         "render",    "check", "cli",  "main.cpp", "installed_files.cpp"};

std::ptrdiff_t layer_of(const std::string& file) {
  const auto layer = std::find(layers.begin(), layers.end(), file.substr(0, file.find('/')));
  CHECK_MESSAGE(layer != layers.end(), file);
  return layer - layers.begin();
}

struct Reserved {
  std::regex what;
  std::regex files;  // that may have it
};

// As each file that breaks a rule does it: "math/matrix.cpp: #include <iostream>".
std::vector<std::string> broken_rules(const std::string& file, std::istream& text) {
  static const std::regex own_include(R"re(^\s*#\s*include "(.*)")re");
  static const std::vector<Reserved> reserved = {
      {std::regex("#\\s*include <CLI/"), std::regex("cli/.*")},
      {std::regex("#\\s*include <nlohmann/"), std::regex(".*/[a-z_]*(json|schema|config|syntax)[a-z_]*\\.[ch]pp")},
      {std::regex("#\\s*include <(fstream|iostream|istream|ostream|iosfwd|filesystem)>|\\bf(re)?open\\(|\\bgetenv\\("),
       std::regex("cli/.*|main.cpp|installed_files.cpp")},
      {std::regex("#\\s*include <fmt/"), std::regex("text/format\\.[ch]pp")},
      {std::regex("#\\s*include <(?!fmt/)[a-z/]+\\.h>"), std::regex("cli/platform.cpp|math/memory.cpp")},
  };
  std::vector<std::string> broken;
  for (std::string line; std::getline(text, line);) {
    std::smatch include;
    bool is_allowed = !std::regex_search(line, include, own_include) || layer_of(include[1]) <= layer_of(file);
    for (const Reserved& r : reserved) {
      is_allowed &= !std::regex_search(line, r.what) || std::regex_match(file, r.files);
    }
    if (!is_allowed) broken.push_back(file + ": " + line);
  }
  return broken;
}

std::vector<std::string> broken_rules(const std::string& file, const std::string& line) {
  std::istringstream text(line);
  return broken_rules(file, text);
}

}  // namespace

TEST_CASE("every file of src/ keeps to its layer") {
  const fs::path src = fs::path(MHA_SOURCE_DIR) / "src";
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(src)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp") continue;
    ++files;
    std::ifstream text(entry.path());
    for (const std::string& rule : broken_rules(entry.path().lexically_relative(src).generic_string(), text)) {
      FAIL_CHECK(rule);
    }
  }
  CHECK(files > 30);
}

TEST_CASE("a file that breaks a rule is found") {
  const std::pair<const char*, const char*> bad[] = {
      {"math/matrix.cpp", "#include \"text/number.hpp\""}, {"trace/trace.hpp", "#include \"render/text.hpp\""},
      {"error.hpp", "#include \"math/matrix.hpp\""},       {"render/text.cpp", "#include <CLI/CLI.hpp>"},
      {"render/text.cpp", "#include <fmt/format.h>"},      {"trace/trace.cpp", "#include <nlohmann/json.hpp>"},
      {"render/text.cpp", "#include <iostream>"},          {"model/config.cpp", "  std::getenv(\"HOME\")"},
      {"model/config.cpp", "  std::fopen(name, \"rb\")"},  {"cli/files.cpp", "#include <unistd.h>"},
  };
  for (const auto& [file, line] : bad) {
    CHECK(broken_rules(file, line) == std::vector<std::string>{std::string(file) + ": " + line});
  }
  const std::pair<const char*, const char*> good[] = {
      {"math/random.hpp", "#include \"math/matrix.hpp\""}, {"render/text.cpp", "#include \"text/number.hpp\""},
      {"text/format.cpp", "#include <fmt/format.h>"},      {"cli/options.cpp", "#include <CLI/CLI.hpp>"},
      {"model/json.cpp", "#include <nlohmann/json.hpp>"},  {"cli/files.cpp", "#include <iostream>"},
  };
  for (const auto& [file, line] : good) CHECK(broken_rules(file, line).empty());
}

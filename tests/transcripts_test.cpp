// Runs what stands in the ```console blocks of README.md and examples/*.md:
//
//     $ mha --config my.json        a command, run by sh; ends in \ where the next line, after "> ", continues it
//     mha: my.json: no such file    exactly what it prints (standard output and standard error)
//     [2]                           its exit status, unless that is 0
//
// The commands of a file run one after another in one copy of examples/, the built program being first on the PATH.
// With MHA_UPDATE=1 in the environment, the files get what is printed now; to be read before it is kept.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// A copy of examples/, to work in.
struct Workplace {
  fs::path path = fs::temp_directory_path() / ("mha-transcripts-" + std::to_string(std::random_device{}()));
  Workplace() {
    if (fs::exists(MHA_SOURCE_DIR "/examples")) fs::copy(MHA_SOURCE_DIR "/examples", path, fs::copy_options::recursive);
    fs::create_directories(path);
  }
  ~Workplace() {
    std::error_code none;
    fs::remove_all(path, none);
  }
};

// What the command prints, and its exit status as a transcript has it.
std::string run(const std::string& command, const fs::path& folder) {
  const fs::path script = fs::path(folder).concat(".sh");
  std::ofstream(script) << command << '\n';
  std::FILE* pipe =
      popen(("cd '" + folder.string() + "' && sh '" + script.string() + "' 2>&1 </dev/null").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  char piece[4096];
  while (const std::size_t got = std::fread(piece, 1, sizeof piece, pipe)) output.append(piece, got);
  const int status = pclose(pipe);
  fs::remove(script);
  if (!output.empty() && output.back() != '\n') output += '\n';
  if (status != 0) {
    output += '[';
    output += std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : status);
    output += "]\n";
  }
  return output;
}

// The text of a file with what its commands print now.
std::string replayed(const fs::path& file) {
  const Workplace workplace;
  std::istringstream text(read(file));
  std::string now;
  std::string fence;            // that ends the block; empty: outside of one
  std::string command, before;  // the last command, and what stands below it
  const auto finish = [&] {
    if (command.empty()) return;
    const std::string output = run(command, workplace.path);
    INFO("$ ", command);
    CHECK(output == before);
    now += output;
    command.clear();
    before.clear();
  };
  bool goes_on = false;
  for (std::string line; std::getline(text, line);) {
    const bool starts_command = !fence.empty() && line.starts_with("$ ");
    if (starts_command || (!fence.empty() && line == fence)) finish();
    if (starts_command || goes_on) {
      if (goes_on) command += '\n';
      command += line.starts_with("$ ") || line.starts_with("> ") ? line.substr(2) : line;
      goes_on = line.ends_with('\\');
    } else if (!command.empty()) {
      before += line + '\n';
      continue;
    } else if (fence.empty() && line.starts_with("```") && line.ends_with("`console")) {
      fence = line.substr(0, line.size() - std::string("console").size());
    } else if (line == fence) {
      fence.clear();
    }
    now += line + '\n';
  }
  CHECK_MESSAGE(fence.empty(), "a block has no end");
  return now;
}

}  // namespace

TEST_CASE("every command in README.md and examples/ prints what stands there") {
  const char* const other = std::getenv("MHA_PROGRAM");  // such as one that runs it under valgrind
  setenv("PATH", (fs::path(other ? other : MHA_PROGRAM).parent_path().string() + ":" + std::getenv("PATH")).c_str(), 1);
  setenv("LC_ALL", "C", 1);
  unsetenv("NO_COLOR");

  const fs::path source = MHA_SOURCE_DIR;
  std::vector<fs::path> files;
  if (fs::exists(source / "README.md")) files.push_back(source / "README.md");
  if (fs::exists(source / "examples")) {
    for (const auto& entry : fs::directory_iterator(source / "examples")) {
      if (entry.path().extension() == ".md") files.push_back(entry.path());
    }
  }
  for (const fs::path& file : files) {
    const std::string name = file.lexically_relative(source).generic_string();
    CAPTURE(name);
    const std::string before = read(file);
    const std::string now = replayed(file);
    if (now == before) continue;
    if (std::getenv("MHA_UPDATE") != nullptr) std::ofstream(file, std::ios::binary) << now;
    FAIL_CHECK(name);
  }
}

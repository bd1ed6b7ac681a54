// mha_installed_files FOLDER: writes what is installed beside the program and made from its table of options, to where
// it belongs below a prefix.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

#include "cli/completions.hpp"
#include "cli/manual.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::pair<const char*, std::string> files[] = {
      {"man/man1/mha.1", mha::manual(mha::Language::en)},
      {"man/zh_CN/man1/mha.1", mha::manual(mha::Language::zh)},
      {"bash-completion/completions/mha", mha::bash_completions()},
      {"zsh/site-functions/_mha", mha::zsh_completions()},
      {"fish/vendor_completions.d/mha.fish", mha::fish_completions()},
  };
  for (const auto& [name, text] : files) {
    const std::filesystem::path path = std::filesystem::path(argv[1]) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    if (!(file << text).flush()) {
      std::cerr << path << ": cannot be written\n";
      return 2;
    }
  }
  return 0;
}

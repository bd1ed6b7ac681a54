// What the loading of a config is measured against: the file as nlohmann's tree of values.
#include <fstream>
#include <nlohmann/json.hpp>

int main(int, char** argv) {
  std::ifstream file(argv[1], std::ios::binary);
  return nlohmann::json::parse(file).is_object() ? 0 : 1;
}

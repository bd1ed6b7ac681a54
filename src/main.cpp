#include <iostream>

#include "cli/cli.hpp"
#include "cli/platform.hpp"

int main(int argc, char** argv) {
  return mha::run(mha::platform::arguments(argc, argv), std::cin, std::cout, std::cerr);
}

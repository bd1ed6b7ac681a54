#include <iostream>

#include "cli/cli.hpp"

int main(int argc, char** argv) { return mha::run({argv + 1, argv + argc}, std::cin, std::cout, std::cerr); }

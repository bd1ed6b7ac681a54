// What the program does with its words and its standard input, for the tests of the command line.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.hpp"

namespace mha {

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

inline Outcome mha_with(const std::vector<std::string>& args, const std::string& input = "") {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = run(args, in, out, err);
  return {status, out.str(), err.str()};
}

}  // namespace mha

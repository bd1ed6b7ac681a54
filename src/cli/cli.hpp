// The program: from words on the command line to text on standard output.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace mha {

// args: without the program's name. Returns the exit status: 0 done; 2 bad usage, bad config, or a file that could not
// be read or written, with one message on err and nothing on out.
int run(const std::vector<std::string>& args, std::istream& in, std::ostream& out, std::ostream& err);

}  // namespace mha

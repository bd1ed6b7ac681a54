// The commands, one file each (*_command.cpp), and what they share. Each gets its words taken apart, delivers its
// result whole or throws, and returns the exit status.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/options.hpp"
#include "model/model.hpp"
#include "text/words.hpp"

namespace mha {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
};

class Output;

inline constexpr int max_int = 2147483647;

Language language_of(const Arguments& a);  // --lang, else the user's

// To --output or to standard output.
void deliver(Output& output, const Arguments& a, Streams& io);
void deliver(const std::string& text, const Arguments& a, Streams& io);

struct Config {
  Model model;
  std::string name;  // the lesson's name, or the file's without its folder
};

// CONFIG is a path, - for standard input, or a lesson's name; a file that exists wins.
Config load_config(const std::string& config, Streams& io);

int compute_command(const Arguments& a, Streams& io);
// 0, 1 where a step is wrong, or 2 where answers could not be read; those of other files are still reported then.
int check_command(const Arguments& a, Streams& io);
int worksheet_command(const Arguments& a, Streams& io);
int lint_command(const Arguments& a, Streams& io);
int new_command(const Arguments& a, Streams& io);
int cost_command(const Arguments& a, Streams& io);
int list_command(const Arguments& a, Streams& io);
int schema_command(const Arguments& a, Streams& io);

}  // namespace mha

// The commands and their options, in one table that parsing, --help (help.hpp), the manual page (manual.hpp) and the
// completions of shells (completions.hpp) read.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mha {

class Arguments;
struct Streams;

struct Option {
  std::string_view name;    // --precision
  std::string_view letter;  // -p, or nothing
  std::string_view value;   // N: what follows; nothing for a switch
  std::string_view en, zh;  // what it does
  bool is_repeatable = false;
  std::string_view words = {};  // the choice, where only these words may follow; see words_of()
};

struct Command {
  std::string_view name;                      // nothing for the computing command
  std::string_view arguments;                 // as the first line of its help has them
  std::string_view en, zh;                    // what it does, in one line
  std::span<const std::string_view> options;  // names of the rows of options() that it has
  int (*run)(const Arguments& a, Streams& io);
  bool has_words = false;         // takes words that are no options: files
  std::string_view formats = {};  // of --format, where that is not every format of a trace
};

std::span<const Option> options();
const Option& option_named(std::string_view name);  // there has to be one
std::span<const Command> commands();
const Command* find_command(std::string_view name);
// The words that an option of the command has to be given; none where it may be given others.
std::vector<std::string> words_of(const Command& command, const Option& option);

// The command line of one command, taken apart.
class Arguments {
 public:
  // Throws Error for unknown, shortened or repeated options and for missing or superfluous words.
  Arguments(const Command& command, const std::vector<std::string>& words);

  bool has(std::string_view option) const { return values_.contains(option); }
  std::string text(std::string_view option, std::string_view otherwise = "") const;  // empty words are errors
  std::vector<std::string> texts(std::string_view option) const;                     // of a repeatable option
  std::optional<int> integer(std::string_view option, int low, int high) const;
  std::optional<double> number(std::string_view option) const;
  // One of words_of() the option, else an Error that suggests the nearest.
  std::string word(std::string_view option, std::string_view otherwise) const;
  const std::vector<std::string>& words() const { return words_; }

 private:
  const Command& command_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;  // by the option's name; a switch has none
  std::vector<std::string> words_;
};

}  // namespace mha

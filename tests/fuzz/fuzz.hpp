// What the fuzz targets share. A finding is whatever ends the program: a sanitizer's report, an exception that is no
// Error, a message that is not fit to be read, or require().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "error.hpp"
#include "model/model.hpp"
#include "trace/trace.hpp"

namespace mha::fuzz {

void require(bool holds, const char* what);

// A message is UTF-8 of at most 3,000 bytes and 6 lines without control characters, and says something.
void require_readable(const Error& error);

// Whether it takes more than a moment: inputs are meant to be many, not large. The first is asked before a plan is
// made.
bool is_large(const Model& model);
bool is_large(const Plan& plan);

// A number that depends on all of the input, for choices that it does not make itself.
std::uint64_t hash_of(std::string_view input);

// Reads small numbers and texts off the input; behind its end everything is 0.
class Input {
 public:
  explicit Input(std::string_view bytes) : bytes_(bytes) {}

  std::size_t below(std::size_t end);  // at most 256
  bool flag() { return below(2) == 1; }
  std::string text();    // a few characters, any ones of Unicode
  std::string number();  // as JSON has it

 private:
  unsigned byte();
  std::string_view bytes_;
};

}  // namespace mha::fuzz

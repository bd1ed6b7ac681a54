// Why a text is not JSON, said so that a pupil can put it right.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mha {

struct Fault {
  std::size_t at = 0;
  std::string message;  // "found …, needed …: why"
};

// The first fault of a text that the parser refused after `read` bytes: before them every word and string is in order.
Fault find_fault(std::string_view text, std::size_t read);

// Where the keys number `first` and `second` (from 0) stand in the object whose } is number `object` (from 1) in the
// text.
struct TwoKeys {
  std::size_t first = 0, second = 0;
};
TwoKeys find_keys(std::string_view text, std::size_t object, std::size_t first, std::size_t second);

}  // namespace mha

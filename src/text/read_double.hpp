// From the text of a number to the nearest double.
#pragma once

#include <charconv>

namespace mha {

// std::from_chars(first, last, value), also where the standard library has none for doubles.
std::from_chars_result read_double(const char* first, const char* last, double& value);

}  // namespace mha

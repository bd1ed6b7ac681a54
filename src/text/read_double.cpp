#include "text/read_double.hpp"

#include <version>

#ifndef __cpp_lib_to_chars  // which libc++ defines once it can do both directions
#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>
#include <string>
#include <system_error>
#endif

namespace mha {

#ifdef __cpp_lib_to_chars

std::from_chars_result read_double(const char* first, const char* last, double& value) {
  return std::from_chars(first, last, value);
}

#else

namespace {

const char* after_digits(const char* at, const char* last) {
  return std::find_if(at, last, [](char c) { return c < '0' || c > '9'; });
}

// Where the number ends that begins at `first`; first, where there is none.
const char* end_of_number(const char* first, const char* last) {
  const char* const whole = first + (first != last && *first == '-' ? 1 : 0);
  const char* at = after_digits(whole, last);
  auto digits = at - whole;
  if (at != last && *at == '.') {
    const char* const end = after_digits(at + 1, last);
    digits += end - at - 1;
    at = end;
  }
  if (digits == 0) return first;
  if (at != last && (*at == 'e' || *at == 'E')) {
    const char* exponent = at + 1;
    if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
    const char* const end = after_digits(exponent, last);
    if (end != exponent) at = end;
  }
  return at;
}

}  // namespace

std::from_chars_result read_double(const char* first, const char* last, double& value) {
  const char* const end = end_of_number(first, last);
  if (end == first) return {first, std::errc::invalid_argument};
  std::istringstream in(std::string(first, end));
  in.imbue(std::locale::classic());
  double read = 0;
  in >> read;
  // The stream fails for the smallest numbers too, although it has read them.
  if (in.fail() && (read == 0 || std::isinf(read))) return {end, std::errc::result_out_of_range};
  value = read;
  return {end, {}};
}

#endif

}  // namespace mha

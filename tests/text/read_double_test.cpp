#include "text/read_double.hpp"

#include <doctest/doctest.h>

#include <string>
#include <system_error>

using namespace mha;

TEST_CASE("a number is read to its end, whatever stands behind it") {
  struct Row {
    std::string text;
    double value;
    std::size_t length;
  };
  const Row rows[] = {
      {"1.5", 1.5, 3},
      {"-0.25]", -0.25, 5},
      {".5", 0.5, 2},
      {"2.", 2, 2},
      {"1e3", 1000, 3},
      {"1E-2x", 0.01, 4},
      {"1e", 1, 1},
      {"0x10", 0, 1},
      {"3e+", 3, 1},
      {"1,5", 1, 1},
      {"4e-324", 4.9406564584124654e-324, 6},  // the smallest there is
      {"1.7976931348623157e308", 1.7976931348623157e308, 22},
  };
  for (const auto& [written, value, length] : rows) {
    const std::string text = written;
    CAPTURE(text);
    double read = 7;
    const auto [end, error] = read_double(text.data(), text.data() + text.size(), read);
    CHECK(error == std::errc());
    CHECK(read == value);
    CHECK(end == text.data() + length);
  }
}

TEST_CASE("what is no number, or none that a double can be, leaves the value as it is") {
  const std::pair<std::string, std::errc> rows[] = {
      {"", std::errc::invalid_argument},          {"+1", std::errc::invalid_argument},
      {" 1", std::errc::invalid_argument},        {"-", std::errc::invalid_argument},
      {".", std::errc::invalid_argument},         {"e5", std::errc::invalid_argument},
      {"1e400", std::errc::result_out_of_range},  {"-1e400", std::errc::result_out_of_range},
      {"1e-400", std::errc::result_out_of_range},
  };
  for (const auto& [written, wanted] : rows) {
    const std::string text = written;
    CAPTURE(text);
    double read = 7;
    CHECK(read_double(text.data(), text.data() + text.size(), read).ec == wanted);
    CHECK(read == 7);
  }
}

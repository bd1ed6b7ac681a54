#include "trace/select.hpp"

#include <doctest/doctest.h>

#include "error.hpp"

using namespace mha;

TEST_CASE("a star crosses dots, a question mark is one character, and a bracket is itself") {
  CHECK(matches("block1.head1.Q", "block1.head1.Q"));
  CHECK(matches("block1.head1.Q", "*"));
  CHECK(matches("block1.head1.Q", "*.Q"));
  CHECK(matches("block1.head1.Q", "block1*Q"));
  CHECK(matches("block1.head1.Q", "block?.head?.Q"));
  CHECK(matches("block1.head1.Q", "*head1*"));
  CHECK(matches("aXbXc", "a*X*c"));
  CHECK(matches("a[1]", "a[1]"));
  CHECK_FALSE(matches("a1", "a[1]"));
  CHECK_FALSE(matches("block1.head1.Q", "block1"));
  CHECK_FALSE(matches("block1.head1.Q", ""));
  CHECK_FALSE(matches("block1.head1.Q", "*.q"));
  CHECK(matches("", ""));
  CHECK(matches("", "**"));
}

TEST_CASE("many stars do not take for ever") {
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "a*";
  CHECK_FALSE(matches(std::string(5000, 'a'), glob + "b"));
}

// Which headings a document needs above a step: its block and its head, where they have just begun.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/words.hpp"

namespace mha {

struct Heading {
  int level = 1;  // 1: a block, or a step of none; 2: a head, or a step of the block; 3: a step of the head
  std::string text;
};

class Outline {
 public:
  explicit Outline(Language language) : language_(language) {}

  // The headings of the block and of the head that begin with this step. Call it for step after step.
  std::vector<Heading> before(std::string_view id);
  // The level of the step's own heading.
  static int level(std::string_view id);

 private:
  Language language_;
  std::string_view block_, head_;  // the numbers of those that the last step belonged to
};

}  // namespace mha

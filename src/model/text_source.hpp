// Where a text that is not in memory comes from.
#pragma once

#include <cstddef>
#include <string>

namespace mha {

class TextSource {
 public:
  virtual ~TextSource() = default;
  // The next piece of the text: how many bytes it has put there. 0: that was all.
  virtual std::size_t read(char* into, std::size_t most) = 0;
  // All of the text from its beginning, for the message about a fault in it.
  virtual std::string whole() = 0;
};

}  // namespace mha

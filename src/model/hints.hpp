// What other libraries and papers call the keys and words of a config.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mha {

// "; here it is called "heads"" for the name of another library, else "; did you mean "heads"?".
std::string key_hint(std::string_view unknown, const std::vector<std::string>& known);

// The same for the words that a key can have: gelu_new → gelu_tanh.
std::string word_hint(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace mha

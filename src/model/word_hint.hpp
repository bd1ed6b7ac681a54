// What a pupil may have meant by a word that is no JSON, and how JSON writes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mha {

// Characters that look like one of JSON's or like a space, and what to write in their place ("": nothing).
struct Lookalike {
  char32_t found;
  const char* name;
  const char* wanted;
};
const Lookalike* find_lookalike(char32_t c);

inline constexpr std::size_t excerpt_width = 40;  // of what is quoted in a message
std::string quoted(std::string_view text);

// "found +1, which …": what to do about a word that is no number, true, false or null. `value`: a value is needed
// there, so that the word was meant as one. Empty where the word says nothing.
std::string word_hint(std::string_view word, bool value);

}  // namespace mha

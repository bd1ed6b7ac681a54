// Sentences with something put in. Apart from words.hpp, which other headers include: those are installed, fmt is not.
#pragma once

#include <string>

#include "text/format.hpp"
#include "text/words.hpp"

namespace mha {

// phrase() with numbers or words put in for its {}.
template <class... Args>
std::string say(Language language, Phrase p, const Args&... args) {
  return fmt::vformat(phrase(p, language), ::fmt::make_format_args(args...));
}

}  // namespace mha

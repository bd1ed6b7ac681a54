// What shells complete after `mha`: scripts for them, from the table of options.hpp.
#pragma once

#include <string>

namespace mha {

std::string bash_completions();  // share/bash-completion/completions/mha
std::string zsh_completions();   // share/zsh/site-functions/_mha
std::string fish_completions();  // share/fish/vendor_completions.d/mha.fish

}  // namespace mha

// The arithmetic of a cell as lines of LaTeX.
#pragma once

#include <string>

#include "text/words.hpp"
#include "trace/explain.hpp"

namespace mha {

// Lines of an align* environment: as many sides on each as there is room for, and the next one begins with its equals
// sign under the first one. Needs \shrunk and \broken of the document (see latex.cpp), for what is wider than the page.
std::string latex_equation(const Explanation& e, Language language);

}  // namespace mha

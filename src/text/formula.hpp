// A step's formula as LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace mha {

// "Q · Kᵀ" as `Q \cdot K^{\mathsf{T}}`, to stand between dollar signs. Words become upright text, Wq becomes W_q.
std::string latex_formula(std::string_view formula);

}  // namespace mha

#include "text/formula.hpp"

#include <doctest/doctest.h>

using namespace mha;

TEST_CASE("formulas are written as in a paper") {
  const std::pair<const char*, const char*> formulas[] = {
      {"given", "\\mathrm{given}"},
      {"X0 · Wq + bq", "X_{0} \\cdot W_{q}+b_{q}"},
      {"Q[·, 1–2]", "Q[ \\cdot ,\\;1\\text{–}2]"},
      {"Q · Kᵀ", "Q \\cdot K^{\\mathsf{T}}"},
      {"scores / √d_k", "\\mathrm{scores}/\\sqrt{d_k}"},
      {"scaled, −∞ ← mask = 0", "\\mathrm{scaled},\\;-\\infty  \\leftarrow \\mathrm{mask}=0"},
      {"e^scaled", "e^{\\mathrm{scaled}}"},
      {"e^(x − max of the row)", "e^{x-\\max\\ \\mathrm{of}\\ \\mathrm{the}\\ \\mathrm{row}}"},
      {"head1 | … | head12", "\\mathrm{head}_{1} \\mid \\dots  \\mid \\mathrm{head}_{12}"},
      {"Σ (x − mean)² / d_model", "\\sum (x-\\mathrm{mean})^2/d_{\\mathrm{model}}"},
      {"√(var + ε)", "\\sqrt{\\mathrm{var}+\\varepsilon }"},
      {"x/2 · (1 + erf(x/√2))", "x/2 \\cdot (1+\\operatorname{erf}(x/\\sqrt{2}))"},
      {"sin, cos(pos / 10000^(2i/d_model))", "\\sin,\\;\\cos(\\mathrm{pos}/10000^{2i/d_{\\mathrm{model}}})"},
      {"a%b\\x", "a\\text{\\%}b\\text{\\textbackslash{}}x"},
  };
  for (const auto& row : formulas) {
    CAPTURE(row.first);
    CHECK(latex_formula(row.first) == row.second);
  }
}

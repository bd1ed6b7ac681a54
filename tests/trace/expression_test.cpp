#include "trace/expression.hpp"

#include <doctest/doctest.h>

namespace mha {

TEST_CASE("an expression is written with the brackets it needs and no others") {
  const Expression a = number(-0.5), b = number(2), x = name("x");
  CHECK(to_text(sum({a, a, b})) == "-0.5 - 0.5 + 2");
  CHECK(to_text(difference(a, a)) == "-0.5 - (-0.5)");
  CHECK(to_text(product({a, b, a})) == "(-0.5)·2·(-0.5)");
  CHECK(to_text(product({sum({b, a}), b})) == "(2 - 0.5)·2");
  CHECK(to_text(quotient(quotient(a, b), quotient(b, b))) == "(-0.5) / 2 / (2 / 2)");
  CHECK(to_text(power(a, 2)) == "(-0.5)²");
  CHECK(to_text(power(power(b, 2), 5)) == "(2²)^5");
  CHECK(to_text(power(b, quotient(b, b))) == "2^(2 / 2)");
  CHECK(to_text(power_of_e(negative(x))) == "e^(-x)");
  CHECK(to_text(root(sum({b, x}))) == "√(2 + x)");
  CHECK(to_text(call("max", {number(0), a})) == "max(0, -0.5)");
  CHECK(to_text(name("Q", {{"New York", true}, {"2"}})) == "Q[\"New York\",2]");
}

TEST_CASE("a number is written shortest, and never with an exponent") {
  CHECK(to_text(number(0.1)) == "0.1");
  CHECK(to_text(number(1e-7)) == "0.0000001");
  CHECK(to_text(number(-0.0)) == "0");
  CHECK(to_text(number(0.29, "0.2900")) == "0.2900");
}

TEST_CASE("LaTeX has fractions, roots and subscripts, and a label in it is only text") {
  const Expression Q = name("Q", {{"50%_\\x", true}, {"1"}});
  CHECK(to_latex(Q) == "Q_{\\text{50\\%\\_\\textbackslash{}x},\\,1}");
  CHECK(to_latex(quotient(number(-3), root(name("d_k")))) == "\\frac{-3}{\\sqrt{\\mathrm{d\\_k}}}");
  CHECK(to_latex(product({name("γ", {{"1"}}), number(-2)})) == "\\gamma_{1} \\cdot \\left(-2\\right)");
  CHECK(to_latex(call("Σ", {name("exp", {{"·"}})})) == "\\sum \\mathrm{exp}_{\\cdot}");
  CHECK(to_latex(power_of_e(number(-0.5))) == "e^{-0.5}");
}

}  // namespace mha

#include "render/latex_equation.hpp"

#include <algorithm>
#include <vector>

#include "text/format.hpp"
#include "text/latex.hpp"
#include "text/number.hpp"
#include "text/say.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t longest_line = 92;  // in characters of its text

// A side of an equation, and whether it can be broken at its signs. A long sum over a number is written as a fraction
// of one times the sum, because no line ends within a fraction.
struct Side {
  std::string latex;
  bool is_sum = false;
};
Side side_of_equation(const Expression& e) {
  using Kind = Expression::Kind;
  const bool is_long_mean = e.kind == Kind::quotient && e.parts[0].kind == Kind::sum &&
                            display_width(to_text(e.parts[0])) > longest_line - 20;
  if (!is_long_mean) return {to_latex(e), e.kind == Kind::sum};
  return {"\\frac{1}{" + to_latex(e.parts[1]) + "}\\bigl(" + to_latex(e.parts[0]) + "\\bigr)", true};
}

// About how many characters stand beside each other.
std::size_t width_of_side(const Expression& e) {
  if (e.kind != Expression::Kind::quotient) return display_width(to_text(e));
  return std::max(width_of_side(e.parts[0]), width_of_side(e.parts[1]));
}

}  // namespace

std::string latex_equation(const Explanation& e, Language language) {
  struct Line {
    std::string_view sign;
    std::string sides;
    std::size_t width = 0;
    bool is_sum = true;  // can be broken at its signs
  };
  std::vector<Line> lines;
  for (std::size_t i = 1; i < e.sides.size(); ++i) {
    const std::string_view sign = e.is_near && i + 1 == e.sides.size() ? "\\approx" : "=";
    const std::size_t width = width_of_side(e.sides[i]) + 3;
    if (lines.empty() || lines.back().width + width > longest_line)
      lines.push_back({sign, ""});
    else
      lines.back().sides += fmt::format(" {} ", sign);
    const Side side = side_of_equation(e.sides[i]);
    lines.back().sides += side.latex;
    lines.back().width += width;
    lines.back().is_sum = lines.back().is_sum && side.is_sum;
  }
  if (!e.condition.empty()) {
    lines.back().sides += fmt::format("\\quad({} = {})", to_latex(e.condition[0]), to_latex(e.condition[1]));
  }
  if (e.left_out != 0) {
    const std::string words = say(language, Phrase::terms_left_out, grouped(e.left_out));
    lines.back().sides += "\\quad\\text{" + latex_escaped(words) + "}";
  }
  std::string out = "\\shrunk{.22\\linewidth}{" + to_latex(e.sides[0]) + "}";
  for (const Line& line : lines) {
    if (&line != &lines.front()) out += " \\\\\n";
    out += fmt::format(" &{} \\{}{{.75\\linewidth}}{{{}}}", line.sign, line.is_sum ? "broken" : "shrunk", line.sides);
  }
  return out;
}

}  // namespace mha

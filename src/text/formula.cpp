#include "text/formula.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/latex.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_small(c) || is_capital(c); }

constexpr auto words = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"d_k", "d_k"},
    {"d_model", "d_{\\mathrm{model}}"},
    {"max", "\\max"},
    {"sin", "\\sin"},
    {"cos", "\\cos"},
    {"tanh", "\\tanh"},
    {"erf", "\\operatorname{erf}"},
});

constexpr auto signs = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"·", " \\cdot "},
    {"ᵀ", "^{\\mathsf{T}}"},
    {"²", "^2"},
    {"³", "^3"},
    {"Σ", "\\sum "},
    {"π", "\\pi "},
    {"γ", "\\gamma "},
    {"β", "\\beta "},
    {"ε", "\\varepsilon "},
    {"∞", "\\infty "},
    {"−", "-"},
    {"–", "\\text{–}"},
    {"←", " \\leftarrow "},
    {"…", "\\dots "},
    {"|", " \\mid "},
    {",", ",\\;"},
});

// W_q, X_0, b_1; head_2; a single letter as it is; else an upright word.
std::string word(std::string_view text) {
  const auto* known = std::ranges::find(words, text, &std::pair<std::string_view, std::string_view>::first);
  if (known != words.end()) return std::string(known->second);
  if (text.size() == 1) return std::string(text);
  const std::string_view rest = text.substr(1);
  const bool is_number = std::ranges::all_of(rest, is_digit);
  if (is_number || ((is_capital(text[0]) || text[0] == 'b') && rest.size() == 1 && is_small(rest[0]))) {
    return std::string(1, text[0]) + "_{" + std::string(rest) + "}";
  }
  if (text.starts_with("head") && is_digit(text.back())) return "\\mathrm{head}_{" + std::string(text.substr(4)) + "}";
  return "\\mathrm{" + latex_escaped(text) + "}";
}

class Formula {
 public:
  explicit Formula(std::string_view text) : rest_(text) {}

  std::string all() {
    std::string out;
    while (!rest_.empty()) out += next();
    return out;
  }

 private:
  std::string next() {
    if (rest_.starts_with(' ')) return space();
    if (rest_.starts_with("√")) return take("√"), "\\sqrt{" + argument() + "}";
    if (rest_.starts_with('^')) return take("^"), "^{" + argument() + "}";
    if (is_letter(rest_[0])) return word(take_word());
    for (const auto& [sign, latex] : signs) {
      if (rest_.starts_with(sign)) return take(sign), std::string(latex);
    }
    const std::size_t bytes = std::max<std::size_t>(decode(rest_, 0).bytes, 1);
    const std::string_view character = rest_.substr(0, bytes);
    take(character);
    if (bytes == 1 &&
        (is_digit(character[0]) || std::string_view("()[]+-/=.").find(character[0]) != std::string_view::npos)) {
      return std::string(character);
    }
    return "\\text{" + latex_escaped(character) + "}";
  }

  // Only between words is a space seen.
  std::string space() {
    take(" ");
    const bool is_between = !rest_.empty() && is_letter(rest_[0]) && was_word_;
    was_word_ = false;
    return is_between ? "\\ " : "";
  }

  // What stands in brackets, without them; else the next word or number.
  std::string argument() {
    std::string out;
    if (rest_.starts_with('(')) {
      take("(");
      for (int depth = 1; !rest_.empty();) {
        if (rest_[0] == '(') ++depth;
        if (rest_[0] == ')' && --depth == 0) break;
        out += next();
      }
      if (!rest_.empty()) take(")");
      return out;
    }
    return rest_.empty() ? out : next();
  }

  void take(std::string_view text) {
    rest_.remove_prefix(text.size());
    if (text != " ") was_word_ = false;
  }

  std::string_view take_word() {
    std::size_t size = 0;
    while (size < rest_.size() && (is_letter(rest_[size]) || is_digit(rest_[size]) || rest_[size] == '_')) ++size;
    const std::string_view text = rest_.substr(0, size);
    take(text);
    was_word_ = size > 1;
    return text;
  }

  std::string_view rest_;
  bool was_word_ = false;
};

}  // namespace

std::string latex_formula(std::string_view formula) { return Formula(formula).all(); }

}  // namespace mha

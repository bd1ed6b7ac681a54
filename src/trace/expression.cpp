#include "trace/expression.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "text/label.hpp"
#include "text/latex.hpp"

namespace mha {
namespace {

using Kind = Expression::Kind;

Expression make(Kind kind, std::vector<Expression> parts) {
  Expression e;
  e.kind = kind;
  e.parts = std::move(parts);
  return e;
}

// The shortest text that reads back to the same double, but never with an exponent.
std::string plain(double x) {
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  char digits[400];  // the smallest double has 324 zeros and 17 digits
  const double positive_zero = x == 0 ? 0.0 : x;
  return {digits, std::to_chars(digits, std::end(digits), positive_zero, std::chars_format::fixed).ptr};
}

std::string as_shown(const Expression& number) { return number.text.empty() ? plain(number.value) : number.text; }

double value_of_call(const Expression& e) {
  const double x = value(e.parts.back());
  if (e.text == "max") return std::max(value(e.parts.front()), x);
  if (e.text == "erf") return std::erf(x);
  if (e.text == "tanh") return std::tanh(x);
  if (e.text == "sin") return std::sin(x);
  if (e.text == "cos") return std::cos(x);
  return std::numeric_limits<double>::quiet_NaN();
}

// How tightly an expression holds together: what is looser than its surroundings stands in brackets.
enum class Hold { minus, sum, product, power, whole };

Hold hold(const Expression& e) {
  switch (e.kind) {
    case Kind::number: return e.value < 0 ? Hold::minus : Hold::whole;
    case Kind::sum:
    case Kind::difference: return Hold::sum;
    case Kind::product:
    case Kind::quotient: return Hold::product;
    case Kind::power: return Hold::power;
    case Kind::call: return e.text == "Σ" ? Hold::product : Hold::whole;
    case Kind::name:
    case Kind::left_out:
    case Kind::power_of_e:
    case Kind::root: return Hold::whole;
  }
  return Hold::whole;
}

// What text and LaTeX write in the same way, and what they do not.
class Writer {
 public:
  virtual ~Writer() = default;

  std::string write(const Expression& e) const {
    switch (e.kind) {
      case Kind::number: return number(e);
      case Kind::name: return name(e);
      case Kind::left_out: return dots();
      case Kind::sum: return sum(e);
      case Kind::difference:
        if (e.parts.size() == 1) return "-" + within(e.parts[0], Hold::product);
        return left(e.parts[0]) + " - " + within(e.parts[1], Hold::product);
      case Kind::product: return product(e);
      case Kind::quotient: return quotient(e.parts[0], e.parts[1]);
      case Kind::power: return power(e.parts[0], e.parts[1]);
      case Kind::power_of_e: return power_of_e(e.parts[0]);
      case Kind::root: return root(e.parts[0]);
      case Kind::call: return call(e);
    }
    return "";
  }

 protected:
  std::string within(const Expression& e, Hold surroundings) const {
    return hold(e) < surroundings ? brackets(write(e)) : write(e);
  }
  // At the left end of a sum a minus needs no brackets.
  std::string left(const Expression& e) const { return hold(e) == Hold::minus ? write(e) : within(e, Hold::product); }

  virtual std::string number(const Expression& e) const = 0;
  virtual std::string name(const Expression& e) const = 0;
  virtual std::string dots() const = 0;
  virtual std::string times() const = 0;
  virtual std::string brackets(const std::string& inner) const = 0;
  virtual std::string quotient(const Expression& a, const Expression& b) const = 0;
  virtual std::string power(const Expression& base, const Expression& exponent) const = 0;
  virtual std::string power_of_e(const Expression& exponent) const = 0;
  virtual std::string root(const Expression& a) const = 0;
  virtual std::string function(const std::string& called) const = 0;

 private:
  std::string sum(const Expression& e) const {
    std::string out = left(e.parts[0]);
    for (std::size_t i = 1; i < e.parts.size(); ++i) {
      const Expression& part = e.parts[i];
      if (hold(part) != Hold::minus) {
        out += " + " + within(part, Hold::product);
      } else {
        out += " - " + number(mha::number(-part.value));
      }
    }
    return out;
  }

  std::string product(const Expression& e) const {
    std::string out = within(e.parts[0], Hold::power);
    for (std::size_t i = 1; i < e.parts.size(); ++i) out += times() + within(e.parts[i], Hold::power);
    return out;
  }

  std::string call(const Expression& e) const {
    if (e.text == "Σ") return function(e.text) + " " + within(e.parts[0], Hold::power);
    std::string arguments;
    for (const Expression& part : e.parts) arguments += (arguments.empty() ? "" : ", ") + write(part);
    return function(e.text) + brackets(arguments);
  }
};

class TextWriter : public Writer {
  std::string number(const Expression& e) const override { return as_shown(e); }
  std::string name(const Expression& e) const override {
    if (e.index.empty()) return e.text;
    std::string out;
    for (const Expression::Index& i : e.index) out += (out.empty() ? "[" : ",") + (i.is_label ? label(i.text) : i.text);
    return e.text + out + "]";
  }
  std::string dots() const override { return "…"; }
  std::string times() const override { return "·"; }
  std::string brackets(const std::string& inner) const override { return "(" + inner + ")"; }
  std::string quotient(const Expression& a, const Expression& b) const override {
    return within(a, Hold::product) + " / " + within(b, Hold::power);
  }
  std::string power(const Expression& base, const Expression& exponent) const override {
    const std::string written = within(exponent, Hold::whole);
    return within(base, Hold::whole) + (written == "2" ? "²" : written == "3" ? "³" : "^" + written);
  }
  std::string power_of_e(const Expression& exponent) const override { return "e^" + within(exponent, Hold::whole); }
  std::string root(const Expression& a) const override { return "√" + within(a, Hold::whole); }
  std::string function(const std::string& called) const override { return called; }
};

class LatexWriter : public Writer {
  std::string number(const Expression& e) const override {
    const std::string shown = as_shown(e);
    return shown == "-inf" ? "-\\infty" : shown == "inf" ? "\\infty" : shown == "π" ? "\\pi" : shown;
  }
  std::string name(const Expression& e) const override {
    static constexpr std::pair<const char*, const char*> greek[] = {
        {"γ", "\\gamma"}, {"β", "\\beta"}, {"ε", "\\varepsilon"}};
    std::string letters;
    if (e.text.size() == 1) letters = e.text;
    for (const auto& [letter, command] : greek) {
      if (e.text == letter) letters = command;
    }
    if (letters.empty()) letters = "\\mathrm{" + latex_escaped(e.text) + "}";
    if (e.index.empty()) return letters;
    std::string out;
    for (const Expression::Index& i : e.index) {
      out += (out.empty() ? "_{" : ",\\,") + (i.is_label      ? "\\text{" + latex_escaped(i.text) + "}"
                                              : i.text == "·" ? std::string("\\cdot")
                                                              : i.text);
    }
    return letters + out + "}";
  }
  std::string dots() const override { return "\\dots"; }
  std::string times() const override { return " \\cdot "; }
  std::string brackets(const std::string& inner) const override { return "\\left(" + inner + "\\right)"; }
  std::string quotient(const Expression& a, const Expression& b) const override {
    return "\\frac{" + write(a) + "}{" + write(b) + "}";
  }
  std::string power(const Expression& base, const Expression& exponent) const override {
    return within(base, Hold::whole) + "^{" + write(exponent) + "}";
  }
  std::string power_of_e(const Expression& exponent) const override { return "e^{" + write(exponent) + "}"; }
  std::string root(const Expression& a) const override { return "\\sqrt{" + write(a) + "}"; }
  std::string function(const std::string& called) const override {
    if (called == "Σ") return "\\sum";
    if (called == "max" || called == "sin" || called == "cos" || called == "tanh") return "\\" + called;
    return "\\operatorname{" + latex_escaped(called) + "}";
  }
};

}  // namespace

Expression number(double value, std::string text) {
  Expression e;
  e.value = value;
  e.text = std::move(text);
  return e;
}

Expression name(std::string letters, std::vector<Expression::Index> index) {
  Expression e;
  e.kind = Kind::name;
  e.text = std::move(letters);
  e.index = std::move(index);
  return e;
}

Expression call(std::string function, std::vector<Expression> arguments) {
  Expression e = make(Kind::call, std::move(arguments));
  e.text = std::move(function);
  return e;
}

Expression sum(std::vector<Expression> parts) { return make(Kind::sum, std::move(parts)); }
Expression product(std::vector<Expression> parts) { return make(Kind::product, std::move(parts)); }
Expression difference(Expression a, Expression b) { return make(Kind::difference, {std::move(a), std::move(b)}); }
Expression negative(Expression a) { return make(Kind::difference, {std::move(a)}); }
Expression quotient(Expression a, Expression b) { return make(Kind::quotient, {std::move(a), std::move(b)}); }
Expression power(Expression base, double exponent) { return power(std::move(base), number(exponent)); }
Expression power(Expression base, Expression exponent) {
  return make(Kind::power, {std::move(base), std::move(exponent)});
}
Expression power_of_e(Expression exponent) { return make(Kind::power_of_e, {std::move(exponent)}); }
Expression root(Expression a) { return make(Kind::root, {std::move(a)}); }

bool is_all_numbers(const Expression& e) {
  return e.kind != Kind::name && e.kind != Kind::left_out && std::ranges::all_of(e.parts, is_all_numbers);
}

double value(const Expression& e) {
  const auto part = [&e](std::size_t i) { return value(e.parts[i]); };
  switch (e.kind) {
    case Kind::number: return e.value;
    case Kind::name:
    case Kind::left_out: return std::numeric_limits<double>::quiet_NaN();
    case Kind::sum: {
      double total = part(0);
      for (std::size_t i = 1; i < e.parts.size(); ++i) total += part(i);
      return total;
    }
    case Kind::difference: return e.parts.size() == 1 ? -part(0) : part(0) - part(1);
    case Kind::product: {
      double total = part(0);
      for (std::size_t i = 1; i < e.parts.size(); ++i) total *= part(i);
      return total;
    }
    case Kind::quotient: return part(0) / part(1);
    case Kind::power: return std::pow(part(0), part(1));
    case Kind::power_of_e: return std::exp(part(0));
    case Kind::root: return std::sqrt(part(0));
    case Kind::call: return value_of_call(e);
  }
  return 0;
}

std::string to_text(const Expression& e) { return TextWriter().write(e); }
std::string to_latex(const Expression& e) { return LatexWriter().write(e); }

}  // namespace mha

// Arithmetic as a small tree that can be written down: as text, or as LaTeX.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mha {

struct Expression {
  enum class Kind {
    number,      // a number put in, or a result as it is shown
    name,        // Q[我,1]
    left_out,    // … in a long sum
    sum,         // a negative number in it becomes a difference
    difference,  // of two parts; of one part: minus it
    product,
    quotient,    // of two parts
    power,       // base and exponent
    power_of_e,  // the exponent
    root,        // of one part
    call,        // max, erf, tanh, sin, cos; Σ of one part
  };
  struct Index {
    std::string text;
    bool is_label = false;  // else a number, or ·, which stands for all of them
  };

  Kind kind = Kind::number;
  double value = 0;               // of a number
  std::string text;               // of a number: how it is shown (empty: in its shortest form); of a name or a call
  std::vector<Index> index;       // of a name
  std::vector<Expression> parts;  // the operands
};

Expression number(double value, std::string text = "");
Expression name(std::string letters, std::vector<Expression::Index> index = {});
Expression call(std::string function, std::vector<Expression> arguments);
Expression sum(std::vector<Expression> parts);
Expression product(std::vector<Expression> parts);
Expression difference(Expression a, Expression b);
Expression negative(Expression a);
Expression quotient(Expression a, Expression b);
Expression power(Expression base, double exponent);
Expression power(Expression base, Expression exponent);
Expression power_of_e(Expression exponent);
Expression root(Expression a);

// Whether it can be calculated: it has no names in it and leaves nothing out.
bool is_all_numbers(const Expression& e);
double value(const Expression& e);  // what it then comes to; else NaN

std::string to_text(const Expression& e);   // 0.1·0.2 + (-0.2)·0.5: negative numbers stand in brackets
std::string to_latex(const Expression& e);  // what stands between dollar signs; needs amsmath

}  // namespace mha

// A calculation as data: the steps in the order in which a person would write them down, each with what it is called,
// how it is made and from which earlier steps. A step can be recomputed from its inputs alone (compute.hpp), also from
// other inputs, or with another rule.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "math/activation.hpp"
#include "math/matrix.hpp"
#include "model/model.hpp"

namespace mha {

enum class Op {
  given,        // a matrix of the config
  drawn,        // numbers drawn from `init`
  identity,     // an identity matrix
  sinusoidal,   // the position vectors of "Attention Is All You Need", section 3.5
  linear,       // X · W, + b where there are biases: inputs X, W, b …
  columns,      // a head's columns of a fused projection
  scores,       // Q · Kᵀ
  divide,       // scores / number
  mask,         // −∞ where a token may not look
  exp,          // e^x, or e^(x − the row's maximum) where a score is beyond ±20
  row_sum,      //
  divide_rows,  // exp / sum
  matmul,       // weights · V
  concat,       // the heads side by side
  copy,         // the same numbers under another name
  add,          // E + P, or a residual sum
  mean,         // LayerNorm, step by step; inputs: x
  variance,     // x, mean
  deviation,    // var; number is ε
  normalize,    // x, mean, std
  scale_shift,  // normalized, gamma and beta where there are any (see has_gamma)
  activation,
};
std::string_view name(Op op);  // as `--format json` writes it
bool is_given(Op op);          // given, drawn or identity: nothing is calculated

// Row or column labels. Null stands for 1, 2, 3, …
using Labels = std::shared_ptr<const std::vector<std::string>>;
std::string label_of(const Labels& labels, std::size_t i);  // i counts from 0

// A cell of a step's matrix, counted from 0.
struct CellPlace {
  std::size_t row = 0;
  std::size_t column = 0;
  auto operator<=>(const CellPlace&) const = default;
};

struct Step {
  std::string id;  // block1.head1.scores
  Op op = Op::given;
  std::string formula;            // Q · Kᵀ
  std::vector<std::size_t> from;  // places of its inputs in the plan, all before its own
  Shape shape;
  Labels row_labels;
  Labels column_labels;

  // What the operation needs besides its inputs.
  double number = 0;               // divide: the divisor; deviation: ε
  std::size_t first_column = 0;    // columns: where the head's begin; linear: where its part of a fused bias does
  bool has_gamma = false;          // scale_shift: from[1] is gamma, not beta
  const Matrix* matrix = nullptr;  // given: the numbers; mask: 1 = may look (null: causal). Belongs to the model
  const Activation* activation = nullptr;  // activation
  const Init* init = nullptr;              // drawn
};

// All steps that the output needs, before any number is computed. Refers to the model, which has to outlive it.
struct Plan {
  const Model* model = nullptr;
  std::vector<Step> steps;
  std::size_t output = 0;  // the place of the last step

  const Step* find(std::string_view id) const;  // null: no such step
};

}  // namespace mha

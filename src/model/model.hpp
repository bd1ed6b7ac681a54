// What is to be calculated: the dims, the choices and the given numbers of a small transformer, in the notation of
// "Attention Is All You Need" with row vectors (a token is a row, a projection is X · W). config.cpp makes a Model and
// vouches for its shapes; trace/forward.cpp turns it into steps. Nothing here is computed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "math/activation.hpp"
#include "math/matrix.hpp"
#include "math/random.hpp"

namespace mha {

enum class Norm { post, pre, none };
enum class Positions { none, sinusoidal, matrix };
enum class Mask { none, causal, matrix };
enum class Scale { sqrt_d_k, none, divide_by };

// A weight matrix or a bias (1 × k) of the config. An identity is not written out before it is used.
struct Weight {
  enum class Kind { absent, given, identity };
  Kind kind = Kind::absent;
  Matrix matrix;  // where given; in × out, also where the config has transposed_weights

  explicit operator bool() const { return kind != Kind::absent; }
};

// Wq, Wk, Wv, bq, bk or bv in the form the config gives it: one for all heads (fused: head h has the h-th group of
// columns), one for each head, or none at all (absent).
struct HeadWeights {
  enum class Form { absent, fused, per_head };
  Form form = Form::absent;
  std::vector<Weight> parts;  // 1 where fused, `heads` where per_head
};

struct Block {
  HeadWeights Wq, Wk, Wv;  // d_model × heads·d_k (Wv: heads·d_v), or per head d_model × d_k (d_v)
  HeadWeights bq, bk, bv;
  bool without_Wo = false;              // "Wo": "none": the heads side by side are the result
  Weight Wo, bo;                        // heads·d_v × d_model, 1 × d_model
  Weight W1, b1, W2, b2;                // d_model × d_ff, 1 × d_ff, d_ff × d_model, 1 × d_model
  Weight gamma1, beta1, gamma2, beta2;  // 1 × d_model
};

// How numbers that are not given are drawn.
struct Init {
  Distribution numbers;
  bool biases = false;
};

struct Model {
  std::string file;  // for messages: the config's file or lesson, or "standard input"
  std::string title;

  std::vector<std::string> tokens;  // labels of the rows of K; "t1", "t2", … where the config has none
  std::size_t d_model = 0;          // a dim is 0 where nothing tells it and nothing needs it
  std::size_t heads = 1;
  std::size_t d_k = 0;
  std::size_t d_v = 0;
  std::size_t d_ff = 0;  // 0: a block has no feed-forward network
  std::size_t layers = 1;

  const Activation* activation = find_activation("relu");
  Norm norm = Norm::post;
  double norm_epsilon = 1e-5;
  bool residual = true;
  Positions positions = Positions::none;
  Mask mask = Mask::none;
  Scale scale = Scale::sqrt_d_k;
  double scale_divisor = 0;  // with Scale::divide_by
  bool final_norm = false;

  Weight input;               // n × d_model; absent: drawn, or not needed
  Matrix position_matrix;     // n × d_model, with Positions::matrix
  Matrix mask_matrix;         // queries × keys, 1 = may look, with Mask::matrix
  std::vector<Block> blocks;  // `layers` of them, or none where the config has no weights
  Weight final_gamma, final_beta;
  std::map<std::string, Matrix, std::less<>> given;  // step id → the matrix that stands in for the step
  std::optional<Init> init;

  // Where a message points: "my.json: weights[0].Wq".
  std::string place(const std::string& path) const { return path.empty() ? file : file + ": " + path; }
};

}  // namespace mha

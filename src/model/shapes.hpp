// What the rows and columns of each step and each weight count: d_model × d_k for a head's Wq, queries × keys for its
// scores. Config and messages read these tables.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/model.hpp"

namespace mha {

enum class Dim { one, keys, queries, d_model, d_k, d_v, all_d_k, all_d_v, d_ff };  // all_d_k: heads·d_k

struct Dims {
  Dim rows;
  Dim cols;
};

std::string_view in_words(Dim dim);                    // heads·d_k
std::string in_words(Shape shape);                     // 4×2
std::string shape_in_words(std::string_view step_id);  // queries × d_k, for block1.head1.Q
std::size_t value(const Model& model, Dim dim);        // 0: not known

// "is 3×2, but needs 4×2 (d_model × d_k)"
std::string does_not_fit(Shape found, Shape needed, std::string_view dims);

Dims dims_of_step(std::string_view id);

// A weight of a block: its key in the config, where the model keeps it, and its dims.
struct HeadWeightsRow {
  std::string_view key;
  HeadWeights Block::*weights;
  Dims fused;
  Dims of_a_head;
};
struct WeightRow {
  std::string_view key;
  Weight Block::*weight;
  Dims dims;
};
std::span<const HeadWeightsRow> head_weights();
std::span<const WeightRow> other_weights();

}  // namespace mha

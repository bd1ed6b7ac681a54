// pass TOKENS THREADS RUNS: a forward pass with the dims of GPT-2 small. Prints the sum of the result's numbers and the
// seconds of each run, after one that does not count. pass.py does the same with numpy and PyTorch.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>

#include "math/team.hpp"
#include "model/model.hpp"
#include "trace/forward.hpp"
#include "trace/run.hpp"

namespace {

using namespace mha;

// The same numbers in C++ and in Python: between -scale/2 and scale/2.
Matrix numbers(std::size_t rows, std::size_t columns, std::uint32_t seed, double scale) {
  Matrix m(rows, columns);
  std::uint32_t i = 0;
  for (double& x : m.cells()) {
    const std::uint32_t mixed = (i++ + 7919U * seed) * 2654435761U;
    x = (mixed / 4294967296.0 - 0.5) * scale;
  }
  return m;
}

Weight weight(std::size_t rows, std::size_t columns, std::uint32_t seed) {
  return {Weight::Kind::given, numbers(rows, columns, seed, 0.1)};
}

HeadWeights fused(std::size_t rows, std::size_t columns, std::uint32_t seed) {
  return {HeadWeights::Form::fused, {weight(rows, columns, seed)}};
}

}  // namespace

int main(int, char** argv) {
  constexpr std::size_t d = 768, d_ff = 3072;
  const auto tokens = static_cast<std::size_t>(std::atoi(argv[1]));
  use_threads(std::atoi(argv[2]));
  Model model;
  model.tokens.assign(tokens, "t");
  model.d_model = d;
  model.heads = 12;
  model.d_k = model.d_v = 64;
  model.d_ff = d_ff;
  model.layers = 12;
  model.activation = find_activation("gelu_tanh");
  model.input = {Weight::Kind::given, numbers(tokens, d, 1, 2)};
  for (std::uint32_t b = 0; b < 12; ++b) {
    const std::uint32_t seed = 100 * (b + 1);
    Block block;
    block.Wq = fused(d, d, seed);
    block.Wk = fused(d, d, seed + 1);
    block.Wv = fused(d, d, seed + 2);
    block.bq = fused(1, d, seed + 3);
    block.bk = fused(1, d, seed + 4);
    block.bv = fused(1, d, seed + 5);
    block.Wo = weight(d, d, seed + 6);
    block.bo = weight(1, d, seed + 7);
    block.W1 = weight(d, d_ff, seed + 8);
    block.b1 = weight(1, d_ff, seed + 9);
    block.W2 = weight(d_ff, d, seed + 10);
    block.b2 = weight(1, d, seed + 11);
    model.blocks.push_back(std::move(block));
  }
  Plan plan = forward(model);
  for (int i = 0; i <= std::atoi(argv[3]); ++i) {
    double sum = 0;
    const auto begin = std::chrono::steady_clock::now();
    run(plan, std::nullopt, [&](const Step&, std::size_t place, const Values& values) {
      if (place != plan.output) return;
      for (const double x : values[place]->cells()) sum += x * x * x;
    });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (i == 0)
      std::printf("%.6f\n", sum);
    else
      std::printf("%.6f\n", seconds.count());
  }
}

#include "trace/forward.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "model/config.hpp"
#include "trace/compute.hpp"
#include "trace/run.hpp"

using namespace mha;

namespace {

struct Result {
  std::vector<std::string> ids;
  std::vector<Step> steps;
  std::vector<Matrix> matrices;

  const Step& step(const std::string& id) const {
    for (const Step& s : steps) {
      if (s.id == id) return s;
    }
    FAIL("no step ", id);
    return steps.front();
  }
  const Matrix& operator[](const std::string& id) const {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] == id) return matrices[i];
    }
    FAIL("no step ", id);
    return matrices.front();
  }
};

Result calculate(const std::string& config, std::optional<int> round = std::nullopt) {
  const Model model = read_config(config, "test.json", "test");
  Plan plan = forward(model);
  Result result;
  run(plan, round, [&](const Step& step, std::size_t place, const Values& values) {
    result.ids.push_back(step.id);
    result.steps.push_back(step);
    result.matrices.push_back(*values[place]);
  });
  return result;
}

void check_near(const Matrix& found, const Matrix& needed) {
  REQUIRE(found.shape() == needed.shape());
  for (std::size_t i = 0; i < found.rows(); ++i) {
    for (std::size_t j = 0; j < found.cols(); ++j) CHECK(found(i, j) == doctest::Approx(needed(i, j)).epsilon(1e-12));
  }
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("one head is calculated as on paper") {
  // X = [1 0; 0 2], Wq = Wk = Wv = I, so Q = K = V = X.
  // Q·Kᵀ = [1·1+0·0  1·0+0·2; 0·1+2·0  0·0+2·2] = [1 0; 0 4], divided by √2.
  // Row 1: e^(1/√2), e^0; row 2: e^0, e^(4/√2).
  const Result r = calculate(R"({"input": [[1, 0], [0, 2]], "norm": "none", "residual": false,
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": [[1, 1], [0, 1]]}]})");
  const double a = std::exp(1 / std::sqrt(2.0)), b = std::exp(4 / std::sqrt(2.0));
  CHECK(r["block1.head1.Q"] == Matrix{{1, 0}, {0, 2}});
  CHECK(r["block1.head1.scores"] == Matrix{{1, 0}, {0, 4}});
  check_near(r["block1.head1.scaled"], {{1 / std::sqrt(2.0), 0}, {0, 4 / std::sqrt(2.0)}});
  check_near(r["block1.head1.exp"], {{a, 1}, {1, b}});
  check_near(r["block1.head1.sum"], {{a + 1}, {1 + b}});
  check_near(r["block1.head1.weights"], {{a / (a + 1), 1 / (a + 1)}, {1 / (1 + b), b / (1 + b)}});
  check_near(r["block1.head1.out"], {{a / (a + 1), 2 / (a + 1)}, {1 / (1 + b), 2 * b / (1 + b)}});
  // concat · Wo: the first column stays, the second is their sum
  check_near(r["X1"], {{a / (a + 1), (a + 2) / (a + 1)}, {1 / (1 + b), (1 + 2 * b) / (1 + b)}});
}

TEST_CASE("a block's steps stand in the order of calculation, what is given just before its first use") {
  CHECK(calculate(R"({"input": [[1, 0], [0, 2]], "weights": [{"Wq": [[[1, 0], [0, 1]]], "Wk": [[[1, 0], [0, 1]]],
      "Wv": [[[1, 0], [0, 1]]], "bv": [[1, 1]], "Wo": "identity", "gamma1": [1, 2], "beta1": [0, 1],
      "W1": [[1, 2, 3], [4, 5, 6]], "b1": [1, 1, 1], "W2": [[1, 2], [3, 4], [5, 6]]}]})")
            .ids == Ids{"X0",
                        "block1.head1.Wq",
                        "block1.head1.Q",
                        "block1.head1.Wk",
                        "block1.head1.K",
                        "block1.head1.Wv",
                        "block1.head1.bv",
                        "block1.head1.V",
                        "block1.head1.scores",
                        "block1.head1.scaled",
                        "block1.head1.exp",
                        "block1.head1.sum",
                        "block1.head1.weights",
                        "block1.head1.out",
                        "block1.concat",
                        "block1.Wo",
                        "block1.mha",
                        "block1.add1",
                        "block1.ln1.mean",
                        "block1.ln1.var",
                        "block1.ln1.std",
                        "block1.ln1.normalized",
                        "block1.gamma1",
                        "block1.beta1",
                        "block1.ln1",
                        "block1.W1",
                        "block1.b1",
                        "block1.ffn.hidden",
                        "block1.ffn.activated",
                        "block1.W2",
                        "block1.ffn",
                        "block1.add2",
                        "block1.ln2.mean",
                        "block1.ln2.var",
                        "block1.ln2.std",
                        "block1.ln2.normalized",
                        "block1.ln2",
                        "X1"});
}

TEST_CASE("fused projections come before the heads that share them out") {
  const Result r = calculate(R"({"input": [[1, 2]], "heads": 2, "norm": "none", "residual": false, "scale": "none",
    "weights": [{"Wq": [[1, 2], [3, 4]], "bq": [10, 20], "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(r.ids == Ids{"X0",
                     "block1.Wq",
                     "block1.bq",
                     "block1.Q",
                     "block1.Wk",
                     "block1.K",
                     "block1.Wv",
                     "block1.V",
                     "block1.head1.Q",
                     "block1.head1.K",
                     "block1.head1.V",
                     "block1.head1.scores",
                     "block1.head1.exp",
                     "block1.head1.sum",
                     "block1.head1.weights",
                     "block1.head1.out",
                     "block1.head2.Q",
                     "block1.head2.K",
                     "block1.head2.V",
                     "block1.head2.scores",
                     "block1.head2.exp",
                     "block1.head2.sum",
                     "block1.head2.weights",
                     "block1.head2.out",
                     "block1.concat",
                     "block1.mha",
                     "X1"});
  // 1·1 + 2·3 + 10 = 17   1·2 + 2·4 + 20 = 30
  CHECK(r["block1.Q"] == Matrix{{17, 30}});
  CHECK(r["block1.head1.Q"] == Matrix{{17}});
  CHECK(r["block1.head2.Q"] == Matrix{{30}});
  CHECK(r["X1"] == Matrix{{1, 2}});  // one token looks at itself alone
}

TEST_CASE("a bias may be fused where its matrix is not, and the other way round") {
  const std::string listed = R"("Wq": [[[1], [3]], [[2], [4]]])", fused = R"("Wq": [[1, 2], [3, 4]])";
  const std::string listed_bias = R"("bq": [[10], [20]])", fused_bias = R"("bq": [10, 20])";
  for (const std::string& keys : {listed + ", " + listed_bias, listed + ", " + fused_bias, fused + ", " + listed_bias,
                                  fused + ", " + fused_bias}) {
    CAPTURE(keys);
    const Result r = calculate(R"({"input": [[1, 2]], "heads": 2, "norm": "none", "residual": false, "weights": [{)" +
                               keys + R"(, "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
    CHECK(r["block1.head1.Q"] == Matrix{{17}});
    CHECK(r["block1.head2.Q"] == Matrix{{30}});
  }
}

TEST_CASE("pre-norm normalises before the sublayer, and adds what was there before") {
  const Result r = calculate(R"({"input": [[1, 3]], "norm": "pre", "norm_epsilon": 0, "final_norm": true,
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "identity"}]})");
  CHECK(r.ids.at(1) == "block1.ln1.mean");
  CHECK(r["block1.ln1"] == Matrix{{-1, 1}});  // mean 2, deviation 1
  CHECK(r["block1.head1.V"] == Matrix{{-1, 1}});
  CHECK(r["block1.add1"] == Matrix{{0, 4}});  // 1 − 1, 3 + 1
  CHECK(r["X1"] == Matrix{{0, 4}});
  CHECK(r["final"] == Matrix{{-1, 1}});
  CHECK(r.ids.back() == "final");
}

TEST_CASE("LayerNorm divides by the population's deviation, then scales and shifts") {
  // 2 4 6 8: mean 5, squares 9 1 1 9, variance 20/4 = 5 (with n − 1 it would be 20/3)
  const Result r = calculate(R"({"given": {"block1.add1": [[2, 4, 6, 8]]}, "norm_epsilon": 4,
    "weights": [{"gamma1": [1, 2, 1, 1], "beta1": [0, 1, 0, 0]}]})");
  CHECK(r.ids == Ids{"block1.add1", "block1.ln1.mean", "block1.ln1.var", "block1.ln1.std", "block1.ln1.normalized",
                     "block1.gamma1", "block1.beta1", "block1.ln1", "X1"});
  CHECK(r["block1.ln1.mean"] == Matrix{{5}});
  CHECK(r["block1.ln1.var"] == Matrix{{5}});
  CHECK(r["block1.ln1.std"] == Matrix{{3}});  // √(5 + 4)
  check_near(r["block1.ln1"], {{-1, 2 * (-1.0 / 3) + 1, 1.0 / 3, 1}});
}

TEST_CASE("a causal mask lets a token see itself and those before it") {
  const Result r = calculate(R"({"input": [[1], [2]], "mask": "causal", "norm": "none", "residual": false,
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(r["block1.head1.masked"] == Matrix{{1, -INFINITY}, {2, 4}});
  CHECK(r["block1.head1.exp"](0, 1) == 0);
  CHECK(r["block1.head1.weights"](0, 0) == 1);
}

TEST_CASE("a row of a mask is who looks, its columns are at whom") {
  const Result r = calculate(R"({"input": [[1], [2]], "mask": [[0, 1], [1, 1]], "norm": "none", "residual": false,
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(r["block1.head1.masked"](0, 0) == -INFINITY);
  CHECK(r["block1.head1.masked"](1, 0) == 2);
}

TEST_CASE("scores beyond ±20 are taken down by the row's maximum, and the formula says so") {
  const Result small = calculate(R"({"input": [[1], [4]], "scale": "none", "norm": "none", "residual": false,
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(small.step("block1.head1.exp").formula == "e^scores");
  const Result large = calculate(R"({"input": [[1], [5]], "scale": "none", "norm": "none", "residual": false,
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(large.step("block1.head1.exp").formula == "e^(scores − max)");
  check_near(large["block1.head1.exp"], {{std::exp(-4.0), 1}, {std::exp(-20.0), 1}});
}

TEST_CASE("sinusoidal positions are sin and cos of pos / 10000^(2i/d), an odd width ends in a sine") {
  const Result r = calculate(R"({"tokens": ["a", "b"], "d_model": 3, "positions": "sinusoidal", "norm": "none",
    "residual": false, "init": {"low": 0, "high": 0}})");
  CHECK(r.ids[0] == "E");
  CHECK(r.ids[1] == "P");
  CHECK(r.ids[2] == "X0");
  check_near(r["P"], {{0, 1, 0}, {std::sin(1.0), std::cos(1.0), std::sin(1 / std::pow(10000, 2.0 / 3))}});
}

TEST_CASE("given steps leave out what only they needed") {
  const Result r = calculate(R"({"given": {"block1.head1.Q": [[1, 0]], "block1.head1.K": [[1, 0], [0, 1], [1, 1]],
    "block1.head1.V": [[1], [2], [3]]}, "tokens": ["x", "y", "z"], "norm": "none", "residual": false,
    "weights": [{"Wo": "none"}]})");
  CHECK(r.ids == Ids{"block1.head1.Q", "block1.head1.K", "block1.head1.scores", "block1.head1.scaled",
                     "block1.head1.exp", "block1.head1.sum", "block1.head1.weights", "block1.head1.V",
                     "block1.head1.out", "block1.concat", "block1.mha", "X1"});
  CHECK(r["block1.head1.scores"] == Matrix{{1, 0, 1}});
  // one query over three keys: the tokens label the keys, the query has a number of its own
  CHECK(*r.step("block1.head1.scores").row_labels == std::vector<std::string>{"q1"});
  CHECK(*r.step("block1.head1.scores").column_labels == std::vector<std::string>{"x", "y", "z"});
  CHECK(*r.step("block1.head1.V").row_labels == std::vector<std::string>{"x", "y", "z"});
}

TEST_CASE("a given fused Q is shared out to the heads, also without Wq") {
  const Result r =
      calculate(R"({"heads": 2, "given": {"block1.Q": [[1, 2]], "block1.K": [[3, 4]], "block1.V": [[5, 6]]},
    "norm": "none", "residual": false, "weights": [{"Wo": "none"}]})");
  CHECK(r["block1.head2.Q"] == Matrix{{2}});
  CHECK(r["block1.head2.scores"] == Matrix{{8}});
  CHECK(r["X1"] == Matrix{{5, 6}});
}

TEST_CASE("what if one head were 0: only its own steps are left out") {
  const Result r = calculate(R"({"input": [[1, 2]], "heads": 2, "norm": "none", "residual": false,
    "given": {"block1.head2.out": [[0]]},
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "identity"}]})");
  CHECK(std::ranges::find(r.ids, "block1.head2.Q") == r.ids.end());
  CHECK(std::ranges::find(r.ids, "block1.head1.Q") != r.ids.end());
  CHECK(r["X1"] == Matrix{{1, 0}});
}

TEST_CASE("blocks follow each other, each with its own weights") {
  const Result r = calculate(R"({"input": [[1]], "norm": "none", "weights": [
    {"Wq": [[1]], "Wk": [[1]], "Wv": [[2]], "Wo": [[1]]}, {"Wq": [[1]], "Wk": [[1]], "Wv": [[3]], "Wo": [[1]]}]})");
  CHECK(r["X1"] == Matrix{{3}});   // 1 + 2·1
  CHECK(r["X2"] == Matrix{{12}});  // 3 + 3·3
}

TEST_CASE("with rounding each computed matrix is rounded before it is used, what is given and the divisor are not") {
  // 0.285 · 1 = 0.285 → 0.29 (half away from zero); 0.29 · 0.29 = 0.0841 → 0.08; 0.08 / √1 = 0.08
  const Result r = calculate(R"({"input": [[0.285]], "norm": "none", "residual": false,
    "weights": [{"Wq": [[1]], "Wk": [[1]], "Wv": [[0.333]], "Wo": "none"}]})",
                             2);
  CHECK(r["X0"] == Matrix{{0.285}});
  CHECK(r["block1.head1.Q"] == Matrix{{0.29}});
  CHECK(r["block1.head1.scores"] == Matrix{{0.08}});
  CHECK(r["block1.head1.exp"] == Matrix{{1.08}});  // e^0.08 = 1.0833
  CHECK(r["block1.head1.V"] == Matrix{{0.09}});    // 0.285 · 0.333 = 0.094905
  CHECK(r["block1.Wv"] == Matrix{{0.333}});
}

TEST_CASE("every step can be recomputed from its inputs alone") {
  const Model model = read_config(R"({"tokens": ["a", "b", "c"], "d_model": 6, "heads": 2, "d_ff": 5, "layers": 2,
    "positions": "sinusoidal", "mask": "causal", "activation": "gelu", "norm": "pre", "final_norm": true,
    "init": {"seed": 5, "biases": true}})",
                                  "test.json", "test");
  Plan plan = forward(model);
  run(plan, std::nullopt, [&](const Step& step, std::size_t place, const Values& values) {
    std::vector<const Matrix*> inputs;
    for (const std::size_t input : step.from) inputs.push_back(values[input].get());
    CHECK(compute(step, inputs) == *values[place]);
  });
}

TEST_CASE("a step has a formula, the steps it was made from, labels and a shape") {
  const Result r =
      calculate(R"({"tokens": ["我", "爱"], "input": [[1, 0], [0, 2]], "d_ff": 3, "init": {"biases": true}})");
  const Step& hidden = r.step("block1.ffn.hidden");
  CHECK(hidden.formula == "ln1 · W1 + b1");
  CHECK(hidden.shape == Shape{2, 3});
  CHECK(*hidden.row_labels == std::vector<std::string>{"我", "爱"});
  CHECK(label_of(hidden.column_labels, 2) == "3");
  for (const Step& step : r.steps) {
    CAPTURE(step.id);
    CHECK_FALSE(step.formula.empty());
    CHECK(step.shape == r[step.id].shape());
    CHECK(step.from.empty() == (is_given(step.op) || step.op == Op::sinusoidal));
  }
}

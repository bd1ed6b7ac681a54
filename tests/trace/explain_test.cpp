#include "trace/explain.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "math/rounding.hpp"
#include "model/config.hpp"
#include "model/lessons.hpp"
#include "text/number.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

Explanation explained(const std::string& config, const std::string& id, CellPlace cell, Decimals decimals = {}) {
  const Model model = read_config(config, "test", "test");
  Plan plan = forward(model);
  Explanation e;
  bool is_found = false;
  run(plan, decimals.round, [&](const Step& step, std::size_t place, const Values& values) {
    if (step.id != id) return;
    is_found = true;
    e = explain(plan, place, values, cell, decimals);
  });
  REQUIRE_MESSAGE(is_found, id);
  return e;
}

std::string line(const std::string& config, const std::string& id, CellPlace cell, Decimals decimals = {}) {
  return to_text(explained(config, id, cell, decimals));
}

}  // namespace

TEST_CASE("a projection is row times column, plus the bias of its column") {
  // 0.5·0.5 + (−1)·(−1) = 0.25 + 1, and the bias −0.2
  const std::string rest = R"("tokens": ["a", "b"], "heads": 2, "input": [[0.5, -1], [2, 1]], "init": {}, )";
  CHECK(line("{" + rest + R"("weights": [{"Wq": [[[1], [2]], [[0.5], [-1]]]}]})", "block1.head2.Q", {0, 0}) ==
        "Q[a,1] = X0[a,·]·Wq[·,1] = 0.5·0.5 + (-1)·(-1) = 0.25 + 1 = 1.2500");
  CHECK(line("{" + rest + R"("weights": [{"Wq": [[[1], [2]], [[0.5], [-1]]], "bq": [0.1, -0.2]}]})", "block1.head2.Q",
             {0, 0}) == "Q[a,1] = X0[a,·]·Wq[·,1] + bq[2] = 0.5·0.5 + (-1)·(-1) - 0.2 = 0.25 + 1 - 0.2 = 1.0500");
  const std::string fused = "{" + rest + R"("weights": [{"Wq": [[1, 0.5], [2, -1]], "bq": [[0.1], [-0.2]]}]})";
  CHECK(line(fused, "block1.Q", {0, 1}) ==
        "Q[a,2] = X0[a,·]·Wq[·,2] + head2.bq[1] = 0.5·0.5 + (-1)·(-1) - 0.2 = 0.25 + 1 - 0.2 = 1.0500");
  CHECK(line(fused, "block1.head2.Q", {0, 0}) == "Q[a,1] = block1.Q[a,2] = 1.0500");
}

TEST_CASE("attention, number by number") {
  const std::string head =
      R"({"tokens": ["a", "b"], "d_k": 2, "d_model": 1, "d_v": 1, "norm": "none", "residual": false,
                               "weights": [{"Wo": "none"}], )";
  const std::string V = R"("block1.head1.V": [[2], [-4]])";
  const auto given = [&](const std::string& id, const std::string& matrix) {
    return head + "\"given\": {\"block1.head1." + id + "\": " + matrix + ", " + V + "}}";
  };
  // 1·(−3) + 2·0.5 = −3 + 1
  const std::string from_Q = head + R"("given": {"block1.head1.Q": [[1, 2], [0, 0]],
                                                 "block1.head1.K": [[0, 0], [-3, 0.5]], )" +
                             V + "}}";
  CHECK(line(from_Q, "block1.head1.scores", {0, 1}) ==
        "scores[a,b] = Q[a,·]·K[b,·] = 1·(-3) + 2·0.5 = -3 + 1 = -2.0000");
  // 3 / 1.41421356 = 2.12132, and 3 / 1.4142 = 2.12134
  CHECK(line(given("scores", "[[0, -3], [0, 0]]"), "block1.head1.scaled", {0, 1}) ==
        "scaled[a,b] = scores[a,b] / √d_k = (-3) / √2 = (-3) / 1.4142 = -2.1213");
  CHECK(line(R"({"scale": {"divide_by": 8}, )" + given("scores", "[[0, -3], [0, 0]]").substr(1), "block1.head1.scaled",
             {0, 1}) == "scaled[a,b] = scores[a,b] / 8 = (-3) / 8 = -0.3750");
  const std::string causal = R"({"mask": "causal", )" + given("scaled", "[[0, -3], [0.5, 0]]").substr(1);
  CHECK(line(causal, "block1.head1.masked", {1, 0}) == "masked[b,a] = scaled[b,a] = 0.5000 (mask[b,a] = 1)");
  CHECK(line(causal, "block1.head1.masked", {0, 1}) == "masked[a,b] = -inf (mask[a,b] = 0)");
  CHECK(line(causal, "block1.head1.exp", {0, 1}) == "exp[a,b] = e^masked[a,b] = e^(-inf) = 0.0000");
  // e = 2.71828, e^−2 = 0.135335
  CHECK(line(given("scaled", "[[0, 1], [-2, 0]]"), "block1.head1.exp", {0, 1}) ==
        "exp[a,b] = e^scaled[a,b] = e^1 = 2.7183");
  CHECK(line(given("scaled", "[[0, 1], [-2, 0]]"), "block1.head1.exp", {1, 0}) ==
        "exp[b,a] = e^scaled[b,a] = e^(-2) = 0.1353");
  CHECK(line(given("scaled", "[[27, 25], [0, 0]]"), "block1.head1.exp", {0, 1}) ==
        "exp[a,b] = e^(scaled[a,b] - max(scaled[a,·])) = e^(25 - 27) = e^(-2) = 0.1353");
  const std::string from_exp = given("exp", "[[1, 3], [1, 1]]");
  CHECK(line(from_exp, "block1.head1.sum", {0, 0}) == "sum[a] = Σ exp[a,·] = 1 + 3 = 4.0000");
  CHECK(line(from_exp, "block1.head1.weights", {0, 1}) == "weights[a,b] = exp[a,b] / sum[a] = 3 / 4 = 0.7500");
  CHECK(line(from_exp, "block1.head1.out", {0, 0}) ==
        "out[a,1] = weights[a,·]·V[·,1] = 0.25·2 + 0.75·(-4) = 0.5 - 3 = -2.5000");
  CHECK(line(from_exp, "block1.concat", {0, 0}) == "concat[a,1] = head1.out[a,1] = -2.5000");
  CHECK(line(from_exp, "block1.mha", {0, 0}) == "mha[a,1] = concat[a,1] = -2.5000");
}

TEST_CASE("a concatenated number says which head it comes from") {
  const std::string config = R"({"tokens": ["a"], "heads": 2, "d_model": 4, "init": {},
      "given": {"block1.head1.out": [[1, 2]], "block1.head2.out": [[3, 4]]}})";
  CHECK(line(config, "block1.concat", {0, 2}) == "concat[a,3] = head2.out[a,1] = 3.0000");
}

TEST_CASE("LayerNorm, number by number") {
  // mean 12/4 = 3; squares 4, 1, 0, 9: variance 14/4 = 3.5; with ε = 0.5 the root is 2
  const std::string config = R"({"tokens": ["a"], "d_model": 4, "norm_epsilon": 0.5, "init": {},
      "given": {"block1.add1": [[1, 2, 3, 6]]}, "weights": [{"gamma1": [1, 1, 1, 2], "beta1": [0, 0, 0, -1]}]})";
  CHECK(line(config, "block1.ln1.mean", {0, 0}) == "mean[a] = Σ add1[a,·] / 4 = (1 + 2 + 3 + 6) / 4 = 12 / 4 = 3.0000");
  CHECK(line(config, "block1.ln1.var", {0, 0}) ==
        "var[a] = Σ (add1[a,·] - mean[a])² / 4 = ((1 - 3)² + (2 - 3)² + (3 - 3)² + (6 - 3)²) / 4 = "
        "((-2)² + (-1)² + 0² + 3²) / 4 = (4 + 1 + 0 + 9) / 4 = 3.5000");
  CHECK(line(config, "block1.ln1.std", {0, 0}) == "std[a] = √(var[a] + ε) = √(3.5 + 0.5) = 2.0000");
  CHECK(line(config, "block1.ln1.normalized", {0, 3}) ==
        "normalized[a,4] = (add1[a,4] - mean[a]) / std[a] = (6 - 3) / 2 = 3 / 2 = 1.5000");
  CHECK(line(config, "block1.ln1", {0, 3}) == "ln1[a,4] = γ[4]·normalized[a,4] + β[4] = 2·1.5 - 1 = 3 - 1 = 2.0000");
  const auto with = [&](const std::string& vectors) {
    return config.substr(0, config.find("\"weights\"")) + "\"weights\": [" + vectors + "]}";
  };
  CHECK(line(with(R"({"gamma1": [1, 1, 1, 2]})"), "block1.ln1", {0, 3}) ==
        "ln1[a,4] = γ[4]·normalized[a,4] = 2·1.5 = 3.0000");
  CHECK(line(with(R"({"beta1": [0, 0, 0, -1]})"), "block1.ln1", {0, 3}) ==
        "ln1[a,4] = normalized[a,4] + β[4] = 1.5 - 1 = 0.5000");
  CHECK(line(with("{}"), "block1.ln1", {0, 3}) == "ln1[a,4] = normalized[a,4] = 1.5000");
  CHECK(line(with("{}"), "X1", {0, 3}) == "X1[a,4] = ln1[a,4] = 1.5000");
}

TEST_CASE("a residual sum and positions") {
  const std::string config = R"({"tokens": ["a", "b"], "positions": "sinusoidal", "init": {},
      "input": [[1, 0, 0, 0], [0.5, 0, -0.25, 0]], "given": {"block1.mha": [[0, 0, 0, 0], [-3, 0, 0, 0]]}})";
  // sin 0.01 = 0.0099998, cos 1 = 0.540302
  CHECK(line(config, "P", {1, 2}) ==
        "P[b,3] = sin(pos / 10000^(2i / d_model)) = sin(1 / 10000^(2 / 4)) = sin(0.01) = 0.0100");
  CHECK(line(config, "P", {1, 1}) ==
        "P[b,2] = cos(pos / 10000^(2i / d_model)) = cos(1 / 10000^(0 / 4)) = cos(1) = 0.5403");
  CHECK(line(config, "X0", {1, 2}) == "X0[b,3] = E[b,3] + P[b,3] = -0.25 + 0.01 = -0.2400");
  CHECK(line(config, "block1.add1", {0, 0}) == "add1[a,1] = X0[a,1] + mha[a,1] = 1 + 0 = 1.0000");
  CHECK(line(config, "E", {0, 0}) == "");
}

TEST_CASE("each activation is written out") {
  const auto activated = [](const std::string& activation, const std::string& x) {
    return line(R"({"tokens": ["a"], "d_model": 1, "d_ff": 1, "init": {}, "activation": ")" + activation +
                    R"(", "given": {"block1.ffn.hidden": [[)" + x + "]]}}",
                "block1.ffn.activated", {0, 0});
  };
  CHECK(activated("relu", "-2") == "activated[a,1] = max(0, hidden[a,1]) = max(0, -2) = 0.0000");
  // 1 + e^−0.5 = 1.60653, 0.5 / 1.60653 = 0.311230; 1 + e² = 8.38906, 2 / 8.38906 = 0.238406
  CHECK(activated("silu", "0.5") ==
        "activated[a,1] = hidden[a,1] / (1 + e^(-hidden[a,1])) = 0.5 / (1 + e^(-0.5)) = 0.5 / (1 + 0.6065) = 0.3112");
  CHECK(activated("silu", "-2") ==
        "activated[a,1] = hidden[a,1] / (1 + e^(-hidden[a,1])) = (-2) / (1 + e^2) = (-2) / (1 + 7.3891) = -0.2384");
  // erf(1/√2) = 0.682689; with 0.6827 the result would be 0.84135 and round to 0.8414, so it takes one decimal more
  CHECK(activated("gelu", "1") ==
        "activated[a,1] = (hidden[a,1] / 2)·(1 + erf(hidden[a,1] / √2)) = "
        "(1 / 2)·(1 + erf(1 / √2)) = 0.5·(1 + 0.68269) = 0.8413");
  // √(2/π)·1.044715 = 0.833562, tanh of it 0.682384
  CHECK(activated("gelu_tanh", "1") ==
        "activated[a,1] = (hidden[a,1] / 2)·(1 + tanh(√(2 / π)·(hidden[a,1] + 0.044715·hidden[a,1]³))) = "
        "(1 / 2)·(1 + tanh(√(2 / π)·(1 + 0.044715·1³))) = 0.5·(1 + 0.6824) = 0.8412");
}

TEST_CASE("a number gets more decimals where its short form would give another result") {
  // 0.304·0.345 = 0.10488, shown as 0.10. With two decimals: 0.3·0.35 = 0.105, which rounds to 0.11. With three: the
  // factors are right, but the product as a term, 0.105, again is not. With four: 0.1049.
  const std::string config = R"({"tokens": ["a"], "d_model": 1, "init": {}, "input": [[0.304]],
                                 "weights": [{"Wq": [[0.345]], "bq": [0]}]})";
  CHECK(line(config, "block1.head1.Q", {0, 0}, {2, {}}) ==
        "Q[a,1] = X0[a,·]·Wq[·,1] + bq[1] = 0.304·0.345 + 0 = 0.1049 + 0 = 0.10");
}

TEST_CASE("with rounded numbers the last equals sign says what was rounded") {
  // e^0.45 = 1.568312 is kept as 1.57
  const std::string config = R"({"tokens": ["a"], "d_k": 1, "d_v": 1, "d_model": 1, "norm": "none", "init": {},
                                 "given": {"block1.head1.scaled": [[0.45]]}})";
  CHECK(line(config, "block1.head1.exp", {0, 0}, {2, 2}) == "exp[a,a] = e^scaled[a,a] = e^0.45 = 1.57");
  CHECK(line(config, "block1.head1.exp", {0, 0}, {4, 2}) == "exp[a,a] = e^scaled[a,a] = e^0.45 ≈ 1.5700");
}

TEST_CASE("a long sum is shortened in the middle and counts what is left out") {
  std::string ones = "1";
  for (int i = 1; i < 12; ++i) ones += ", 1";
  const std::string config = R"({"tokens": ["a"], "init": {}, "given": {"block1.add1": [[)" + ones + "]]}}";
  const Explanation e = explained(config, "block1.ln1.mean", {0, 0});
  CHECK(to_text(e) == "mean[a] = Σ add1[a,·] / 12 = (1 + 1 + 1 + 1 + … + 1 + 1 + 1 + 1) / 12 = 12 / 12 = 1.0000");
  CHECK(e.left_out == 4);
}

TEST_CASE("labels are quoted where they could be read as anything else, and numbers of columns are not") {
  const std::string config = R"({"tokens": ["2", "a,b"], "init": {}, "d_model": 2, "heads": 1,
                                 "given": {"block1.head1.exp": [[1, 3], [1, 1]]}})";
  CHECK(line(config, "block1.head1.weights", {0, 1}) ==
        R"(weights["2","a,b"] = exp["2","a,b"] / sum["2"] = 3 / 4 = 0.7500)");
}

TEST_CASE("sources are the cells that a cell is made from") {
  const std::string config = R"({"tokens": ["a", "b", "c"], "heads": 2, "d_model": 4, "init": {"biases": true}})";
  const Model model = read_config(config, "test", "test");
  const Plan plan = forward(model);
  const auto place = [&](const char* id) { return static_cast<std::size_t>(plan.find(id) - plan.steps.data()); };
  CHECK(explained(config, "block1.head2.Q", {1, 0}).sources ==
        std::vector<Source>{{place("X0"), {1, 0}, 1, 4},
                            {place("block1.head2.Wq"), {0, 0}, 4, 1},
                            {place("block1.head2.bq"), {0, 0}, 1, 1}});
  CHECK(explained(config, "block1.head1.scores", {1, 2}).sources ==
        std::vector<Source>{{place("block1.head1.Q"), {1, 0}, 1, 2}, {place("block1.head1.K"), {2, 0}, 1, 2}});
  CHECK(explained(config, "block1.concat", {1, 3}).sources ==
        std::vector<Source>{{place("block1.head2.out"), {1, 1}, 1, 1}});
}

// What is printed, read by something that knows nothing of how it was written.
namespace {

class Calculator {
 public:
  explicit Calculator(std::string_view text) : rest_(text) {}

  double calculate() {
    const double x = sum();
    CHECK_MESSAGE(rest_.empty(), "not read: ", rest_);
    return x;
  }

 private:
  bool take(std::string_view what) {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  double sum() {
    double x = take("-") ? -product() : product();
    for (;;) {
      if (take("+"))
        x += product();
      else if (take("-"))
        x -= product();
      else
        return x;
    }
  }

  double product() {
    double x = power();
    for (;;) {
      if (take("·"))
        x *= power();
      else if (take("/"))
        x /= power();
      else
        return x;
    }
  }

  double power() {
    const double x = single();
    if (take("²")) return x * x;
    if (take("³")) return x * x * x;
    return take("^") ? std::pow(x, single()) : x;
  }

  double brackets() {
    const double x = sum();
    CHECK(take(")"));
    return x;
  }

  double single() {
    if (take("(")) return brackets();
    if (take("√")) return std::sqrt(single());
    if (take("π")) return std::numbers::pi;
    if (take("inf")) return INFINITY;
    if (take("erf(")) return std::erf(brackets());
    if (take("tanh(")) return std::tanh(brackets());
    if (take("sin(")) return std::sin(brackets());
    if (take("cos(")) return std::cos(brackets());
    if (take("e^")) return std::exp(single());
    if (take("max(")) {
      const double a = sum();
      CHECK(take(","));
      return std::fmax(a, brackets());
    }
    const std::string digits(rest_.substr(0, rest_.find_first_not_of("0123456789.")));
    CHECK_MESSAGE(!digits.empty(), "no number: ", rest_);
    rest_.remove_prefix(digits.size());
    std::size_t significant = 0;
    for (const char c : digits) significant += c != '.' && (significant > 0 || c != '0');
    CHECK_MESSAGE(significant <= 17, digits);
    return digits.empty() ? NAN : std::stod(digits);
  }

  std::string_view rest_;
};

// Each side but the letters gives what stands at the end. Returns how many sides were calculated.
int check_sides(std::string line, Decimals decimals) {
  if (const std::size_t condition = line.find(" (mask["); condition != std::string::npos) line.erase(condition);
  std::vector<std::string> sides;
  const std::size_t near = line.find(" ≈ ");
  if (near != std::string::npos) line.replace(near, std::string_view(" ≈ ").size(), " = ");
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t end = line.find(" = ", at);
    sides.push_back(line.substr(at, end - at));
    at = end == std::string::npos ? end : end + 3;
  }
  int calculated = 0;
  for (std::size_t i = 2; i + 1 < sides.size(); ++i) {
    if (sides[i].find("…") != std::string::npos) continue;
    const double x = Calculator(sides[i]).calculate();
    const bool is_kept = near != std::string::npos && decimals.round;
    const std::string result = fixed(is_kept ? round_to(x, *decimals.round) : x, decimals.shown);
    CHECK_MESSAGE(result == sides.back(), line);
    ++calculated;
  }
  return calculated;
}

}  // namespace

TEST_CASE("every line of every lesson, calculated again from what it says, gives its result") {
  for (const Lesson& lesson : lessons()) {
    const Model model = read_config(std::string(lesson.text), std::string(lesson.name), std::string(lesson.name));
    for (const Decimals decimals : {Decimals{4, {}}, {0, {}}, {2, {}}, {7, {}}, {12, {}}, {2, 2}, {4, 2}, {1, 3}}) {
      CAPTURE(lesson.name);
      CAPTURE(decimals.shown);
      Plan plan = forward(model);
      int calculated = 0;
      run(plan, decimals.round, [&](const Step& step, std::size_t place, const Values& values) {
        if (plan.steps.size() > 1000 && !step.id.starts_with("block1.")) return;  // the other blocks are like it
        const Matrix& m = *values[place];
        for (std::size_t i = 0; i < m.rows(); ++i) {
          for (std::size_t j = 0; j < m.cols(); ++j) {
            const Explanation e = explain(plan, place, values, {i, j}, decimals);
            REQUIRE(e.sides.empty() == is_given(step.op));
            if (e.sides.empty()) continue;
            CHECK(to_text(e.sides.back()) == fixed(m(i, j), decimals.shown));
            if (!decimals.round) CHECK_FALSE(e.is_near);
            calculated += check_sides(to_text(e), decimals);
          }
        }
      });
      CHECK(calculated > 100);
    }
  }
}

}  // namespace mha

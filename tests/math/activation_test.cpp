#include "math/activation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace mha {
namespace {

double value(const char* name, double x) {
  const Activation* found = find_activation(name);
  REQUIRE(found != nullptr);
  return found->value(x);
}

doctest::Approx nearly(double x) { return doctest::Approx(x).epsilon(1e-10); }

}  // namespace

TEST_CASE("an activation is found by the name a config writes, and by no other") {
  std::vector<std::string> names;
  for (const Activation& each : activations()) {
    names.emplace_back(each.name);
    CHECK(find_activation(each.name) == &each);
  }
  CHECK(names == std::vector<std::string>{"relu", "gelu", "gelu_tanh", "silu"});
  for (const char* name : {"", "ReLU", "relu ", "tanh", "swish"}) CHECK(find_activation(name) == nullptr);
}

TEST_CASE("relu keeps what is above 0") {
  CHECK(find_activation("relu")->formula == "max(0, x)");
  CHECK(value("relu", 2.5) == 2.5);
  CHECK(value("relu", -2.5) == 0);
  CHECK_FALSE(std::signbit(value("relu", -0.0)));
  CHECK(std::isnan(value("relu", std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("gelu is x times the normal distribution's table at x") {
  // x/2 · (1 + erf(x/√2)) = x · Φ(x); Φ(0.5) = 0.6914624613, Φ(1) = 0.8413447461, Φ(2) = 0.9772498681 in the tables
  CHECK(find_activation("gelu")->formula == "x/2 · (1 + erf(x/√2))");
  CHECK(value("gelu", 0) == 0);
  CHECK(value("gelu", 0.5) == nearly(0.5 * 0.6914624613));
  CHECK(value("gelu", 1) == nearly(0.8413447461));
  CHECK(value("gelu", 2) == nearly(2 * 0.9772498681));
  CHECK(value("gelu", -1) == doctest::Approx(0.8413447461 - 1).epsilon(1e-9));
  // Φ(−6) = 9.865876450e-10 in the tables: no digits are lost in 1 − 0.999999999
  CHECK(value("gelu", -6) / (-6 * 9.865876450e-10) == doctest::Approx(1).epsilon(1e-9));
}

TEST_CASE("gelu_tanh follows its formula and is near gelu") {
  CHECK(find_activation("gelu_tanh")->formula == "x/2 · (1 + tanh(√(2/π)·(x + 0.044715·x³)))");
  for (double x = -5; x <= 5; x += 0.25) {
    const double pi = 3.14159265358979;
    const double written = x / 2 * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
    CHECK(std::fabs(value("gelu_tanh", x) - written) < 1e-12);
    CHECK(std::fabs(value("gelu_tanh", x) - value("gelu", x)) < 1e-3);
  }
  // √(2/π) · (1 + 0.044715) = 0.797885 · 1.044715 = 0.833562; tanh 0.833562 = 0.682384; (1 + 0.682384)/2
  CHECK(value("gelu_tanh", 1) == doctest::Approx(0.841192).epsilon(1e-6));
}

TEST_CASE("silu is x times the logistic function") {
  CHECK(find_activation("silu")->formula == "x / (1 + e^(−x))");
  CHECK(value("silu", 0) == 0);
  CHECK(value("silu", std::log(3)) == nearly(std::log(3) * 3 / 4));  // e^(−ln 3) = 1/3; 1 / (1 + 1/3) = 3/4
  CHECK(value("silu", -std::log(3)) == nearly(-std::log(3) / 4));    // e^(ln 3) = 3; 1 / (1 + 3) = 1/4
  CHECK(value("silu", 1) == nearly(0.7310585786));                   // the logistic function at 1
}

TEST_CASE("f(x) − f(−x) is x") {
  // Φ(x) + Φ(−x) = 1, and so it is with the tanh, with the logistic function, and with max(0, x)
  for (const Activation& f : activations()) {
    CAPTURE(f.name);
    for (const double x : {0.0, 0.1, 0.7, 1.0, 2.5, 10.0, 40.0}) CHECK(f.value(x) - f.value(-x) == nearly(x));
  }
}

TEST_CASE("far from 0 an activation is x or 0, never NaN") {
  for (const Activation& f : activations()) {
    CAPTURE(f.name);
    for (const double x : {40.0, 1000.0, 1e200, 1.7e308}) {
      CHECK(f.value(x) == x);
      CHECK(std::fabs(f.value(-x)) < 1e-15);  // silu(−40) = −40 · e^−40 = −1.7e-16
    }
    CHECK(f.value(-1000) == 0);
  }
}

}  // namespace mha

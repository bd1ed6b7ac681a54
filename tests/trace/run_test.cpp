// The whole calculation with several threads and with vectors of each width: the same numbers, in the same order.
#include "trace/run.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error.hpp"
#include "math/random.hpp"
#include "math/threads.hpp"
#include "math/vectors.hpp"
#include "model/config.hpp"
#include "model/lessons.hpp"
#include "trace/forward.hpp"

namespace mha {
namespace {

// Every step's id, formula and the bits of its numbers; where it ends with an error, also that.
std::string bits_of_trace(std::string_view config, std::optional<int> round = std::nullopt) {
  std::string seen;
  try {
    const Model model = read_config(std::string(config), "test.json", "test");
    Plan plan = forward(model);
    run(plan, round, [&](const Step& step, std::size_t place, const Values& values) {
      seen += step.id;
      seen += ' ';
      seen += step.formula;
      for (const std::size_t input : step.from) REQUIRE(values[input] != nullptr);
      const auto* bytes = reinterpret_cast<const char*>(values[place]->cells().data());
      seen += ' ';
      seen += std::to_string(fnv1a({bytes, values[place]->cells().size_bytes()}));
      seen += '\n';
    });
  } catch (const Error& error) {
    seen += error.what();
  }
  return seen;
}

void check_same_bits(std::string_view config, std::optional<int> round = std::nullopt) {
  const std::string right = bits_of_trace(config, round);
  const VectorWidth before = vector_width();
  for (const VectorWidth width : {VectorWidth::two, VectorWidth::four, VectorWidth::eight}) {
    if (!has(width)) continue;
    use_vectors(width);
    for (const int threads : {1, 2, 4}) {
      const UseThreads use(threads);
      CAPTURE(static_cast<int>(width));
      CAPTURE(threads);
      CHECK(bits_of_trace(config, round) == right);
    }
  }
  use_vectors(before);
}

// Large enough for several threads: see is_large() in compute.cpp.
std::string large(const std::string& more) {
  std::string tokens = "\"1\"";
  for (int i = 2; i <= 130; ++i) tokens.append(",\"").append(std::to_string(i)).append("\"");
  return R"({"layers": 2, "heads": 3, "d_model": 48, "d_ff": 160, "mask": "causal", "tokens": [)" + tokens + "], " +
         more + R"("init": {"seed": 3, "low": -0.5, "high": 0.5, "biases": true}})";
}

}  // namespace

TEST_CASE("a large calculation gives the same bits with any number of threads and any vectors") {
  check_same_bits(large(R"("activation": "gelu", )"));
  check_same_bits(large(R"("activation": "silu", "norm": "pre", )"));
  check_same_bits(large(R"("activation": "gelu_tanh", "norm": "none", )"), 3);
}

TEST_CASE("a lesson gives the same bits with any number of threads and any vectors") {
  REQUIRE_FALSE(lessons().empty());
  for (const Lesson& lesson : lessons()) {
    CAPTURE(lesson.name);
    check_same_bits(lesson.text);
  }
}

TEST_CASE("a large calculation starts threads, a lesson none") {
  static std::atomic<int> started = 0;
  const UseThreads one(1);
  for (const auto& [config, threads] : {std::pair{std::string(lessons().front().text), 0}, {large(""), 3}}) {
    started = 0;
    use_threads(4, [] { ++started; });
    bits_of_trace(config);
    use_threads(1);  // waits for those that there are
    CHECK(started == threads);
  }
}

TEST_CASE("of several errors the first in the order of calculation is told, whoever finds one first") {
  // Q · Kᵀ of heads 2 and 3 are beyond the largest number; head 1 gives a Q that is 0.
  std::string zeros = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
  for (int i = 1; i < 130; ++i) zeros += ",[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
  const std::string config =
      large(R"("given": {"block1.head1.Q": [)" + zeros + R"(]}, "scale": {"divide_by": 1e-320}, )");
  const std::string right = bits_of_trace(config);
  const std::string message = right.substr(right.rfind('\n') + 1);
  CAPTURE(message);
  CHECK(message.starts_with("test.json: block1.head2.scaled["));
  for (int times = 0; times < 5; ++times) check_same_bits(config);
}

TEST_CASE("a reader that gives up ends the calculation") {
  for (const int threads : {1, 2, 4}) {
    const UseThreads use(threads);
    const Model model = read_config(large(""), "test.json", "test");
    Plan plan = forward(model);
    std::size_t seen = 0;
    CHECK_THROWS_AS(run(plan, std::nullopt,
                        [&](const Step&, std::size_t, const Values&) {
                          if (++seen == 20) throw std::length_error("enough");
                        }),
                    std::length_error);
    CHECK(seen == 20);
  }
}

}  // namespace mha

// Exercises and sheets of answers for the tests of check/.
#pragma once

#include <string>
#include <vector>

#include "check/judge.hpp"
#include "model/config.hpp"
#include "trace/forward.hpp"

namespace mha {

struct Exercise {
  explicit Exercise(const std::string& config, std::optional<int> round = std::nullopt)
      : model(read_config(config, "exercise", "exercise")), plan(forward(model)), truth(true_numbers(plan, round)) {}

  std::size_t place(std::string_view id) const {
    const Step* step = plan.find(id);
    if (!step) throw std::runtime_error("no such step: " + std::string(id));
    return static_cast<std::size_t>(step - plan.steps.data());
  }

  Model model;
  Plan plan;
  Truth truth;
};

// "0.25", "?", "-inf", "1/3"
Cell cell(const std::string& word);
Cells cells(const std::string& rows);  // "1 2; 3 4"

struct Written {
  std::string id, rows;
};
Sheet sheet(const Exercise& e, const std::vector<Written>& answers);
Judgement judge(const Exercise& e, const std::vector<Written>& answers);

// "right", "wrong", …; "not answered"
std::string verdict(const Exercise& e, const Judgement& j, std::string_view id);
// The ids of the mistakes that are named, in alphabetical order, a space between them.
std::string named(const Exercise& e, const Judgement& j, std::string_view id);

// Two small ones. Q is X0 · Wq = [[4, 7], [11, 17]]; K and V are X0, with Wk and Wv the identity; the scores are
// [[18, 47], [45, 118]].
inline const std::string two_by_two = R"({"input": [[1, 2], [3, 5]], "norm": "none", "residual": false,
  "weights": [{"Wq": [[2, -1], [1, 4]], "Wk": "identity", "Wv": "identity", "Wo": "none"}]})";
// Q · Kᵀ is [[1, 12, 3], [2, 7, 2], [4, 1, 3]].
inline const std::string three_by_three = R"({"norm": "none", "residual": false, "weights": [{"Wo": "none"}],
  "given": {"block1.head1.Q": [[1, 0, 2], [0, 1, 1], [2, 1, 0]], "block1.head1.K": [[1, 2, 0], [0, 1, 6], [1, 1, 1]],
            "block1.head1.V": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}})";

}  // namespace mha

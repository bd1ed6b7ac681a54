#include "trace/needed.hpp"

#include <cmath>
#include <utility>

#include "error.hpp"
#include "model/shapes.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

// The places of all steps that the output needs, what is given just before its first use.
std::vector<std::size_t> order_of_needed(const std::vector<Step>& steps, std::size_t output) {
  std::vector<bool> is_needed(steps.size());
  is_needed[output] = true;
  for (std::size_t i = output + 1; i-- > 0;) {
    if (!is_needed[i]) continue;
    for (const std::size_t input : steps[i].from) is_needed[input] = true;
  }
  std::vector<std::size_t> order;
  std::vector<bool> is_placed(steps.size());
  for (std::size_t i = 0; i <= output; ++i) {
    if (!is_needed[i] || (steps[i].from.empty() && i != output)) continue;
    for (const std::size_t input : steps[i].from) {
      if (steps[input].from.empty() && !is_placed[input]) order.push_back(input), is_placed[input] = true;
    }
    order.push_back(i);
  }
  return order;
}

// Throws where a step that is needed has no numbers and no way to get them.
void require_numbers(const Model& model, const Step& step, const std::string& key) {
  if (step.op == Op::given && !step.matrix) {
    throw Error(model.place(key), key == "input"
                                      ? "is missing: the token vectors, one row for each token (or \"init\" to "
                                        "draw them)"
                                      : "is missing: give it, or \"init\" to draw what is not given");
  }
  if (step.op == Op::divide && step.number == 0) {
    throw Error(model.place("scale"), fmt::format("{} divides by √d_k, but nothing tells d_k: give \"d_k\", or another "
                                                  "\"scale\"",
                                                  step.id));
  }
  if (step.op == Op::drawn && (step.shape.rows == 0 || step.shape.cols == 0)) {
    if (key == "input" || model.d_model == 0) {
      throw Error(model.place("input"),
                  "is missing, and to draw it \"tokens\" and \"d_model\" have to say how large it is");
    }
    throw Error(model.place("heads"),
                fmt::format("{} heads do not divide d_model {}: give \"d_k\", the width of a head's Q "
                            "and K",
                            model.heads, model.d_model));
  }
}

void require_size(const Plan& plan) {
  double bytes = 0;
  const Step* largest = nullptr;
  const auto cells = [](const Step& s) {
    return static_cast<double>(s.shape.rows) * static_cast<double>(s.shape.cols);
  };
  for (const Step& step : plan.steps) {
    bytes += cells(step) * sizeof(double);
    if (!largest || cells(step) > cells(*largest)) largest = &step;
  }
  if (bytes <= max_bytes) return;
  throw Error(plan.model->place(""),
              fmt::format("the matrices of this calculation need {:.1f} GiB together, but at most 4 GiB are "
                          "allowed: {} alone is {}",
                          std::ceil(bytes / (1024.0 * 1024 * 1024) * 10) / 10, largest->id, in_words(largest->shape)));
}

}  // namespace

Plan needed_steps(const Model& model, std::vector<Step> steps,
                  const std::unordered_map<std::size_t, std::string>& source_keys, std::size_t output) {
  Plan plan;
  plan.model = &model;
  std::unordered_map<std::size_t, std::size_t> moved;  // place among `steps` → place in the plan
  for (const std::size_t place : order_of_needed(steps, output)) {
    const auto key = source_keys.find(place);
    require_numbers(model, steps[place], key == source_keys.end() ? "" : key->second);
    moved[place] = plan.steps.size();
    plan.steps.push_back(std::move(steps[place]));
    for (std::size_t& input : plan.steps.back().from) input = moved.at(input);
  }
  plan.output = plan.steps.size() - 1;
  require_size(plan);
  return plan;
}

}  // namespace mha

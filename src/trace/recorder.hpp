// Writes down the steps of a calculation in the words of the paper: forward.cpp says what follows from what, the
// Recorder gives each step its shape and labels, puts in its place what the config has given instead of it, and in the
// end leaves out what the output does not need.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

class Recorder {
 public:
  using Ref = std::size_t;  // a step that was recorded

  explicit Recorder(const Model& model);  // the model has to outlive the plan

  // A matrix of the config at `key` (weights[0].Wq): the given numbers or an identity; else drawn, where the config has
  // `init` and the matrix `may_be_drawn`; else missing, an error only if the output needs it. Asked for twice, it is
  // the same step.
  Ref source(const std::string& id, const Weight& weight, Shape shape, const std::string& key,
             bool may_be_drawn = true);
  Ref matrix(const std::string& id, const Matrix& m, const std::string& key);  // one that is always given

  Ref sinusoidal(const std::string& id, Shape shape);
  // X · W + the biases side by side, from `first_column` on. With Rows::free a given step in its place may have other
  // rows than X has: other queries, or other keys and values, than tokens.
  enum class Rows { as_X, free };
  Ref linear(const std::string& id, Ref X, Ref W, const std::vector<Ref>& biases, Rows rows,
             std::size_t first_column = 0);
  Ref columns(const std::string& id, Ref fused, std::size_t first, std::size_t count);  // Rows::free
  Ref scores(const std::string& id, Ref Q, Ref K);
  Ref divide(const std::string& id, Ref scores, double divisor, const std::string& formula);
  Ref mask(const std::string& id, Ref scores, const Matrix* mask);  // null: causal
  Ref exp(const std::string& id, Ref x);
  Ref row_sum(const std::string& id, Ref x);
  Ref divide_rows(const std::string& id, Ref x, Ref sums);
  Ref matmul(const std::string& id, Ref a, Ref b);
  Ref concat(const std::string& id, const std::vector<Ref>& parts);
  Ref copy(const std::string& id, Ref x);
  Ref add(const std::string& id, Ref a, Ref b);
  Ref mean(const std::string& id, Ref x);
  Ref variance(const std::string& id, Ref x, Ref mean);
  Ref deviation(const std::string& id, Ref variance, double epsilon);
  Ref normalize(const std::string& id, Ref x, Ref mean, Ref deviation);
  Ref scale_shift(const std::string& id, Ref x, std::optional<Ref> gamma, std::optional<Ref> beta);
  Ref activation(const std::string& id, Ref x, const Activation& activation);

  Shape shape(Ref step) const { return steps_[step].shape; }  // 0: not known
  // Throws where the two have different rows, both known; `why` says what needs them to be the same.
  void require_same_rows(Ref a, Ref b, const std::string& why) const;

  // The plan of all that `output` needs (see needed.hpp). Throws where a step that is given is no step of this
  // calculation, where something needed is missing, or the whole is too large.
  Plan finish(Ref output) &&;

 private:
  Ref record(Step step, Rows rows = Rows::as_X);
  Step like(const std::string& id, Op op, Ref x, const std::string& formula) const;  // shape and labels of x
  std::string short_id(Ref step) const;                                              // Q, for block1.head1.Q
  Labels labels_of_rows(std::size_t rows);
  void require_known_given_steps() const;

  const Model& model_;
  std::vector<Step> steps_;
  std::unordered_map<std::string, Ref> places_;
  std::unordered_map<Ref, std::string> source_keys_;  // a source → its key in the config
  Labels tokens_;
  std::unordered_map<std::size_t, Labels> queries_;  // q1, q2, …: as many as asked for
};

}  // namespace mha

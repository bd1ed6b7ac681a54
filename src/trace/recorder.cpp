#include "trace/recorder.hpp"

#include <algorithm>

#include "error.hpp"
#include "model/shapes.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/suggest.hpp"
#include "text/unicode.hpp"
#include "trace/needed.hpp"

namespace mha {
namespace {

bool fits(std::size_t found, std::size_t needed) { return found == 0 || needed == 0 || found == needed; }

std::string given_key(std::string_view id) { return "given[" + in_quotes(id, 60) + "]"; }

}  // namespace

Recorder::Recorder(const Model& model)
    : model_(model), tokens_(std::make_shared<const std::vector<std::string>>(model.tokens)) {}

// Rows stand for tokens where there are as many of them; else they are queries of their own.
Labels Recorder::labels_of_rows(std::size_t rows) {
  if (rows == tokens_->size()) return tokens_;
  Labels& labels = queries_[rows];
  if (!labels) {
    std::vector<std::string> names(rows);
    for (std::size_t i = 0; i < rows; ++i) names[i] = fmt::format("q{}", i + 1);
    labels = std::make_shared<const std::vector<std::string>>(std::move(names));
  }
  return labels;
}

std::string Recorder::short_id(Ref step) const {
  const std::string& id = steps_[step].id;
  return id.substr(id.rfind('.') + 1);
}

Step Recorder::like(const std::string& id, Op op, Ref x, const std::string& formula) const {
  const Step& made_from = steps_[x];
  Step step;
  step.id = id;
  step.op = op;
  step.formula = formula;
  step.from = {x};
  step.shape = made_from.shape;
  step.row_labels = made_from.row_labels;
  step.column_labels = made_from.column_labels;
  return step;
}

// Adds the step, or what the config has given in its place.
Recorder::Ref Recorder::record(Step step, Rows rows) {
  if (const auto found = model_.given.find(step.id); found != model_.given.end()) {
    const Matrix& m = found->second;
    if (rows == Rows::free) step.shape.rows = 0;
    if (!fits(m.rows(), step.shape.rows) || !fits(m.cols(), step.shape.cols)) {
      const Shape needed{step.shape.rows ? step.shape.rows : m.rows(), step.shape.cols ? step.shape.cols : m.cols()};
      throw Error(model_.place(given_key(step.id)), does_not_fit(m.shape(), needed, shape_in_words(step.id)));
    }
    const bool has_other_rows = m.rows() != step.shape.rows;
    step.op = Op::given;
    step.formula = "given";
    step.from.clear();
    step.shape = m.shape();
    step.matrix = &m;
    if (has_other_rows) step.row_labels = labels_of_rows(m.rows());
    if (step.column_labels && step.column_labels->size() != m.cols()) step.column_labels = labels_of_rows(m.cols());
  }
  places_[step.id] = steps_.size();
  steps_.push_back(std::move(step));
  return steps_.size() - 1;
}

Recorder::Ref Recorder::source(const std::string& id, const Weight& weight, Shape shape, const std::string& key,
                               bool may_be_drawn) {
  if (const auto found = places_.find(id); found != places_.end()) return found->second;
  Step step;
  step.id = id;
  step.shape = shape;
  step.op = Op::given;
  step.formula = "given";
  if (weight.kind == Weight::Kind::identity) {
    step.op = Op::identity;
    step.formula = "I";
  } else if (weight.kind == Weight::Kind::given) {
    step.matrix = &weight.matrix;
    step.shape = weight.matrix.shape();
  } else if (model_.init && may_be_drawn) {
    step.op = Op::drawn;
    step.formula = "drawn";
    step.init = &*model_.init;
  }
  source_keys_[steps_.size()] = key;
  if (id == "X0" || id == "E") step.row_labels = labels_of_rows(step.shape.rows);
  places_[id] = steps_.size();
  steps_.push_back(std::move(step));
  return steps_.size() - 1;
}

Recorder::Ref Recorder::matrix(const std::string& id, const Matrix& m, const std::string& key) {
  Step step;
  step.id = id;
  step.formula = "given";
  step.shape = m.shape();
  step.matrix = &m;
  step.row_labels = labels_of_rows(m.rows());
  source_keys_[steps_.size()] = key;
  return record(std::move(step));
}

Recorder::Ref Recorder::sinusoidal(const std::string& id, Shape shape) {
  Step step;
  step.id = id;
  step.op = Op::sinusoidal;
  step.formula = "sin, cos(pos / 10000^(2i/d_model))";
  step.shape = shape;
  step.row_labels = labels_of_rows(shape.rows);
  return record(std::move(step));
}

Recorder::Ref Recorder::linear(const std::string& id, Ref X, Ref W, const std::vector<Ref>& biases, Rows rows,
                               std::size_t first_column) {
  if (!fits(shape(X).cols, shape(W).rows)) {
    throw Error(model_.place(source_keys_.at(W)),
                fmt::format("has {}, but needs {}: {} has so many columns", counted(shape(W).rows, "row"),
                            shape(X).cols, steps_[X].id));
  }
  Step step = like(id, Op::linear, X, short_id(X) + " · " + short_id(W));
  step.from.push_back(W);
  if (!biases.empty()) step.formula += " + " + short_id(biases.front());
  step.from.insert(step.from.end(), biases.begin(), biases.end());
  step.shape.cols = shape(W).cols;
  step.column_labels = nullptr;
  step.first_column = first_column;
  return record(std::move(step), rows);
}

Recorder::Ref Recorder::columns(const std::string& id, Ref fused, std::size_t first, std::size_t count) {
  Step step = like(id, Op::columns, fused, short_id(fused));
  step.formula += count == 1 ? fmt::format("[·, {}]", first + 1) : fmt::format("[·, {}–{}]", first + 1, first + count);
  step.shape.cols = count;
  step.first_column = first;
  return record(std::move(step), Rows::free);
}

Recorder::Ref Recorder::scores(const std::string& id, Ref Q, Ref K) {
  Step step = like(id, Op::scores, Q, "Q · Kᵀ");
  step.from.push_back(K);
  step.shape.cols = shape(K).rows;
  step.column_labels = steps_[K].row_labels;
  return record(std::move(step));
}

Recorder::Ref Recorder::divide(const std::string& id, Ref scores, double divisor, const std::string& formula) {
  Step step = like(id, Op::divide, scores, formula);
  step.number = divisor;
  return record(std::move(step));
}

Recorder::Ref Recorder::mask(const std::string& id, Ref scores, const Matrix* mask) {
  const Shape needed = shape(scores);
  if (mask && (!fits(mask->rows(), needed.rows) || !fits(mask->cols(), needed.cols))) {
    throw Error(model_.place("mask"),
                does_not_fit(mask->shape(), needed,
                             needed.rows == needed.cols ? "n × n: who looks × at whom" : "queries × keys"));
  }
  if (!mask && !fits(needed.rows, needed.cols)) {
    throw Error(
        model_.place("mask"),
        fmt::format("\"causal\" needs as many queries as keys, but {} is {}: write the mask out, 1 where a query "
                    "may look",
                    steps_[scores].id, in_words(needed)));
  }
  Step step = like(id, Op::mask, scores, short_id(scores) + ", −∞ ← mask = 0");
  step.matrix = mask;
  return record(std::move(step));
}

Recorder::Ref Recorder::exp(const std::string& id, Ref x) { return record(like(id, Op::exp, x, "e^" + short_id(x))); }

Recorder::Ref Recorder::row_sum(const std::string& id, Ref x) {
  Step step = like(id, Op::row_sum, x, "Σ " + short_id(x));
  step.shape.cols = 1;
  step.column_labels = nullptr;
  return record(std::move(step));
}

Recorder::Ref Recorder::divide_rows(const std::string& id, Ref x, Ref sums) {
  Step step = like(id, Op::divide_rows, x, short_id(x) + " / " + short_id(sums));
  step.from.push_back(sums);
  return record(std::move(step));
}

Recorder::Ref Recorder::matmul(const std::string& id, Ref a, Ref b) {
  Step step = like(id, Op::matmul, a, short_id(a) + " · " + short_id(b));
  step.from.push_back(b);
  step.shape.cols = shape(b).cols;
  step.column_labels = nullptr;
  return record(std::move(step));
}

Recorder::Ref Recorder::concat(const std::string& id, const std::vector<Ref>& parts) {
  Step step = like(id, Op::concat, parts.front(), "");
  step.from = parts;
  step.shape.cols = 0;
  bool is_known = true;
  for (std::size_t h = 0; h < parts.size(); ++h) {
    is_known = is_known && shape(parts[h]).cols != 0;
    step.shape.cols += shape(parts[h]).cols;
    if (step.shape.rows == 0) step.shape.rows = shape(parts[h]).rows;
  }
  if (!is_known) step.shape.cols = 0;
  step.formula = parts.size() <= 4 ? "head1" : fmt::format("head1 | … | head{}", parts.size());
  for (std::size_t h = 1; h < parts.size() && parts.size() <= 4; ++h) step.formula += fmt::format(" | head{}", h + 1);
  return record(std::move(step));
}

Recorder::Ref Recorder::copy(const std::string& id, Ref x) { return record(like(id, Op::copy, x, short_id(x))); }

Recorder::Ref Recorder::add(const std::string& id, Ref a, Ref b) {
  if (!fits(shape(a).rows, shape(b).rows) || !fits(shape(a).cols, shape(b).cols)) {
    throw Error(model_.place(""), fmt::format("{} cannot add {} ({}) and {} ({}): both need the same shape{}", id,
                                              steps_[a].id, in_words(shape(a)), steps_[b].id, in_words(shape(b)),
                                              fits(shape(a).rows, shape(b).rows)
                                                  ? "; with \"Wo\": \"none\" that means heads·d_v = d_model"
                                                  : "; \"residual\": false leaves the sum out"));
  }
  Step step = like(id, Op::add, a, short_id(a) + " + " + short_id(b));
  step.from.push_back(b);
  if (step.shape.rows == 0) step.shape.rows = shape(b).rows, step.row_labels = steps_[b].row_labels;
  if (step.shape.cols == 0) step.shape.cols = shape(b).cols;
  return record(std::move(step));
}

Recorder::Ref Recorder::mean(const std::string& id, Ref x) {
  Step step = like(id, Op::mean, x, "Σ x / d_model");
  step.shape.cols = 1;
  step.column_labels = nullptr;
  return record(std::move(step));
}

Recorder::Ref Recorder::variance(const std::string& id, Ref x, Ref mean) {
  Step step = like(id, Op::variance, mean, "Σ (x − mean)² / d_model");
  step.from = {x, mean};
  return record(std::move(step));
}

Recorder::Ref Recorder::deviation(const std::string& id, Ref variance, double epsilon) {
  Step step = like(id, Op::deviation, variance, "√(var + ε)");
  step.number = epsilon;
  return record(std::move(step));
}

Recorder::Ref Recorder::normalize(const std::string& id, Ref x, Ref mean, Ref deviation) {
  Step step = like(id, Op::normalize, x, "(x − mean) / std");
  step.from = {x, mean, deviation};
  return record(std::move(step));
}

Recorder::Ref Recorder::scale_shift(const std::string& id, Ref x, std::optional<Ref> gamma, std::optional<Ref> beta) {
  Step step = like(id, Op::scale_shift, x, short_id(x));
  step.has_gamma = gamma.has_value();
  for (const std::optional<Ref>& vector : {gamma, beta}) {
    if (!vector) continue;
    if (!fits(shape(*vector).cols, shape(x).cols)) {
      throw Error(model_.place(source_keys_.at(*vector)),
                  fmt::format("has {}, but needs {}: {} has so many columns", counted(shape(*vector).cols, "number"),
                              shape(x).cols, steps_[x].id));
    }
    step.from.push_back(*vector);
  }
  if (gamma) step.formula = "γ · " + step.formula;
  if (beta) step.formula += " + β";
  return record(std::move(step));
}

Recorder::Ref Recorder::activation(const std::string& id, Ref x, const Activation& activation) {
  Step step = like(id, Op::activation, x, std::string(activation.formula));
  step.activation = &activation;
  return record(std::move(step));
}

void Recorder::require_same_rows(Ref a, Ref b, const std::string& why) const {
  if (fits(shape(a).rows, shape(b).rows)) return;
  const Ref blamed = model_.given.contains(steps_[b].id) ? b : a;
  const Ref other = blamed == b ? a : b;
  const bool is_given_step = model_.given.contains(steps_[blamed].id);
  throw Error(model_.place(is_given_step ? given_key(steps_[blamed].id) : steps_[blamed].id),
              fmt::format("has {}, but {} has {}: {}", counted(shape(blamed).rows, "row"), steps_[other].id,
                          shape(other).rows, why));
}

void Recorder::require_known_given_steps() const {
  for (const auto& [id, m] : model_.given) {
    const auto found = places_.find(id);
    if (found != places_.end() && !source_keys_.contains(found->second)) continue;
    if (found != places_.end()) {
      throw Error(model_.place(given_key(id)),
                  fmt::format("is not computed, it has a key of its own: {}", source_keys_.at(found->second)));
    }
    std::vector<std::string> known;
    for (Ref i = 0; i < steps_.size(); ++i) {
      if (!source_keys_.contains(i)) known.push_back(steps_[i].id);
    }
    throw Error(model_.place(given_key(id)), "is no step of this calculation" + did_you_mean(id, known));
  }
}

Plan Recorder::finish(Ref output) && {
  require_known_given_steps();
  return needed_steps(model_, std::move(steps_), source_keys_, output);
}

}  // namespace mha

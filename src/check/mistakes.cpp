#include "check/mistakes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <queue>
#include <utility>

#include "check/cell.hpp"
#include "check/slips.hpp"
#include "text/format.hpp"

namespace mha {
namespace {

template <Op... ops>
bool in_step(const Case& c) {
  return ((c.step().op == ops) || ...);
}

template <Op op>
bool with_ending(const Case& c, std::string_view ending) {
  return c.step().op == op && c.step().id.ends_with(ending);
}

bool in_weights(const Case& c) { return with_ending<Op::divide_rows>(c, ".weights"); }
bool in_sum_or_weights(const Case& c) { return in_weights(c) || with_ending<Op::row_sum>(c, ".sum"); }
bool in_projection(const Case& c) {
  return c.step().op == Op::linear && !c.step().id.ends_with(".mha") && !c.step().id.ends_with(".ffn");
}
bool in_mha(const Case& c) { return with_ending<Op::linear>(c, ".mha"); }
bool in_residual(const Case& c) { return c.step().op == Op::add && c.step().id != "X0"; }
bool in_second_residual(const Case& c) { return with_ending<Op::add>(c, ".add2"); }
bool in_positions(const Case& c) { return c.step().op == Op::add && c.step().id == "X0"; }
bool in_hidden(const Case& c) { return with_ending<Op::linear>(c, ".ffn.hidden"); }
bool in_ffn(const Case& c) { return with_ending<Op::linear>(c, ".ffn"); }

constexpr auto mistake_table = std::to_array<Mistake>({
    {"not-scaled", in_step<Op::divide>, not_scaled, "the scores were not divided; right is {}",
     "得分没有做除法；应该是 {}"},
    {"scaled-by-d_k", in_step<Op::divide>, scaled_by_d_k, "divided by d_k, not by its root √d_k",
     "除以了 d_k，应该除以它的平方根 √d_k"},
    {"scaled-by-sqrt-d_model", in_step<Op::divide>, scaled_by_sqrt_d_model, "divided by √d_model, not by √d_k",
     "除以了 √d_model，应该除以 √d_k"},
    {"scaled-by-sqrt-n", in_step<Op::divide>, scaled_by_sqrt_n, "divided by √n (n: the number of tokens), not by √d_k",
     "除以了 √n（n 是词元个数），应该除以 √d_k"},
    {"multiplied-by-sqrt-d_k", in_step<Op::divide>, multiplied_by_sqrt_d_k, "multiplied by √d_k, not divided by it",
     "乘了 √d_k，应该除以 √d_k"},
    {"softmax-by-column", in_sum_or_weights, softmax_by_column,
     "the softmax was taken down the columns; it goes along each row", "softmax 按列算了；应该按行算"},
    {"normalized-without-exp", in_weights, normalized_without_exp,
     "the scores were divided by their plain sum; e^x of each comes first", "直接用得分除以它们的和；应该先取 e^x"},
    {"masked-after-softmax", in_weights, masked_after_softmax,
     "the weights were set to 0 after the softmax, and the rows no longer sum to 1; the mask comes before it",
     "在 softmax 之后才把权重改成 0，行的和就不是 1 了；应该在 softmax 之前遮挡"},
    {"mask-inverted", in_step<Op::mask>, mask_inverted,
     "−∞ was written where the mask has 1; it belongs where the mask has 0",
     "在掩码为 1 的地方写了 −∞；应该写在掩码为 0 的地方"},
    {"mask-forgotten", in_step<Op::mask>, mask_forgotten, "nothing was masked", "没有做掩码（遮挡）"},
    {"weight-transposed", in_step<Op::linear>, weight_transposed,
     "multiplied by the transposed weight matrix; right is {}", "乘的是权重矩阵的转置；应该是 {}"},
    {"bias-forgotten", in_step<Op::linear>, bias_forgotten, "the bias was not added; right is {}",
     "没有加偏置；应该是 {}"},
    {"k-not-transposed", in_step<Op::scores>, k_not_transposed, "Q · K was calculated; right is Q · Kᵀ",
     "算的是 Q · K；应该是 Q · Kᵀ"},
    {"scores-symmetric", in_step<Op::scores>, scores_symmetric,
     "the cells on one side of the diagonal are copied from the other; Q · Kᵀ is not symmetric",
     "对角线一侧的数照抄了另一侧；Q · Kᵀ 不是对称的"},
    {"heads-interleaved", in_step<Op::columns>, heads_interleaved,
     "every so many columns were taken for the head; it has neighbouring columns",
     "隔几列取一列给这个头；应该取相邻的几列"},
    {"heads-interleaved", in_step<Op::concat>, heads_alternating,
     "columns of the heads alternate; the heads stand side by side, each in one piece",
     "各个头的列交错排列了；应该一个头接一个头地并排放"},
    {"heads-swapped", in_step<Op::concat>, heads_swapped, "the heads stand side by side in the reverse order",
     "各个头的先后顺序反了"},
    {"output-projection-forgotten", in_mha, output_projection_forgotten, "concat was not multiplied by Wo; right is {}",
     "concat 没有乘 Wo；应该是 {}"},
    {"residual-forgotten", in_residual, residual_forgotten, "what went into the sublayer was not added; right is {}",
     "没有加上子层的输入（残差）；应该是 {}"},
    {"residual-from-block-input", in_second_residual, residual_from_block_input,
     "the input of the block was added; right is what went into the second sublayer: {}",
     "加的是整个块的输入；应该加第二个子层的输入：{}"},
    {"sample-variance", in_step<Op::variance>, sample_variance, "divided by d − 1; LayerNorm divides by d",
     "方差除以了 d − 1；层归一化应该除以 d"},
    {"epsilon-outside-root", in_step<Op::deviation>, epsilon_outside_root,
     "ε was added to the root; it belongs inside: √(var + ε)", "ε 加在了根号外面；应该在根号里面：√(var + ε)"},
    {"epsilon-forgotten", in_step<Op::deviation>, epsilon_forgotten, "ε was left out; right is √(var + ε)",
     "漏了 ε；应该是 √(var + ε)"},
    {"variance-for-deviation", in_step<Op::deviation>, variance_for_deviation,
     "the variance was taken for the deviation; its root is missing", "把方差当成了标准差；没有开平方"},
    {"layernorm-by-column", in_step<Op::normalize>, layernorm_by_column,
     "normalized down the columns; it goes along each row", "按列做了归一化；应该按行做"},
    {"gamma-forgotten", in_step<Op::scale_shift>, gamma_forgotten, "not multiplied by gamma; right is {}",
     "没有乘 gamma；应该是 {}"},
    {"beta-forgotten", in_step<Op::scale_shift>, beta_forgotten, "beta was not added; right is {}",
     "没有加 beta；应该是 {}"},
    {"gamma-and-beta-forgotten", in_step<Op::scale_shift>, gamma_and_beta_forgotten,
     "the normalized rows were left as they are; right is {}", "归一化后的行没有再处理；应该是 {}"},
    {"norm-misplaced", in_projection, norm_misplaced,
     "LayerNorm is in the wrong place here: before the sublayer with pre, after it with post",
     "层归一化的位置不对：pre 在子层之前，post 在子层之后"},
    {"activation-forgotten", in_step<Op::activation>, activation_forgotten, "the activation was left out; right is {}",
     "漏了激活函数；应该是 {}"},
    {"other-gelu", in_step<Op::activation>, other_gelu,
     "the other GELU was taken (by tanh, or the exact one); here it is {}",
     "用了另一种 GELU（tanh 近似或精确式）；这里应该是 {}"},
    {"activation-after-second-layer", in_ffn, activation_after_second_layer,
     "the activation was taken after the second layer; it belongs between the two",
     "激活函数放在了第二层之后；应该在两层之间"},
    {"ffn-layers-swapped", in_hidden, ffn_layers_swapped, "W2 and b2 were taken for the first layer; right is {}",
     "第一层用了 W2 和 b2；应该是 {}"},
    {"sinusoid-halves", in_step<Op::sinusoidal>, sinusoid_halves,
     "all sines stand first, then all cosines; they alternate", "先写了全部正弦，再写全部余弦；应该交替排列"},
    {"positions-from-1", in_step<Op::sinusoidal>, positions_from_1,
     "the first token was given position 1; positions begin with 0", "第一个词元的位置用了 1；位置从 0 开始"},
    {"sinusoid-column-as-i", in_step<Op::sinusoidal>, sinusoid_column_as_i,
     "the column was taken for i; i counts the pairs of columns", "把列号当成了 i；i 是一对列（正弦、余弦）的编号"},
    {"sinusoid-unpaired", in_step<Op::sinusoidal>, sinusoid_unpaired,
     "the cosine was given an angle of its own; the sine and the cosine of a pair have the same",
     "余弦用了自己的角度；同一对的正弦和余弦角度相同"},
    {"positions-forgotten", in_positions, positions_forgotten, "the positions were not added; right is {}",
     "没有加位置向量；应该是 {}"},
});

// Steps that are worked out together: who makes a mistake in one of them may have written the right one down as well.
bool is_in_between(Op op) {
  return op == Op::divide || op == Op::mask || op == Op::exp || op == Op::row_sum || op == Op::mean ||
         op == Op::variance || op == Op::deviation;
}

bool same_shape(const Cells& cells, const Matrix& m) {
  return cells.size() == m.rows() && !cells.empty() && cells.front().size() == m.cols();
}

bool reproduces(const Matrix& m, const Cells& cells) {
  if (!same_shape(cells, m)) return false;
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < m.cols(); ++j) {
      if (cells[i][j].kind != Cell::Kind::blank && !is_right(cells[i][j], m(i, j))) return false;
    }
  }
  return true;
}

// The steps in which the mistake may have been made, in the order of computation; the last one is the answered one.
// Those before it were left out, or are worked out together with it. No more than can be tried in no time.
std::vector<std::size_t> where_it_may_be(const Plan& plan, std::size_t place, const std::vector<bool>& is_written) {
  constexpr std::size_t most_steps = 80;
  constexpr std::size_t most_cells = 200'000;
  std::vector<std::size_t> found;
  std::priority_queue<std::size_t> next;  // the nearest first
  next.push(place);
  std::size_t cells = 0;
  while (!next.empty() && found.size() < most_steps) {
    const std::size_t at = next.top();
    next.pop();
    if (!found.empty() && found.back() == at) continue;
    const Step& step = plan.steps[at];
    cells += step.shape.rows * step.shape.cols;
    if (cells > most_cells && !found.empty()) break;
    found.push_back(at);
    for (const std::size_t input : step.from) {
      const Op op = plan.steps[input].op;
      if (!is_given(op) && (!is_written[input] || is_in_between(op))) next.push(input);
    }
  }
  std::ranges::reverse(found);
  return found;
}

class Search {
 public:
  Search(const Plan& plan, std::size_t place, const Cells& cells, Values values, const std::vector<bool>& is_written)
      : plan_(plan),
        place_(place),
        cells_(cells),
        values_(std::move(values)),
        steps_(where_it_may_be(plan, place, is_written)) {}

  // The nearest place where somebody may have made it; none where it does not explain the cells.
  std::optional<Finding> look_for(const Mistake& mistake) {
    std::vector<std::size_t> places;
    for (const std::size_t at : steps_) {
      if (mistake.shows_in({plan_, at, values_})) places.push_back(at);
    }
    for (auto at = places.rbegin(); at != places.rend(); ++at) {
      if (std::optional<Finding> found = made_at(mistake, {*at})) return found;
    }
    return places.size() > 1 ? made_at(mistake, places) : std::nullopt;  // in every head
  }

 private:
  std::optional<Finding> made_at(const Mistake& mistake, const std::vector<std::size_t>& places) {
    std::size_t ways = 1;
    for (std::size_t way = 0; way < ways; ++way) {
      ways = go_wrong(mistake, places, way);
      const Numbers result = values_[place_];
      for (auto& [at, before] : changed_) values_[at] = std::move(before);
      changed_.clear();
      if (way < ways && reproduces(*result, cells_)) {
        return Finding{mistake.id, mistake.en, mistake.zh, places.back(), result};
      }
    }
    return std::nullopt;
  }

  // Makes the mistake in these places and goes on from there to the answered step. Returns in how many ways it can be
  // made.
  std::size_t go_wrong(const Mistake& mistake, const std::vector<std::size_t>& places, std::size_t way) {
    std::size_t ways = 0;
    for (const std::size_t at : steps_) {
      const Step& step = plan_.steps[at];
      if (std::ranges::find(places, at) != places.end()) {
        Matrices made = wrong(mistake, {plan_, at, values_});
        ways = made.size();
        if (way >= ways) return ways;
        change(at, std::move(made[way]));
      } else if (std::ranges::any_of(step.from, [&](std::size_t input) { return changed_.contains(input); })) {
        change(at, compute_or_nan(step, values_, values_[at]->shape()));
      }
    }
    return ways;
  }

  void change(std::size_t at, Matrix m) {
    changed_[at] = std::exchange(values_[at], std::make_shared<const Matrix>(std::move(m)));
  }

  static Matrices wrong(const Mistake& mistake, const Case& c) {
    try {
      return mistake.rule(c);
    } catch (const ShapeError&) {
      return {};
    }
  }

  const Plan& plan_;
  std::size_t place_;
  const Cells& cells_;
  Values values_;
  std::vector<std::size_t> steps_;
  std::map<std::size_t, Numbers> changed_;  // what was there before
};

}  // namespace

std::span<const Mistake> mistakes() { return mistake_table; }

std::string sentence(const Finding& finding, const Plan& plan, Language language) {
  const std::string_view words = language == Language::zh ? finding.zh : finding.en;
  return fmt::vformat(words, ::fmt::make_format_args(plan.steps[finding.place].formula));
}

void find_mistakes(const Plan& plan, std::size_t place, const Cells& cells, const Values& values,
                   const std::vector<bool>& is_written, std::vector<Finding>& to) {
  if (!is_given(plan.steps[place].op)) {
    Search search(plan, place, cells, values, is_written);
    for (const Mistake& mistake : mistakes()) {
      if (std::ranges::find(to, mistake.id, &Finding::id) != to.end()) continue;
      if (std::optional<Finding> found = search.look_for(mistake)) to.push_back(std::move(*found));
    }
  }
  find_slips(plan, place, cells, values, to);
}

}  // namespace mha

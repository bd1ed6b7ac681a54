#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/format.hpp"

namespace mha {
namespace {

struct PhraseRow {
  Phrase phrase;
  std::string_view en;
  std::string_view zh;
};

constexpr auto phrases = std::to_array<PhraseRow>({
    {Phrase::lessons_heading, "Lessons (mha --config NAME --trace):", "课程（mha --config 名称 --trace）："},
    {Phrase::cost_heading, "Cost of {}", "{} 的计算量"},
    {Phrase::cost_parameters, "parameters", "参数"},
    {Phrase::cost_multiplications, "multiply–adds", "乘加次数"},
    {Phrase::cost_one_head, "one head of width {}", "一个宽 {} 的头"},
    {Phrase::cost_projections, "projections Wq, Wk, Wv", "投影 Wq、Wk、Wv"},
    {Phrase::cost_scores, "scores Q·Kᵀ", "得分 Q·Kᵀ"},
    {Phrase::cost_softmax, "scaling and softmax", "缩放与 softmax"},
    {Phrase::cost_weighted_values, "weights·V", "权重·V"},
    {Phrase::cost_output_projection, "output projection Wo", "输出投影 Wo"},
    {Phrase::cost_network, "feed-forward network W1, W2", "前馈网络 W1、W2"},
    {Phrase::cost_norms, "LayerNorm", "层归一化"},
    {Phrase::cost_block, "one block", "一个块"},
    {Phrase::cost_final_norm, "final LayerNorm", "最后的层归一化"},
    {Phrase::cost_in_all, "in all ({})", "总计（{}）"},
    {Phrase::cost_what_is_counted,
     "Counted are the products in the sums of each matrix product (one multiply–add each), the divisions of scaling "
     "and\n"
     "softmax (one each for each score), and two for each number that LayerNorm changes (its square, and γ·x + β). "
     "Additions of\n"
     "biases and residual sums, e^x and roots are not counted. LayerNorm has γ and β (2·d_model), also where they are "
     "1 and 0.",
     "计入：每个矩阵乘积中的乘积（各算一次乘加）、缩放与 softmax 的除法（每个得分各一次），以及层归一化对每个数的两次\n"
     "（平方，以及 γ·x + β）。不计入：加偏置与残差的加法、e^x、开方。层归一化总有 γ 和 β（2·d_model "
     "个参数），即使它们是 1 和 0。"},
    {Phrase::cost_difference,
     "{} and one head of the same width in all have the same parameters and the same matrix products. What differs: "
     "each\n"
     "head has its own {} × {} scores to scale and to divide by their sum, so {} as many such divisions.",
     "{} 与同样总宽度的一个头，参数相同，矩阵乘积的乘加次数也相同。不同之处：每个头都有自己的 {} × {} 个得分要缩放、\n"
     "要除以行和，这些除法是 {}。"},
    {Phrase::times, "{} times", "{} 倍"},
    {Phrase::lint_like_right, "These mistakes give the right numbers here, so nobody can see them:",
     "这些错误在这里得到的是正确的数，谁也看不出来："},
    {Phrase::lint_like_each_other, "These mistakes give the same numbers here, so all of them are named:",
     "这些错误在这里得到相同的数，所以会一起列出："},
    {Phrase::lint_all_apart, "Every usual mistake shows, and each in its own way.",
     "每一种常见错误都看得出来，而且各不相同。"},
    {Phrase::terms_left_out, "({} terms left out)", "（省略 {} 项）"},
    {Phrase::verdict_right, "right", "正确"},
    {Phrase::verdict_follows, "follows", "承前（算法正确）"},
    {Phrase::verdict_last_digit, "right but for the last digit", "只有末位不对"},
    {Phrase::verdict_wrong, "wrong", "错误"},
    {Phrase::verdict_blank, "blank", "没有填"},
    {Phrase::report_nothing_wrong, "Nothing is wrong.", "没有错误。"},
    {Phrase::report_first_wrong, "The first wrong step is {}.", "第一个出错的步骤是 {}。"},
    {Phrase::report_first_wrong_given, "{} is not as the exercise has it.", "{} 与题目给的不一样。"},
    {Phrase::report_shape, "is {}, but needs {}", "写成了 {}，应该是 {}"},
    {Phrase::report_more, "and {} more", "还有 {} 个"},
    {Phrase::report_made_in, " (made in {}, before it)", "（错在前面的 {}）"},
    {Phrase::report_no_mistake, "no known mistake gives these numbers", "已知的错误都得不出这些数"},
    {Phrase::report_copied, "it was copied wrong", "抄错了"},
    {Phrase::report_right, " (right: {})", "（正确：{}）"},
    {Phrase::report_right_and_own, " (right: {}; from the numbers before it: {})", "（正确：{}；按前面的数算：{}）"},
    {Phrase::report_sum, "{} of {} steps filled in", "填了 {} 步，共 {} 步"},
    {Phrase::hint_cell, "Look at {} again.", "再看看 {}。"},
    {Phrase::hint_shape, "Count the rows and columns of {} again.", "再数一数 {} 的行和列。"},
    {Phrase::hint_rule, "The rule: {} = {}", "规则：{} = {}"},
    {Phrase::heading_block, "Block {}", "第 {} 块"},
    {Phrase::heading_head, "Head {}", "第 {} 个头"},
    {Phrase::progress_seconds, "{} of {} blocks done, about {} s left", "已算完 {} 块，共 {} 块，大约还要 {} 秒"},
    {Phrase::progress_minutes, "{} of {} blocks done, about {} min left", "已算完 {} 块，共 {} 块，大约还要 {} 分钟"},
});

struct NounRow {
  Noun noun;
  std::string_view one;
  std::string_view many;
  std::string_view zh;
};

constexpr auto nouns = std::to_array<NounRow>({
    {Noun::token, "token", "tokens", "个词元"},
    {Noun::head, "head", "heads", "个头"},
    {Noun::block, "block", "blocks", "个块"},
});

// By what an id ends in. The first row that fits counts: whole names before last words.
struct StepRow {
  std::string_view name;
  std::string_view en;
  std::string_view zh;
};

constexpr auto step_names = std::to_array<StepRow>({
    {"E", "token vectors", "词元向量"},
    {"P", "positions", "位置编码"},
    {"X0", "input of the first block", "第 1 块的输入"},
    {"Wq", "weights of the queries", "查询的投影矩阵"},
    {"Wk", "weights of the keys", "键的投影矩阵"},
    {"Wv", "weights of the values", "值的投影矩阵"},
    {"bq", "bias of the queries", "查询的偏置"},
    {"bk", "bias of the keys", "键的偏置"},
    {"bv", "bias of the values", "值的偏置"},
    {"Q", "queries", "查询"},
    {"K", "keys", "键"},
    {"V", "values", "值"},
    {"scores", "scores", "得分"},
    {"scaled", "scaled scores", "缩放"},
    {"masked", "masked scores", "掩码"},
    {"exp", "powers of e", "指数"},
    {"sum", "row sums", "行和"},
    {"weights", "attention weights", "权重"},
    {"out", "output of the head", "头的输出"},
    {"concat", "heads side by side", "拼接"},
    {"Wo", "weights of the output projection", "输出投影矩阵"},
    {"bo", "bias of the output projection", "输出投影的偏置"},
    {"mha", "output projection", "输出投影"},
    {"add1", "first residual sum", "第一个残差和"},
    {"add2", "second residual sum", "第二个残差和"},
    {"ln1", "first LayerNorm", "第一个层归一化"},
    {"ln2", "second LayerNorm", "第二个层归一化"},
    {"final", "final LayerNorm", "最后的层归一化"},
    {"gamma1", "γ of the first LayerNorm", "第一个层归一化的 γ"},
    {"beta1", "β of the first LayerNorm", "第一个层归一化的 β"},
    {"gamma2", "γ of the second LayerNorm", "第二个层归一化的 γ"},
    {"beta2", "β of the second LayerNorm", "第二个层归一化的 β"},
    {"final.gamma", "γ of the final LayerNorm", "最后的层归一化的 γ"},
    {"final.beta", "β of the final LayerNorm", "最后的层归一化的 β"},
    {"mean", "mean of each row", "每行的均值"},
    {"var", "variance of each row", "每行的方差"},
    {"std", "standard deviation of each row", "每行的标准差"},
    {"normalized", "normalized rows", "归一化"},
    {"W1", "inner weights of the feed-forward network", "前馈网络的第一个矩阵"},
    {"b1", "inner bias of the feed-forward network", "前馈网络的第一个偏置"},
    {"ffn.hidden", "feed-forward network: inner layer", "前馈网络：隐藏层"},
    {"ffn.activated", "feed-forward network: activation", "前馈网络：激活"},
    {"W2", "outer weights of the feed-forward network", "前馈网络的第二个矩阵"},
    {"b2", "outer bias of the feed-forward network", "前馈网络的第二个偏置"},
    {"ffn", "feed-forward network", "前馈网络"},
    {"X", "output of block {}", "第 {} 块的输出"},
});

}  // namespace

std::string_view phrase(Phrase p, Language language) {
  const auto row = std::ranges::find(phrases, p, &PhraseRow::phrase);
  return language == Language::zh ? row->zh : row->en;
}

std::string count(std::size_t n, Noun noun, Language language) {
  const auto row = std::ranges::find(nouns, noun, &NounRow::noun);
  if (language == Language::zh) return fmt::format("{} {}", n, row->zh);
  return fmt::format("{} {}", n, n == 1 ? row->one : row->many);
}

std::string step_in_words(std::string_view id, Language language) {
  const auto ends_in = [id](const StepRow& row) {
    return id == row.name || (id.ends_with(row.name) && id[id.size() - row.name.size() - 1] == '.');
  };
  auto row = std::ranges::find_if(step_names, ends_in);
  if (row == step_names.end()) {
    if (!id.starts_with('X')) return std::string(id);
    row = std::prev(step_names.end());
  }
  const std::string_view number = id.substr(1);
  return fmt::vformat(language == Language::zh ? row->zh : row->en, ::fmt::make_format_args(number));
}

}  // namespace mha

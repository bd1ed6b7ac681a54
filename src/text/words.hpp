// The sentences that people read, in both languages side by side. Ids, formulas and numbers are the same in both.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mha {

enum class Language { en, zh };

enum class Phrase {
  lessons_heading,
  cost_heading,
  cost_parameters,
  cost_multiplications,
  cost_one_head,
  cost_projections,
  cost_scores,
  cost_softmax,
  cost_weighted_values,
  cost_output_projection,
  cost_network,
  cost_norms,
  cost_block,
  cost_final_norm,
  cost_in_all,
  cost_what_is_counted,
  cost_difference,
  times,
  lint_like_right,
  lint_like_each_other,
  lint_all_apart,
  terms_left_out,
  verdict_right,
  verdict_follows,
  verdict_last_digit,
  verdict_wrong,
  verdict_blank,
  report_nothing_wrong,
  report_first_wrong,
  report_first_wrong_given,
  report_shape,
  report_more,
  report_made_in,
  report_no_mistake,
  report_copied,
  report_right,
  report_right_and_own,
  report_sum,
  hint_cell,
  hint_shape,
  hint_rule,
  heading_block,
  heading_head,
  progress_seconds,
  progress_minutes,
};
std::string_view phrase(Phrase p, Language language);

// "1 block", "3 blocks", "3 个块"
enum class Noun { token, head, block };
std::string count(std::size_t n, Noun noun, Language language);

// What a step is, by its id: "scores", "residual sum", "γ of the first LayerNorm"; 得分, 残差和, ….
std::string step_in_words(std::string_view id, Language language);

}  // namespace mha

// The rows of a step in the text format: cells, labels, separators and brackets.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "check/answer_tokens.hpp"
#include "check/answers.hpp"
#include "error.hpp"

namespace mha {

// A row ends with its line, its bracket, a semicolon in brackets or a \\. numpy breaks a long row, so a line's end is
// not a row's where a bracket within a bracket is open. What cannot be read throws Error.
class AnswerRows {
 public:
  // Both must outlive it.
  AnswerRows(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  // Adds the rows that end in this line to the step. `begin`: where the first of the tokens stands.
  void read_line(AnswerTokens tokens, std::size_t begin, std::size_t line, Answer& step);
  void end_step();
  bool is_in_brackets() const { return !brackets_.empty(); }
  void set_label_column(bool has_one) { has_label_column_ = has_one; }  // of a Markdown table, until the step ends

 private:
  struct Bracket {
    std::size_t at = 0;
    char closes = 0;
    bool is_call = false;
  };
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  void take(const AnswerToken& t, AnswerTokens& tokens, Answer& step);
  void take_word(const AnswerToken& t, AnswerTokens& tokens, Answer& step);
  void take_string(const AnswerToken& t);
  void take_separator(const AnswerToken& t);
  void take_equals(const AnswerToken& t);
  void open(const AnswerToken& t);
  void close(const AnswerToken& t, Answer& step);
  void skip_rest_of_call(AnswerTokens& tokens, Answer& step);
  void end_row(std::size_t at, Answer& step);

  bool is_label_next() const;
  void set_label(std::string label);
  void add(Cell cell, std::size_t at);
  void require_no_equality() const;
  Error error(std::size_t at, const std::string& message) const;
  Error unequal_rows(const AnswerRow& first) const;

  std::string_view text_;
  const std::string& place_;
  std::size_t line_ = 0;
  std::size_t cell_count_ = 0;
  std::vector<Bracket> brackets_;
  std::size_t depth_ = 0;          // of brackets, without calls
  bool has_label_column_ = false;  // of a Markdown table
  std::size_t comma_ = none;       // the first one of the step that stands between two digits

  AnswerRow row_;  // that is being read
  std::size_t row_at_ = 0;
  std::size_t equality_ = none;  // where a = or ≈ stands whose number is not read yet
  bool is_after_separator_ = false;
  bool is_ampersand_ = false;      // the last separator
  bool is_behind_row_ = false;     // separators between rows say nothing
  bool is_label_missing_ = false;  // an empty cell in the column of labels
  bool is_label_named_ = false;    // = or : stood behind the label
};

// What a string token says. `shift` is where the text begins in which the token's place is counted.
std::string text_of(const AnswerToken& t, std::string_view text, std::size_t shift, const std::string& place);

}  // namespace mha

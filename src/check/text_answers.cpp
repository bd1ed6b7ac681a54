// Answers in the text format: headings, rows and comments (INTERFACE §4 and §5).
#include <algorithm>
#include <charconv>
#include <utility>

#include "check/answer_formats.hpp"
#include "check/answer_rows.hpp"
#include "check/answer_tokens.hpp"
#include "check/numbers.hpp"
#include "math/rounding.hpp"
#include "model/error_at.hpp"
#include "text/format.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

using Kind = AnswerToken::Kind;
using namespace std::string_view_literals;

class TextReader {
 public:
  TextReader(std::string_view text, const std::string& place) : text_(text), place_(place), rows_(text, place) {}

  Answers read() {
    for (std::size_t begin = 0; begin < text_.size(); ++line_) {
      const std::size_t end = end_of_line(begin);
      const std::size_t next = text_.substr(end, 2) == "\r\n" ? end + 2 : end + 1;
      read_line(begin, end, next);
      begin = next;
    }
    rows_.end_step();
    return std::move(answers_);
  }

 private:
  std::size_t end_of_line(std::size_t begin) const {
    while (begin < text_.size() && text_[begin] != '\n' && text_[begin] != '\r') ++begin;
    return begin;
  }

  char32_t character(std::size_t at) const { return plain_character(decode(text_, at).value); }

  void read_line(std::size_t begin, std::size_t end, std::size_t next) {
    while (begin < end && is_space(character(begin))) begin += decode(text_, begin).bytes;
    if (begin == end) return;
    if (character(begin) == '#') {
      const std::size_t second = begin + decode(text_, begin).bytes;
      if (second < end && character(second) == '#')
        read_heading(begin, end);
      else
        read_comment(text_.substr(begin, end - begin), begin);
      return;
    }
    if (!rows_.is_in_brackets()) {
      if (is_rule(begin, end)) return;
      if (text_[begin] == '|' && next < text_.size() && is_rule(next, end_of_line(next))) {
        return read_column_labels(AnswerTokens(text_, begin, end));
      }
    }
    AnswerTokens tokens(text_, begin, end);
    if (!rows_.is_in_brackets() && is_name_line(tokens)) read_name(tokens);
    if (answers_.steps.empty()) {
      throw error_at(text_, begin, place_,
                     "this stands before any step: a step is a line such as ## block1.head1.Q, its "
                     "rows below");
    }
    rows_.read_line(tokens, begin, line_, answers_.steps.back());
  }

  // |---|:---:| below the column labels of a Markdown table
  bool is_rule(std::size_t begin, std::size_t end) const {
    const std::string_view line = text_.substr(begin, end - begin);
    return line.starts_with('|') && line.find_first_not_of("|-: \t") == std::string_view::npos &&
           line.find("--") != std::string_view::npos;
  }

  // Where the first of them is empty, the rows have labels.
  void read_column_labels(AnswerTokens tokens) {
    tokens.next();
    rows_.set_label_column(tokens.next().kind == Kind::bar);
  }

  // # mha 1.0 · wo-ai-ni · decimals 4 · round 2
  void read_comment(std::string_view comment, std::size_t at) {
    constexpr std::string_view divider = " · ";
    if (!answers_.steps.empty() || answers_.config || !comment.starts_with("# mha ")) return;
    std::size_t begin = comment.find(divider);
    if (begin == std::string_view::npos) return;
    begin += divider.size();
    std::size_t end = std::min(comment.size(), comment.find(divider, begin));
    if (comment.substr(begin, 1) == "\"") {
      const AnswerToken name = AnswerTokens(comment, begin, comment.size()).next();
      if (name.kind != Kind::string) throw error_at(text_, at + begin, place_, "this \" has no second one in its line");
      answers_.config = text_of(name, text_, at, place_);
      end = begin + name.text.size();
    } else {
      answers_.config = std::string(comment.substr(begin, end - begin));
    }
    read_round(comment, end, at);
  }

  void read_round(std::string_view comment, std::size_t begin, std::size_t at) {
    constexpr std::string_view round = " · round ";
    begin = comment.find(round, begin);
    if (begin == std::string_view::npos) return;
    begin += round.size();
    int decimals = -1;
    const char* const last = comment.data() + comment.size();
    const auto [stop, fault] = std::from_chars(comment.data() + begin, last, decimals);
    const bool is_whole = fault == std::errc() && (stop == last || *stop == ' ');
    if (!is_whole || decimals < 0 || decimals > max_decimals) {
      throw error_at(text_, at + begin, place_, fmt::format("round needs a whole number from 0 to {}", max_decimals));
    }
    answers_.round = decimals;
  }

  // ## block1.head1.scores  [3×3]  Q · Kᵀ
  void read_heading(std::size_t begin, std::size_t end) {
    rows_.end_step();
    const std::size_t start = begin;
    while (begin < end && (character(begin) == '#' || is_space(character(begin)))) begin += decode(text_, begin).bytes;
    constexpr std::string_view bold = "\x1b[1m", not_bold = "\x1b[0m";  // as on a terminal
    if (text_.substr(begin, end - begin).starts_with(bold)) {
      begin += bold.size();
      end = std::min(end, text_.find(not_bold, begin));
    }
    while (begin < end && (text_[begin] == '`' || text_[begin] == '*')) ++begin;  // as in Markdown
    std::size_t stop = begin;
    while (stop < end && !is_space(character(stop)) && U"[(:=`*"sv.find(character(stop)) == std::u32string_view::npos) {
      stop += decode(text_, stop).bytes;
    }
    if (stop == begin) throw error_at(text_, start, place_, "a heading needs the id of a step: ## block1.head1.Q");
    begin_step(text_.substr(begin, stop - begin));
  }

  void begin_step(std::string_view name) {
    Answer& step = answers_.steps.emplace_back();
    step.name = name;
    step.line = line_;
  }

  // "Q = [[1, 2], …", or "Q:" with nothing behind it. Once there is a heading, "Q = [1 2]" and "Q = 1 2" are rows.
  bool is_name_line(AnswerTokens tokens) const {
    if (tokens.next().kind != Kind::word) return false;
    const Kind mark = tokens.next().kind;
    if (mark != Kind::equals && mark != Kind::colon) return false;
    const AnswerToken first = tokens.next();
    if (first.kind == Kind::end || first.kind == Kind::open_call) return true;
    if (first.kind == Kind::open && (first.bracket == 'e' || tokens.next().kind == Kind::open)) return true;
    return answers_.steps.empty() && (first.kind == Kind::open || (first.kind == Kind::word && read_cell(first.text)));
  }

  // It is the step that the heading names, or the next one.
  void read_name(AnswerTokens& tokens) {
    const std::string_view name = tokens.next().text;
    tokens.next();
    if (!answers_.steps.empty() && answers_.steps.back().rows.empty()) {
      const std::string& heading = answers_.steps.back().name;
      if (is_ending(heading, name) || is_ending(name, heading)) return;
    }
    rows_.end_step();
    begin_step(name);
  }

  std::string_view text_;
  const std::string& place_;
  Answers answers_;
  std::size_t line_ = 1;
  AnswerRows rows_;
};

}  // namespace

Answers read_text_answers(std::string_view text, const std::string& place) { return TextReader(text, place).read(); }

}  // namespace mha

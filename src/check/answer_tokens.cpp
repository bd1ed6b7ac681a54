#include "check/answer_tokens.hpp"

#include <algorithm>
#include <array>

#include "check/numbers.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

using Kind = AnswerToken::Kind;

struct Mark {
  char c;
  Kind kind;
  char bracket;
};
constexpr Mark marks[] = {
    {',', Kind::comma, 0},   {';', Kind::semicolon, 0}, {'&', Kind::ampersand, 0}, {'|', Kind::bar, 0},
    {'(', Kind::open, ')'},  {'[', Kind::open, ']'},    {'{', Kind::open, '}'},    {')', Kind::close, ')'},
    {']', Kind::close, ']'}, {'}', Kind::close, '}'},   {'=', Kind::equals, 0},    {':', Kind::colon, 0},
    {'"', Kind::string, 0},
};

// Full-width ones count as the ASCII ones, and 、 as a comma.
const Mark* find_mark(char32_t c) {
  static constexpr auto table = [] {
    std::array<const Mark*, 128> of{};
    for (const Mark& mark : marks) of[static_cast<std::size_t>(mark.c)] = &mark;
    return of;
  }();
  if (c == U'、') return table[','];
  const char32_t plain = plain_character(c);
  return plain < 128 && c != U'＂' ? table[plain] : nullptr;
}

// What others print around a matrix.
constexpr std::string_view calls[] = {"array",        "np.array", "numpy.array", "tensor",
                                      "torch.tensor", "matrix",   "np.matrix",   "Matrix"};

}  // namespace

AnswerToken AnswerTokens::token(Kind kind, std::size_t bytes, char bracket) {
  const AnswerToken t{kind, at_, text_.substr(at_, bytes), bracket};
  at_ += bytes;
  return t;
}

AnswerToken AnswerTokens::next() {
  while (at_ < text_.size()) {
    const CodePoint c = decode(text_, at_);
    if (!is_space(c.value)) {
      if (plain_character(c.value) == '#') break;
      if (const Mark* mark = find_mark(c.value)) {
        return mark->kind == Kind::string ? string() : token(mark->kind, c.bytes, mark->bracket);
      }
      if (text_.substr(at_, 2) == "\\\\") return token(Kind::row_end, 2);
      const AnswerToken t = word();
      if (!t.text.empty()) return t;
    } else {
      at_ += c.bytes;
    }
  }
  return token(Kind::end, text_.size() - at_);
}

AnswerToken AnswerTokens::string() {
  for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
    if (text_[i] == '"') return token(Kind::string, i + 1 - at_);
    if (text_[i] == '\\') ++i;
  }
  return token(Kind::open_string, text_.size() - at_);
}

// Where the {…} that begins at `at` ends; `at` if none does.
std::size_t AnswerTokens::after_braces(std::size_t at) const {
  if (text_.substr(at, 1) != "{") return at;
  const std::size_t close = text_.find('}', at);
  return close == std::string_view::npos ? at : close + 1;
}

// An empty one where the word only is there for the looks (\left, $).
AnswerToken AnswerTokens::word() {
  std::size_t end = at_;
  const auto is_plain = [](char c) {
    return (c >= '-' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  while (end < text_.size()) {
    if (is_plain(text_[end])) {  // most are
      ++end;
      continue;
    }
    const CodePoint c = decode(text_, end);
    if (is_space(c.value) || find_mark(c.value) || text_.substr(end, 2) == "\\\\") break;
    if (end > at_ && (text_.substr(end, 6) == "\\begin" || text_.substr(end, 4) == "\\end")) break;
    end += c.bytes;
  }
  const std::string_view text = text_.substr(at_, end - at_);
  if (text[0] == '$' || text[0] == '\\') {
    if (text == "\\begin" || text == "\\end") {
      const std::size_t name = after_braces(end);
      if (text == "\\end" && name > end) return token(Kind::close, name - at_, 'e');
      if (name > end) return token(Kind::open, after_braces(name) - at_, 'e');
    }
    if (text == "\\left" || text == "\\right" || text == "$" || text == "$$") {
      at_ = end;
      return {};
    }
  }
  if (end < text_.size() && text_[end] == '(' && std::ranges::find(calls, text) != std::end(calls)) {
    return token(Kind::open_call, end + 1 - at_, ')');
  }
  return token(is_about(text) ? Kind::about : Kind::word, text.size());
}

}  // namespace mha

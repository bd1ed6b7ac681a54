#include "model/json_scan.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "model/word_hint.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::string_view spaces = " \t\r\n";

constexpr std::array<bool, 128> ends_word = [] {
  std::array<bool, 128> ends{};
  for (const char c : std::string_view(" \t\r\n[]{}:,\";=")) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

}  // namespace

Token JsonScan::token(Token::Kind kind, std::size_t size) {
  const Token t{kind, at_, text_.substr(at_, size)};
  at_ += t.text.size();
  return t;
}

Token JsonScan::next() {
  while (true) {
    at_ = std::min(text_.size(), text_.find_first_not_of(spaces, at_));
    const std::string_view rest = text_.substr(at_);
    if (rest.empty()) return token(Token::Kind::end, 0);
    if (rest.starts_with("//")) {
      at_ = std::min(text_.size(), text_.find_first_of("\r\n", at_));
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) return token(Token::Kind::open_comment, rest.size());
      at_ = end + 2;
    } else if (rest[0] == '"') {
      return string();
    } else if (std::string_view("[]{}:,").find(rest[0]) != std::string_view::npos) {
      return token(Token::Kind::punctuation, 1);
    } else {
      return word();
    }
  }
}

Token JsonScan::string() {
  for (std::size_t i = at_ + 1; i < text_.size() && text_[i] != '\n' && text_[i] != '\r'; ++i) {
    if (text_[i] == '"') return token(Token::Kind::string, i + 1 - at_);
    if (text_[i] == '\\' && text_.substr(i + 1, 1) != "\n" && text_.substr(i + 1, 1) != "\r") ++i;
  }
  return token(Token::Kind::open_string, std::min(text_.size(), text_.find_first_of("\r\n", at_)) - at_);
}

Token JsonScan::word() {
  std::size_t end = at_;
  while (end < text_.size()) {
    const std::string_view rest = text_.substr(end);
    const auto byte = static_cast<unsigned char>(rest[0]);
    if (byte < 0x80) {
      if (ends_word[byte] || rest.starts_with("//") || rest.starts_with("/*")) break;
      ++end;
    } else {
      const CodePoint c = decode(text_, end);
      if (find_lookalike(c.value)) break;
      end += std::max<std::size_t>(1, c.bytes);
    }
  }
  if (end == at_) end += std::max<std::size_t>(1, decode(text_, at_).bytes);  // ; or = or a lookalike
  return token(Token::Kind::word, end - at_);
}

bool JsonScan::value_may_stand() const {
  return needed_ == Needed::value || needed_ == Needed::item || needed_ == Needed::item_or_end ||
         needed_ == Needed::member;
}

bool JsonScan::take_punctuation(const Token& t) {
  const char c = t.text[0];
  if (c == '[' || c == '{') {
    if (!value_may_stand()) return false;
    open_.push_back({c, t.at, {}});
    needed_ = c == '[' ? Needed::item_or_end : Needed::key_or_end;
    return true;
  }
  if (c == ':') {
    if (needed_ != Needed::colon) return false;
    needed_ = Needed::member;
    return true;
  }
  if (open_.empty()) return false;
  const bool list = open_.back().bracket == '[';
  if (c == ',') {
    if (needed_ != Needed::comma) return false;
    needed_ = list ? Needed::item : Needed::key;
    return true;
  }
  const Needed empty = list ? Needed::item_or_end : Needed::key_or_end;
  if (list != (c == ']') || (needed_ != Needed::comma && needed_ != empty)) return false;
  closed_ = std::move(open_.back());
  open_.pop_back();
  if (!list) ++objects_closed_;
  after_value();
  return true;
}

bool JsonScan::take(const Token& t) {
  switch (t.kind) {
    case Token::Kind::end: return needed_ == Needed::end;
    case Token::Kind::punctuation: return take_punctuation(t);
    case Token::Kind::string:
      if (needed_ == Needed::key || needed_ == Needed::key_or_end) {
        open_.back().keys.push_back(t.at);
        needed_ = Needed::colon;
        return true;
      }
      [[fallthrough]];
    case Token::Kind::word:
      if (!value_may_stand()) return false;
      after_value();
      return true;
    case Token::Kind::open_string:
    case Token::Kind::open_comment: return false;
  }
  return false;
}

int unicode_escape(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "\\u" || text.size() < at + 6) return -1;
  int value = 0;
  for (const char c : text.substr(at + 2, 4)) {
    const int letter = (c | 0x20) - 'a' + 10;
    const int digit = c >= '0' && c <= '9' ? c - '0' : letter >= 10 && letter <= 15 ? letter : -1;
    if (digit < 0) return -1;
    value = 16 * value + digit;
  }
  return value;
}

}  // namespace mha

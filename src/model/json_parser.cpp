#include "model/json_parser.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "model/json_number.hpp"
#include "model/json_scan.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;
constexpr std::size_t usual_number = 32;  // few are longer

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

bool is_text(std::string_view text) {
  return first_invalid_utf8(text) == std::string_view::npos && text.find('\0') == std::string_view::npos;
}

// The text of a string, between its quotes. False: it has an escape that is none.
bool unescape(std::string_view written, std::string& text) {
  constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  for (std::size_t at = 0; at < written.size(); ++at) {
    if (written[at] != '\\') {
      text += written[at];
      continue;
    }
    const char letter = written[++at];
    if (letter != 'u') {
      const std::size_t found = letters.find(letter);
      if (found == std::string_view::npos) return false;
      text += meanings[found];
      continue;
    }
    int c = unicode_escape(written, at - 1);
    at += 4;
    if (c >= 0xD800 && c <= 0xDBFF && written.substr(at + 1).starts_with("\\u")) {  // half of a character
      const int second = unicode_escape(written, at + 1);
      c = second >= 0xDC00 && second <= 0xDFFF ? 0x10000 + (c - 0xD800) * 0x400 + (second - 0xDC00) : -1;
      at += 6;
    }
    if (c < 0 || (c >= 0xD800 && c <= 0xDFFF)) return false;
    append_utf8(text, static_cast<char32_t>(c));
  }
  return true;
}

}  // namespace

// Puts more text behind what is in the buffer, of which only what begins at at_ stays. False: there is none.
bool JsonParser::more() {
  if (has_ended_) return false;
  const auto kept = static_cast<std::size_t>(end_ - at_);
  const std::size_t needed = std::max(piece_bytes, 2 * kept);
  if (buffer_ != nullptr) passed_ += static_cast<std::size_t>(at_ - buffer_.get());
  if (needed > size_) {
    auto larger = std::make_unique_for_overwrite<char[]>(needed + 1);
    if (kept != 0) std::memcpy(larger.get(), at_, kept);
    buffer_ = std::move(larger);
    size_ = needed;
  } else {
    std::memmove(buffer_.get(), at_, kept);
  }
  const std::size_t got = source_.read(buffer_.get() + kept, size_ - kept);
  has_ended_ = got == 0;
  at_ = buffer_.get();
  end_ = at_ + kept + got;
  buffer_[kept + got] = '\0';
  return !has_ended_;
}

// Whether so many bytes follow.
bool JsonParser::holds(std::size_t bytes) {
  while (static_cast<std::size_t>(end_ - at_) < bytes) {
    if (!more()) return false;
  }
  return true;
}

// The next character after spaces and comments, at which at_ is then; NUL at the end of the text and where something is
// wrong.
char JsonParser::next() {
  while (true) {
    const char c = *at_;
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      ++at_;
    } else if (c == '\0') {
      if (at_ != end_ || !more()) return '\0';
    } else if (c == '/') {
      if (!comment()) return '\0';
    } else {
      return c;
    }
  }
}

bool JsonParser::comment() {
  if (!holds(2)) return false;
  const bool is_line = at_[1] == '/';
  if (!is_line && at_[1] != '*') return false;
  for (std::size_t size = 2;; ++size) {
    const bool is_whole = !holds(size + 1);
    if (is_whole && !is_line) return false;
    const bool ends = is_whole || (is_line ? at_[size] == '\n' || at_[size] == '\r'
                                           : size >= 3 && at_[size - 1] == '*' && at_[size] == '/');
    if (!ends) continue;
    if (!is_line) ++size;
    if (!is_text({at_, size})) return false;
    at_ += size;
    return true;
  }
}

bool JsonParser::parse() {
  more();
  if (holds(3) && std::memcmp(at_, "\xEF\xBB\xBF", 3) == 0) at_ += 3;
  return value() && next() == '\0' && at_ == end_ && has_ended_;
}

bool JsonParser::value() {
  switch (next()) {
    case '[': return builder_.start_array() && array();
    case '{': return builder_.start_object() && object();
    case 't': return word("true") && (builder_.boolean(true), true);
    case 'f': return word("false") && (builder_.boolean(false), true);
    case 'n': return word("null") && (builder_.null(), true);
    case '"': {
      std::string text;
      if (!string(text)) return false;
      builder_.string(std::move(text));
      return true;
    }
    default: return number();
  }
}

bool JsonParser::array() {
  ++at_;
  if (next() != ']') {
    while (true) {
      if (!value()) return false;
      const char c = next();
      if (c == ']') break;
      if (c != ',') return false;
      ++at_;
    }
  }
  ++at_;
  builder_.end_array();
  return true;
}

bool JsonParser::object() {
  ++at_;
  if (next() != '}') {
    while (true) {
      std::string key;
      if (next() != '"' || !string(key) || next() != ':') return false;
      ++at_;
      builder_.key(std::move(key));
      if (!value()) return false;
      const char c = next();
      if (c == '}') break;
      if (c != ',') return false;
      ++at_;
    }
  }
  ++at_;
  return builder_.end_object();
}

bool JsonParser::number() {
  double value = 0;
  holds(usual_number);
  const char* end = read_json_number(at_, value);
  while (end == nullptr || end == end_) {  // what reaches to the end of the buffer may go on behind it
    if (has_ended_ || at_ + std::strspn(at_, "0123456789.+-eE") != end_) break;
    more();  // which moves the text, also where there is none
    end = read_json_number(at_, value);
  }
  if (end == nullptr) return false;
  builder_.number(value, {at_, static_cast<std::size_t>(end - at_)});
  at_ = end;
  return true;
}

bool JsonParser::word(std::string_view expected) {
  if (!holds(expected.size()) || std::memcmp(at_, expected.data(), expected.size()) != 0) return false;
  at_ += expected.size();
  return true;
}

bool JsonParser::string(std::string& text) {
  std::size_t size = 1;
  bool is_ascii = true, is_literal = true;
  for (char c; (c = at_[size]) != '"'; ++size) {
    if (is_control(c)) {
      if (at_ + size != end_ || !more()) return false;
      --size;
    } else if (c == '\\') {
      if (!holds(size + 2)) return false;
      is_literal = false;
      ++size;  // what is behind it is no quote that ends the string
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      is_ascii = false;
    }
  }
  const std::string_view written(at_ + 1, size - 1);
  if (!is_ascii && !is_text(written)) return false;
  if (is_literal) {
    text = written;
  } else if (!unescape(written, text)) {
    return false;
  }
  at_ += size + 1;
  return true;
}

}  // namespace mha

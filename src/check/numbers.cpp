#include "check/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "text/read_double.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

bool one_of(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char32_t about(char32_t c) { return one_of(c, U"≈~～∼≅≒≐") ? U'≈' : c; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    const CodePoint c = decode(text, 0);
    if (c.bytes == 0 || !is_space(c.value)) break;
    text.remove_prefix(c.bytes);
  }
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xC0) == 0x80) --last;
    const CodePoint c = decode(text, last);
    if (c.bytes == 0 || !is_space(c.value)) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

// Without the ≈ or = before it.
std::string_view without_sign_of_equality(std::string_view word) {
  word = trimmed(word);
  if (word.empty()) return word;
  const CodePoint c = decode(word, 0);
  if (c.bytes == 0 || (about(c.value) != U'≈' && plain_character(c.value) != '=')) return word;
  return trimmed(word.substr(c.bytes));
}

// In ASCII; ∞ as inf, and letters small.
std::string plain(std::string_view word) {
  std::string out;
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint read = decode(word, at);
    at += std::max<std::size_t>(1, read.bytes);
    char32_t c = plain_character(read.value);
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if (c == U'∞')
      out += "inf";
    else
      append_utf8(out, c);
  }
  return out;
}

bool is_minus_infinity(std::string_view plain_word) {
  return plain_word == "-inf" || plain_word == "-infinity" || plain_word == "-\\infty";
}
bool is_blank(std::string_view plain_word) { return plain_word == "?" || plain_word == "_" || plain_word == "null"; }

struct Decimal {
  enum class Fault { none, no_number, too_large };
  Fault fault = Fault::no_number;
  double value = 0;
  int decimals = 0;
};

// [sign] digits [. digits] [e [sign] digits], with digits on one side of the point at least.
Decimal read_decimal(std::string_view word) {
  constexpr std::int64_t largest = 100'000;
  std::size_t at = 0;
  const bool is_negative = word.starts_with('-');
  if (is_negative || word.starts_with('+')) ++at;
  const std::size_t start = at;
  std::int64_t whole = 0, after_point = 0, exponent = 0;
  std::int64_t digits = 0;  // before the point, from the first one that is not 0; of 0.05 −1
  bool is_zero = true;
  for (; at < word.size() && is_digit(word[at]); ++at, ++whole) {
    is_zero = is_zero && word[at] == '0';
    if (!is_zero) ++digits;
  }
  if (at < word.size() && word[at] == '.') {
    for (++at; at < word.size() && is_digit(word[at]); ++at, ++after_point) {
      if (is_zero && word[at] != '0') digits = -after_point;
      is_zero = is_zero && word[at] == '0';
    }
  }
  if (whole + after_point == 0) return {};
  if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
    ++at;
    const bool is_small = at < word.size() && word[at] == '-';
    if (at < word.size() && (word[at] == '-' || word[at] == '+')) ++at;
    if (at == word.size()) return {};
    for (; at < word.size() && is_digit(word[at]); ++at) exponent = std::min(largest, 10 * exponent + (word[at] - '0'));
    if (is_small) exponent = -exponent;
  }
  if (at != word.size()) return {};

  Decimal result{Decimal::Fault::none, 0, static_cast<int>(std::max<std::int64_t>(0, after_point - exponent))};
  const auto [end, error] = read_double(word.data() + start, word.data() + word.size(), result.value);
  if (error == std::errc::result_out_of_range) {
    result.value = 0;  // too small to differ from it
    if (!is_zero && digits + exponent > 0) result.fault = Decimal::Fault::too_large;
  } else if (error != std::errc() || end != word.data() + word.size()) {
    return {};
  }
  if (is_negative && result.value != 0) result.value = -result.value;
  return result;
}

struct Reading {
  enum class Fault { none, no_number, too_large, divides_by_zero };
  Fault fault = Fault::none;
  Cell cell;
};

Reading::Fault fault_of(Decimal::Fault fault) {
  return fault == Decimal::Fault::too_large ? Reading::Fault::too_large : Reading::Fault::no_number;
}

Reading read_number(std::string_view word) {
  Reading result;
  Cell& cell = result.cell;
  cell.kind = Cell::Kind::number;
  const std::size_t slash = word.find('/');
  const Decimal above = read_decimal(word.substr(0, slash));
  if (above.fault != Decimal::Fault::none) return {fault_of(above.fault), {}};
  cell.value = above.value;
  cell.decimals = above.decimals;
  if (slash == std::string_view::npos) return result;

  const Decimal below = read_decimal(word.substr(slash + 1));
  if (below.fault != Decimal::Fault::none) return {fault_of(below.fault), {}};
  if (below.value == 0) return {Reading::Fault::divides_by_zero, {}};
  cell.value = above.value == 0 ? 0 : above.value / below.value;
  cell.decimals = 0;
  cell.is_exact = true;
  if (!std::isfinite(cell.value)) return {Reading::Fault::too_large, {}};
  return result;
}

Reading read(std::string_view written) {
  std::string_view word = without_sign_of_equality(written);
  if (word.empty() || word.size() > max_number_bytes) return {Reading::Fault::no_number, {}};
  Reading result;
  if (is_ascii(word) && (is_digit(word[0]) || (word.size() > 1 && (is_digit(word[1]) || word[1] == '.')))) {
    result = read_number(word);
  } else {
    const std::string folded = plain(word);
    if (is_blank(folded)) {
      result.cell.kind = Cell::Kind::blank;
    } else if (is_minus_infinity(folded)) {
      result.cell.kind = Cell::Kind::minus_infinity;
    } else {
      result = read_number(folded);
    }
  }
  if (result.fault == Reading::Fault::none) result.cell.written = word;
  return result;
}

}  // namespace

char32_t plain_character(char32_t c) {
  if (c < 0x80) return c;
  if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFF01 + '!';
  if (one_of(c, U"−–‐‑﹣")) return '-';
  if (one_of(c, U"⁄∕")) return '/';
  return c;
}

bool is_space(char32_t c) {
  if (c <= ' ') return c == ' ' || (c >= '\t' && c <= '\r');
  return c >= 0x80 && (one_of(c, U"\u0085\u00A0\u1680\u2028\u2029\u202F\u205F\u3000") || (c >= 0x2000 && c <= 0x200A));
}

bool is_about(std::string_view word) {
  if (word.empty()) return false;
  const CodePoint c = decode(word, 0);
  return c.bytes == word.size() && about(c.value) == U'≈';
}

std::optional<Cell> read_cell(std::string_view word) {
  Reading result = read(word);
  if (result.fault != Reading::Fault::none) return std::nullopt;
  return std::move(result.cell);
}

std::string why_no_cell(std::string_view written) {
  const std::string_view word = without_sign_of_equality(written);
  const std::string shown = in_quotes(word);
  if (word.empty()) return "\"\" is no number; a cell that is not filled in is written ?";
  if (word.size() > max_number_bytes) return shown + " is too long for a number";
  switch (read(word).fault) {
    case Reading::Fault::too_large: return shown + " is too large for a number";
    case Reading::Fault::divides_by_zero: return shown + " divides by 0";
    case Reading::Fault::none:
    case Reading::Fault::no_number: break;
  }
  const std::string folded = plain(word);
  if (folded == "inf" || folded == "+inf" || folded == "infinity" || folded == "+infinity") {
    return shown + " is no number: of the infinities only -inf can be in a calculation (a masked score)";
  }
  if (folded == "nan") return shown + " is no number: in a calculation it says that something went wrong before";
  return shown + " is no number (0.5, -2, 1/3, 1e-3 and -inf are; ? is a cell that is not filled in)";
}

}  // namespace mha

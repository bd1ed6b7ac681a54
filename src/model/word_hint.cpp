#include "model/word_hint.hpp"

#include <algorithm>
#include <iterator>

#include "model/error_at.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::string_view digits = "0123456789";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

const Lookalike lookalikes[] = {
    {U'，', "a full-width comma", "a plain ,"},
    {U'、', "a Chinese enumeration comma", "a plain ,"},
    {U'；', "a full-width semicolon", "a plain ,"},
    {U'：', "a full-width colon", "a plain :"},
    {U'“', "a curly quote", "a straight \""},
    {U'”', "a curly quote", "a straight \""},
    {U'„', "a curly quote", "a straight \""},
    {U'＂', "a full-width quote", "a straight \""},
    {U'「', "a corner bracket", "a straight \""},
    {U'」', "a corner bracket", "a straight \""},
    {U'«', "an angle quote", "a straight \""},
    {U'»', "an angle quote", "a straight \""},
    {U'‘', "a curly quote", "a straight \""},
    {U'’', "a curly quote", "a straight \""},
    {U'［', "a full-width bracket", "a plain ["},
    {U'］', "a full-width bracket", "a plain ]"},
    {U'【', "a Chinese bracket", "a plain ["},
    {U'】', "a Chinese bracket", "a plain ]"},
    {U'｛', "a full-width brace", "a plain {"},
    {U'｝', "a full-width brace", "a plain }"},
    {U'−', "a typographic minus (U+2212)", "a plain -"},
    {U'–', "a dash (U+2013)", "a plain -"},
    {U'—', "a dash (U+2014)", "a plain -"},
    {U'－', "a full-width minus", "a plain -"},
    {U'０', "a full-width digit", "a plain 0"},
    {U'１', "a full-width digit", "a plain 1"},
    {U'２', "a full-width digit", "a plain 2"},
    {U'３', "a full-width digit", "a plain 3"},
    {U'４', "a full-width digit", "a plain 4"},
    {U'５', "a full-width digit", "a plain 5"},
    {U'６', "a full-width digit", "a plain 6"},
    {U'７', "a full-width digit", "a plain 7"},
    {U'８', "a full-width digit", "a plain 8"},
    {U'９', "a full-width digit", "a plain 9"},
    {U'∞', "an infinity sign", "a number: JSON has no infinity"},
    {U'．', "a full-width point", "a plain ."},
    {U'。', "a Chinese full stop", "a plain ."},
    {U'\u00A0', "a no-break space (U+00A0)", "a plain space"},
    {U'\u3000', "an ideographic space (U+3000)", "a plain space"},
    {U'\u2003', "an em space (U+2003)", "a plain space"},
    {U'\u2009', "a thin space (U+2009)", "a plain space"},
    {U'\u202F', "a narrow no-break space (U+202F)", "a plain space"},
    {U'\u200B', "an invisible space (U+200B)", ""},
    {U'\u2060', "an invisible word joiner (U+2060)", ""},
    {U'\uFEFF', "a second byte order mark (U+FEFF)", ""},
};

// Whether this is written as a number, so that the parser can have refused only its size.
bool well_formed_number(std::string_view word) {
  std::size_t i = word.starts_with('-') ? 1 : 0;
  const auto skip_digits = [&] {
    const std::size_t start = i;
    i = std::min(word.size(), word.find_first_not_of(digits, i));
    return i > start;
  };
  if (word.substr(i, 1) == "0") {
    ++i;
  } else if (!skip_digits()) {
    return false;
  }
  if (word.substr(i, 1) == "." && (++i, !skip_digits())) return false;
  if (i < word.size() && (word[i] == 'e' || word[i] == 'E')) {
    ++i;
    if (i < word.size() && (word[i] == '+' || word[i] == '-')) ++i;
    if (!skip_digits()) return false;
  }
  return i == word.size();
}

std::string lower(std::string_view word) {
  std::string text(word.substr(0, 16));  // longer than any word we know
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// What is wrong with a word that begins like a number, but is none.
std::string number_hint(std::string_view word) {
  const std::string_view body = word.substr(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
  const std::string sign = word.starts_with('-') ? "-" : "";
  const auto write = [&](const std::string& text) {
    return word.size() <= 20 && well_formed_number(text) ? ": write " + text : std::string();
  };
  if (word == "-" || word == "+") return "is a sign without a number";
  if (body.starts_with("0x") || body.starts_with("0X")) return "is hexadecimal: write it as a decimal number";
  if (body.starts_with("0b") || body.starts_with("0B")) return "is binary: write it as a decimal number";
  if (body.find('/') != std::string_view::npos) return "is a fraction: write it as a decimal number, as 0.25 for 1/4";
  if (body.find('%') != std::string_view::npos) return "is a percentage: write it as a decimal number, as 0.25 for 25%";
  if (body.find_first_of("*^()") != std::string_view::npos) return "is a calculation: write its result";
  const bool only_numbers = body.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  for (std::size_t i = 1; only_numbers && i < body.size(); ++i) {
    if ((body[i] == '+' || body[i] == '-') && is_digit(body[i - 1])) return "is a calculation: write its result";
  }
  if (body.find('_') != std::string_view::npos || body.find('\'') != std::string_view::npos) {
    return "has something between its digits: write the digits only";
  }
  if (word.starts_with('+')) return "begins with a plus" + write(std::string(body));
  if (body.starts_with('.')) return "has no digit before its point" + write(sign + '0' + std::string(body));
  const std::size_t point = body.find('.');
  if (point != std::string_view::npos && body.find('.', point + 1) != std::string_view::npos) return "has two points";
  if (body.starts_with('0') && body.size() > 1 && is_digit(body[1])) {
    std::string_view rest = body.substr(std::min(body.size() - 1, body.find_first_not_of('0')));
    if (!is_digit(rest[0])) rest = body.substr(body.find(rest) - 1);
    return "begins with a needless 0" + write(sign + std::string(rest));
  }
  if (point != std::string_view::npos && (point + 1 == body.size() || !is_digit(body[point + 1]))) {
    std::string full(word.substr(0, 32));
    full.insert(std::min(full.size(), full.find('.') + 1), "0");
    return "has no digit after its point" + write(full);
  }
  if (const char last = body.back(); last == 'e' || last == 'E' || last == '+' || last == '-') {
    return "has no digit after its e";
  }
  return "is not a number";
}

}  // namespace

const Lookalike* find_lookalike(char32_t c) {
  if (c < 0x80) return nullptr;
  const auto* found = std::find_if(std::begin(lookalikes), std::end(lookalikes), [&](auto& l) { return l.found == c; });
  return found == std::end(lookalikes) ? nullptr : found;
}

std::string quoted(std::string_view text) { return '"' + excerpt(text, excerpt_width) + '"'; }

std::string word_hint(std::string_view word, bool value) {
  const std::string low = lower(word);
  const std::string_view unsigned_low = std::string_view(low).substr(low[0] == '-' || low[0] == '+' ? 1 : 0);
  if (const Lookalike* l = find_lookalike(decode(word, 0).value)) {
    return "found " + std::string(l->name) + (*l->wanted ? std::string(", needed ") + l->wanted : ": leave it out");
  }
  if (word.starts_with('\'') || word.starts_with('`')) {
    return "found " + quoted(word.substr(0, 1)) + ": a string stands in double quotes, as \"a\"";
  }
  if (word.starts_with('#') || word.starts_with("<!--") || word == "/") {
    return "found " + quoted(word) + ": a comment begins with // or stands between /* and */";
  }
  if (word.starts_with("--") && !is_digit(word[std::min<std::size_t>(2, word.size() - 1)])) {
    return "found " + quoted(word.substr(0, 2)) + ": a comment begins with // or stands between /* and */";
  }
  if (word.starts_with("*/")) return "found \"*/\", the end of a comment that has no beginning /*";
  if (word.starts_with(';')) return "found \";\", needed a comma or the end of a list or an object";
  if (static_cast<unsigned char>(word[0]) < 0x20 || word[0] == 0x7F) {
    return "found the control character " + escaped(word.substr(0, 1)) + ": leave it out";
  }
  if (!value) return "";
  if (low == "true" || low == "false") return "found " + quoted(word) + ": write " + low + " in small letters";
  if (low == "none" || low == "null" || low == "nil" || low == "undefined") {
    return "found " + quoted(word) + ", which JSON writes null";
  }
  if (unsigned_low == "nan" || unsigned_low == "inf" || unsigned_low == "infinity") {
    return "found " + quoted(word) + ", needed a number: JSON has no infinity and no NaN";
  }
  if (is_digit(word[0]) || word.find_first_of("+-.") == 0) {
    if (well_formed_number(word)) {
      return "the number " + excerpt(word, excerpt_width) + " is too large (a double holds up to 1.8e308)";
    }
    return "found " + quoted(word) + ", which " + number_hint(word);
  }
  if (word.starts_with('(')) return "found \"(\", needed a value: a list stands in [ ]";
  if (is_letter(word[0]) || static_cast<unsigned char>(word[0]) >= 0x80) {
    const std::string example = word.size() <= excerpt_width ? ", as " + quoted(word) : "";
    return "found " + quoted(word) + ", needed a value: a string stands in double quotes" + example;
  }
  return "";
}

}  // namespace mha

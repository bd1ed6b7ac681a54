#include "model/syntax_error.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "model/error_at.hpp"
#include "model/json.hpp"
#include "model/json_scan.hpp"
#include "model/word_hint.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string describe(const Token& t) {
  if (t.kind == Token::Kind::string) return "the string " + excerpt(t.text, excerpt_width);
  if (t.kind == Token::Kind::end) return "the end of the file";
  return quoted(t.text);
}

// --- within strings ---

std::optional<Fault> fault_in_string(const Token& t) {
  const std::string_view text = t.text;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const auto fault = [&](const std::string& message) { return Fault{t.at + i, message}; };
    if (text[i] == '\t') return fault("found a tab inside a string: there it is written \\t");
    if (static_cast<unsigned char>(text[i]) < 0x20) {
      return fault("found the control character " + escaped(text.substr(i, 1)) + " inside a string: leave it out");
    }
    if (text[i] != '\\') continue;
    if (text[i + 1] != 'u') {
      if (std::string_view("\"\\/bfnrt").find(text[++i]) != std::string_view::npos) continue;
      --i;
      const std::size_t size = 1 + std::max<std::size_t>(1, decode(text, i + 1).bytes);
      return fault("found " + quoted(text.substr(i, size)) + " inside a string: a backslash is written \\\\");
    }
    const int first = unicode_escape(text, i);
    if (first < 0) return fault("found \\u inside a string, needed four digits 0-9 or a-f after it, as in \\u00e9");
    if (first >= 0xDC00 && first <= 0xDFFF) {
      return fault("found " + quoted(text.substr(i, 6)) + ", the second half of a character, without its first half");
    }
    if (first >= 0xD800 && first <= 0xDBFF) {
      const int second = unicode_escape(text, i + 6);
      if (second < 0xDC00 || second > 0xDFFF) {
        return fault("found " + quoted(text.substr(i, 6)) +
                     ", the first half of a character, needed its second half (\\udc00 to \\udfff) after it");
      }
      i += 6;
    }
    i += 5;
  }
  return std::nullopt;
}

// --- tokens at the wrong place ---

Fault end_of_file(std::string_view text, const JsonScan& scan) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (scan.open().empty()) {
    const bool comments = last != std::string_view::npos;
    return {0, comments ? "there is nothing but comments in the file" : "the file is empty"};
  }
  const OpenBracket& open = scan.open().back();
  const std::string closing = open.bracket == '[' ? "]" : "}";
  return {last + 1, std::string("found the end of the file, needed a ") + closing + ": the " + open.bracket + " in " +
                        where(text, open.at) + " is not closed"};
}

// A closing bracket that may not stand here.
Fault closing_bracket(std::string_view text, const JsonScan& scan, const Token& previous, const Token& t) {
  const std::string found = "found " + quoted(t.text);
  if (scan.open().empty()) return {t.at, found + " without its " + (t.text == "]" ? "[" : "{") + " before it"};
  const OpenBracket& open = scan.open().back();
  const bool list = open.bracket == '[';
  if (list != (t.text == "]")) {
    return {t.at, found + ", needed a " + (list ? "]" : "}") + ": the " + open.bracket + " in " + where(text, open.at) +
                      " is not closed yet, or there is a " + std::string(t.text) + " too many"};
  }
  if (previous.text == ",") {
    return {previous.at, "found a comma before " + std::string(t.text) + ": after the last " +
                             (list ? "item of a list" : "value of an object") + " stands no comma"};
  }
  if (scan.needed() == Needed::colon) return {t.at, found + ", needed a colon and a value after the key"};
  return {t.at, found + ", needed a value after the colon"};
}

std::string needed(std::string_view text, const JsonScan& scan, const Token& previous, const Token& t) {
  const bool list = !scan.open().empty() && scan.open().back().bracket == '[';
  const bool sets_value = t.text == ":" || t.text == "=";
  switch (scan.needed()) {
    case Needed::value: return "needed [ or { or another value";
    case Needed::item_or_end:
      return t.text == "," ? "needed a value or ]: before the first item of a list stands no comma"
                           : "needed a value or ]";
    case Needed::item:
      return t.text == "," ? "needed a value: there is a comma too many, or an item is missing"
                           : "needed a value after the comma";
    case Needed::key_or_end:
    case Needed::key:
      if (t.text == ",") return "needed a key: there is a comma too many";
      if (t.kind == Token::Kind::word && t.text.size() <= excerpt_width) {
        return "needed a key in double quotes, as " + quoted(t.text);
      }
      return "needed a key in double quotes";
    case Needed::colon: return "needed a colon: between a key and its value stands a colon";
    case Needed::member: return "needed a value after the colon";
    case Needed::comma: {
      if (list && sets_value) return "needed a comma or ]: keys and values stand in { }, not in [ ]";
      std::string message = list ? "needed a comma or ]: between two items of a list stands a comma"
                                 : "needed a comma or }: between a value and the next key stands a comma";
      const std::size_t end = previous.at + previous.text.size();
      const std::size_t line = line_column(text, end).line;
      if (t.kind != Token::Kind::punctuation && line != line_column(text, t.at).line) {
        message += " (here at the end of line " + std::to_string(line) + ")";
      }
      return message;
    }
    case Needed::end:
      return "needed nothing more: the text is complete with the " +
             (previous.kind == Token::Kind::punctuation ? std::string(previous.text) : "value") + " in " +
             where(text, previous.at);
  }
  return "";
}

Fault explain(std::string_view text, const JsonScan& scan, const Token& previous, const Token& t) {
  const bool after_value = scan.needed() == Needed::comma || scan.needed() == Needed::end;
  const bool value = !after_value && scan.needed() != Needed::colon && scan.needed() != Needed::key &&
                     scan.needed() != Needed::key_or_end;
  if (t.kind == Token::Kind::end) return end_of_file(text, scan);
  if (t.kind == Token::Kind::word) {
    const bool after_number = after_value && previous.kind == Token::Kind::word && is_digit(previous.text.back());
    if (after_number && (t.text.size() == 1 || t.text[0] != '-') && t.text.find_first_of("+-*/^%") == 0 &&
        !t.text.starts_with("*/")) {
      return {t.at, "found " + quoted(t.text) + " after a number: JSON does not calculate, write the result"};
    }
    if (std::string hint = word_hint(t.text, value); !hint.empty()) return {t.at, std::move(hint)};
  }
  if ((t.text == "]" || t.text == "}") && scan.needed() != Needed::end) {
    return closing_bracket(text, scan, previous, t);
  }
  return {t.at, "found " + describe(t) + ", " + needed(text, scan, previous, t)};
}

}  // namespace

Fault find_fault(std::string_view text, std::size_t read) {
  JsonScan scan(text);
  Token previous;
  while (true) {
    const Token t = scan.next();
    const bool in_order = t.at + t.text.size() + 1 < read;
    if (t.kind == Token::Kind::open_comment) return {t.at, "found /* without */: the comment never ends"};
    if (t.kind == Token::Kind::open_string) {
      return {t.at, "found a string without its closing \" in the same line (a line break within it is written \\n)"};
    }
    if (t.kind == Token::Kind::string && !in_order) {
      if (std::optional<Fault> fault = fault_in_string(t)) return *fault;
    }
    const bool bad_word = t.kind == Token::Kind::word && !in_order && !nlohmann::json::accept(t.text);
    if (bad_word || !scan.take(t)) return explain(text, scan, previous, t);
    if (scan.open().size() > max_json_depth) {
      return {t.at, "nested more than " + std::to_string(max_json_depth) +
                        " deep: lists and objects may stand at most " + std::to_string(max_json_depth) +
                        " deep within each other"};
    }
    if (t.kind == Token::Kind::end) return {std::min(text.size(), read), "this is not JSON"};
    previous = t;
  }
}

TwoKeys find_keys(std::string_view text, std::size_t object, std::size_t first, std::size_t second) {
  JsonScan scan(text);
  while (scan.objects_closed() < object && scan.take(scan.next())) {
  }
  const std::vector<std::size_t>& keys = scan.closed().keys;
  return second < keys.size() ? TwoKeys{keys[first], keys[second]} : TwoKeys{};
}

}  // namespace mha

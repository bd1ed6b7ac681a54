#include "model/json_parser.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "error.hpp"
#include "text/unicode.hpp"

using namespace mha;

namespace {

using Kind = Value::Kind;

// A text that comes in pieces of at most so many bytes.
class Pieces final : public TextSource {
 public:
  Pieces(std::string text, std::size_t bytes) : text_(std::move(text)), bytes_(bytes) {}
  std::size_t read(char* into, std::size_t most) override {
    const std::size_t count = text_.copy(into, std::min(most, bytes_), read_);
    read_ += count;
    return count;
  }
  std::string whole() override { return text_; }

 private:
  std::string text_;
  std::size_t bytes_;
  std::size_t read_ = 0;
};

// Written out again, so that a matrix looks as it did.
nlohmann::ordered_json written(const Value& v) {
  nlohmann::ordered_json out;
  switch (v.kind) {
    case Kind::null: return nullptr;
    case Kind::boolean: return v.boolean;
    case Kind::number: return v.number == 0 ? 0.0 : v.number;  // the other reads -0 as 0
    case Kind::string: return v.text;
    case Kind::array:
      out = nlohmann::ordered_json::array();
      for (std::size_t i = 0; i < v.size(); ++i) out.push_back(written(v.numbers.empty() ? v.items[i] : v.item(i)));
      return out;
    case Kind::object:
      out = nlohmann::ordered_json::object();
      for (const auto& [key, value] : v.members) out[key] = written(value);
      return out;
  }
  return out;
}

// All numbers as doubles, as a Value has them.
nlohmann::ordered_json with_doubles(nlohmann::ordered_json j) {
  if (j.is_number()) return j.get<double>() == 0 ? 0.0 : j.get<double>();
  if (j.is_structured()) {
    for (auto& item : j) item = with_doubles(item);
  }
  return j;
}

std::string outcome(TextSource& source) {
  try {
    return written(parse_json(source, "my.json")).dump();
  } catch (const Error& e) {
    return e.what();
  }
}

std::string outcome(const std::string& text) {
  try {
    return written(parse_json(text, "my.json")).dump();
  } catch (const Error& e) {
    return e.what();
  }
}

const char* const texts[] = {
    "[[1, 2.5], [-3e2, 4], [5]]",
    R"({"a": [1, 2, "x\u00e9\ud83d\ude00\n"], "b": {"c": null, "d": [true, false]}} // end)",
    "/* 注 **/ [ // 一\r\n 1 /*/ 2 */ , 2]\n",
    "\xEF\xBB\xBF[0.12345678901234567890123456789012345678901234567890e-3]",
    R"(["我爱你", "\"", "\\", "/", "\u0000"])",
    "",
    " ",
    "[1, 2",
    "[1, 2]]",
    "[1,, 2]",
    "[1, 2,]",
    "[01]",
    "[1.]",
    "[1e]",
    "[1e999]",
    "[-]",
    "[tru]",
    "[truex]",
    "[nul",
    "[\"a",
    "[\"a\tb\"]",
    "[\"\\x\"]",
    "[\"\\ud800\"]",
    "[\"\\udc00\"]",
    "[\"\\u12g4\"]",
    "[\"\\",
    "[/]",
    "[1 /* ",
    "[1] / ",
    "[1] //",
    "[1] // \xFF",
    "[1] /* \xE6\x88 */",
    "[\"\xE6\x88\"]",
    "[\xE6]",
    "\xEF\xBB\xBF\xEF\xBB\xBF[]",
    "{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}",
    "{\"a\" 1}",
    "{a: 1}",
    "{\"a\": 1,}",
    "{\"a\": 1 \"b\": 2}",
};

}  // namespace

TEST_CASE("a text in pieces gives what the whole text gives") {
  for (const std::string text : texts) {
    CAPTURE(text);
    for (std::size_t bytes = 1; bytes <= text.size() + 1; ++bytes) {
      Pieces pieces(text, bytes);
      CHECK(outcome(pieces) == outcome(text));
    }
  }
  for (const std::string& zero : {std::string("[1\0]", 4), std::string("[\"\0\"]", 5), std::string("[1] // \0", 8)}) {
    Pieces pieces(zero, 3);
    CHECK(outcome(pieces) == outcome(zero));
    CHECK(outcome(zero).find("NUL") != std::string::npos);
  }
}

TEST_CASE("tokens that are longer than a piece are read whole") {
  const std::string digits(200'000, '3'), letters(300'000, 'x');
  for (const std::string& text :
       {"[0." + digits + ", 1]", "[\"" + letters + "\", 1]", "/*" + letters + "*/ [1, 2] //" + letters,
        std::string(200'000, ' ') + "[1]" + std::string(200'000, '\n')}) {
    for (const std::size_t bytes : {1'000U, 65'536U, 1'000'000U}) {
      Pieces pieces(text, bytes);
      CHECK(outcome(pieces) == outcome(text));
      CHECK(outcome(text)[0] == '[');
    }
  }
}

TEST_CASE("a long number ends with the text, also where that was not known before") {
  const std::string number(40, '1');  // 1.1e39
  for (const std::size_t spaces : {0U, 1U, 5U, 50U}) {
    const std::string text = std::string(spaces, ' ') + number;
    CHECK(parse_json(text, "my.json").number == std::stod(number));
    CHECK(parse_json(text, "my.json", NumbersAs::with_text).text == number);
  }
}

TEST_CASE("it accepts what another reader of JSON accepts, and reads the same from it") {
  // Small changes of good texts, most of which are bad ones. Where a key stands twice the other keeps one of them.
  std::mt19937 random(3);
  const std::string some = "[]{}:,\"\\/ *eE+-.0123truefalsn\n\xE6\x88\x91";
  int good = 0;
  for (int i = 0; i < 40'000; ++i) {
    std::string text = texts[random() % std::size(texts)];
    for (auto n = random() % 3; n > 0 && !text.empty(); --n) {
      const std::size_t at = random() % text.size();
      const char c = some[random() % some.size()];
      if (random() % 2)
        text[at] = c;
      else if (random() % 2)
        text.insert(at, 1, c);
      else
        text.erase(at, 1);
    }
    CAPTURE(text);
    const auto other = nlohmann::ordered_json::parse(text, nullptr, false, true);
    std::string ours = outcome(text);
    if (ours.find("stands twice") != std::string::npos) continue;
    if (first_invalid_utf8(text) != std::string::npos) continue;  // the other lets such bytes stand in comments
    good += other.is_discarded() ? 0 : 1;
    CHECK((ours.starts_with("my.json: ") ? "" : ours) == (other.is_discarded() ? "" : with_doubles(other).dump()));
  }
  CHECK(good > 2'000);
}

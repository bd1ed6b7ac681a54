// Reads JSON as people write it by hand: UTF-8 (a byte order mark is accepted, UTF-16 with one too), // and /* */
// comments. Everything else is strict: no key twice, no trailing comma, no NaN, nothing after the end. What it returns
// keeps the numbers of an array, or of a matrix, in 8 bytes a number.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/text_source.hpp"

namespace mha {

inline constexpr std::size_t max_json_depth = 64;
inline constexpr std::size_t max_json_values = 4'000'000;  // but for numbers in lists of nothing but numbers

struct Value {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string text;                                    // of a string; of a number, where number_texts was asked for
  std::vector<double> numbers;                         // of an array of nothing but numbers, or of a matrix
  std::size_t columns = 0;                             // of a matrix: an array of arrays of so many numbers
  std::vector<Value> items;                            // any other array; empty arrays have both empty
  std::vector<std::pair<std::string, Value>> members;  // of an object, in the order of the file

  Value() noexcept;                 // declared here and defined below, where the pairs of `members` are complete types
  std::size_t size() const;         // of an array
  Value item(std::size_t i) const;  // of an array that has numbers: one of them, or a row
  const Value* find(std::string_view key) const;  // of an object; null: no such key
  Value* find(std::string_view key);
};
inline Value::Value() noexcept = default;

// "a number", "a string", "a list", "an object", "true", "null", …: what was found, for messages.
std::string kind_of(const Value& v);

enum class NumbersAs { doubles, with_text };  // with_text: each number is an item that keeps how it was written

// Throws Error with the place `name` (a file's name or "standard input"): a syntax error names line and column and
// shows the line with a caret below; text that is not UTF-8 is said to be GBK where it looks so; a key that stands
// twice, a number beyond double, nesting deeper than 64, more than max_json_values values and a text with nothing in it
// are errors too.
Value parse_json(std::string_view text, const std::string& name, NumbersAs numbers = NumbersAs::doubles);
Value parse_json(TextSource& source, const std::string& name);

}  // namespace mha

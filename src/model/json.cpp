#include "model/json.hpp"

#include <cstddef>
#include <utility>

#include "error.hpp"
#include "model/encoding.hpp"
#include "model/error_at.hpp"
#include "model/json_builder.hpp"
#include "model/json_parser.hpp"
#include "model/syntax_error.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

constexpr std::size_t name_width = 200;
constexpr std::size_t key_width = 40;

// A text that is in memory already.
class Text final : public TextSource {
 public:
  explicit Text(std::string_view text) : text_(text) {}
  std::size_t read(char* into, std::size_t most) override {
    const std::size_t count = text_.copy(into, most, read_);
    read_ += count;
    return count;
  }
  std::string whole() override { return std::string(text_); }

 private:
  std::string_view text_;
  std::size_t read_ = 0;
};

}  // namespace

const Value* Value::find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

std::string kind_of(const Value& v) {
  switch (v.kind) {
    case Value::Kind::null: return "null";
    case Value::Kind::boolean: return v.boolean ? "true" : "false";
    case Value::Kind::number: return "a number";
    case Value::Kind::string: return "a string";
    case Value::Kind::array: return v.size() == 0 ? "an empty list" : "a list";
    case Value::Kind::object: return "an object";
  }
  return "";
}

std::size_t Value::size() const {
  return columns != 0 ? numbers.size() / columns : numbers.empty() ? items.size() : numbers.size();
}

Value Value::item(std::size_t i) const {
  Value v;
  if (columns == 0) {
    v.kind = Kind::number;
    v.number = numbers[i];
  } else {
    v.kind = Kind::array;
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(i * columns);
    v.numbers.assign(begin, begin + static_cast<std::ptrdiff_t>(columns));
  }
  return v;
}

Value parse_json(std::string_view bytes, const std::string& name, NumbersAs numbers) {
  const std::string place = excerpt(name, name_width);
  std::string storage;
  const std::string_view text = as_utf8(bytes, storage, place);
  Text source(text);
  JsonBuilder builder(numbers);
  JsonParser parser(source, builder);
  // The parser would skip a byte order mark; ours is skipped already.
  const bool second_mark = text.starts_with("\xEF\xBB\xBF");
  try {
    if (!second_mark && parser.parse()) return std::move(builder.root);
  } catch (const TooManyValues&) {
    throw Error(place,
                "has more than " + grouped(max_json_values) + " lists, strings and single numbers: that is no config");
  }
  if (const auto& twice = builder.twice; twice.object != 0) {
    const TwoKeys keys = find_keys(text, twice.object, twice.first, twice.second);
    const std::string first = std::to_string(line_column(text, keys.first).line);
    const std::string second = std::to_string(line_column(text, keys.second).line);
    throw Error(twice.path.empty() ? place : place + ": " + twice.path,
                "the key \"" + excerpt(twice.key, key_width) + "\" stands twice" +
                    (first == second ? " in line " + first : ", in line " + first + " and in line " + second));
  }
  const Fault fault = find_fault(text, second_mark ? 0 : builder.is_too_deep ? text.npos : parser.read());
  throw error_at(text, fault.at, place, fault.message);
}

Value parse_json(TextSource& source, const std::string& name) {
  try {
    JsonBuilder builder(NumbersAs::doubles);
    if (JsonParser(source, builder).parse()) return std::move(builder.root);
  } catch (const TooManyValues&) {
  }
  return parse_json(source.whole(), name);
}

}  // namespace mha

#include "model/json.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>

#include "error.hpp"
#include "model/encoding.hpp"
#include "model/error_at.hpp"
#include "model/syntax_error.hpp"
#include "text/number.hpp"

namespace mha {
namespace {

constexpr std::size_t name_width = 200;
constexpr std::size_t key_width = 40;
constexpr std::size_t path_bytes = 400;

struct TooManyValues {};

// Builds the Value as the parser reads. Returning false stops the parser.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(Numbers numbers) : with_text_(numbers == Numbers::with_text) {}

  Value root;
  std::size_t read = 0;  // where the parser stopped
  struct Twice {
    std::size_t object = 0, first = 0, second = 0;  // as find_keys wants them; object 0: no key stands twice
    std::string path, key;
  } twice;

  bool null() override { return add(Value::Kind::null), true; }
  bool boolean(bool value) override { return add(Value::Kind::boolean).boolean = value, true; }
  bool number_integer(number_integer_t value) override {
    // Only -0 comes here as 0: what has no sign is unsigned.
    if (value == 0) return add_number(-0.0, [] { return std::string("-0"); });
    return add_number(static_cast<double>(value), [&] { return std::to_string(value); });
  }
  bool number_unsigned(number_unsigned_t value) override {
    return add_number(static_cast<double>(value), [&] { return std::to_string(value); });
  }
  bool number_float(number_float_t value, const string_t& written) override {
    return add_number(value, [&] {
      std::string text = written;  // with the point of the locale
      std::replace_if(
          text.begin(), text.end(), [](char c) { return !std::strchr("0123456789+-eE", c); }, '.');
      return text;
    });
  }
  bool string(string_t& value) override { return add(Value::Kind::string).text = std::move(value), true; }
  bool binary(binary_t&) override { return false; }  // not in a text

  bool start_array(std::size_t) override { return start(Value::Kind::array); }
  bool start_object(std::size_t) override { return start(Value::Kind::object); }
  bool key(string_t& name) override {
    open_.back()->members.emplace_back(std::move(name), Value());
    return true;
  }
  bool end_array() override {
    std::vector<double>& numbers = open_.back()->numbers;
    last_row_ = numbers.size();
    if (numbers.capacity() - numbers.size() > numbers.size() / 4) numbers.shrink_to_fit();
    open_.pop_back();
    return true;
  }
  bool end_object() override {
    ++objects_closed_;
    if (!all_keys_differ(open_.back()->members)) return false;
    open_.pop_back();
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
    read = position;
    return false;
  }

 private:
  Value& add(Value::Kind kind) {
    count(1);
    Value* value = &root;
    if (!open_.empty()) {
      Value& parent = *open_.back();
      value = parent.kind == Value::Kind::object ? &parent.members.back().second : &add_item(parent);
    }
    value->kind = kind;
    return *value;
  }

  // A Value is fifteen times as large as a number, and more than one byte of the text can be.
  void count(std::size_t more) {
    values_ += more;
    if (values_ > max_json_values) throw TooManyValues();
  }

  // The first item that is not a number makes items of the numbers before it.
  Value& add_item(Value& list) {
    if (!list.numbers.empty()) {
      count(list.numbers.size());
      list.items.reserve(list.numbers.size() + 1);
      for (const double number : list.numbers) {
        Value& item = list.items.emplace_back();
        item.kind = Value::Kind::number;
        item.number = number;
      }
      list.numbers = {};
    }
    return list.items.emplace_back();
  }

  template <class Written>
  bool add_number(double number, Written written) {
    if (!with_text_ && !open_.empty()) {
      Value& parent = *open_.back();
      if (parent.kind == Value::Kind::array && parent.items.empty()) {
        // The rows of a matrix are equally long.
        if (parent.numbers.empty()) parent.numbers.reserve(last_row_);
        parent.numbers.push_back(number);
        return true;
      }
    }
    Value& value = add(Value::Kind::number);
    value.number = number;
    if (with_text_) value.text = written();
    return true;
  }

  bool start(Value::Kind kind) {
    if (open_.size() == max_json_depth) {
      read = static_cast<std::size_t>(-1);  // all before it is in order
      return false;
    }
    // A list grows only when what was added last is closed, so that the pointers stay good.
    open_.push_back(&add(kind));
    return true;
  }

  bool all_keys_differ(const std::vector<std::pair<std::string, Value>>& members) {
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const int c = members[a].first.compare(members[b].first);
      return c != 0 ? c < 0 : a < b;
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (members[order[i]].first != members[order[i - 1]].first) continue;
      if (twice.object == 0 || order[i] < twice.second) {
        twice = {objects_closed_, order[i - 1], order[i], path(), members[order[i]].first};
      }
    }
    return twice.object == 0;
  }

  // weights[0].Wq: the place of what was opened last. Of a very long path the end.
  std::string path() const {
    std::string path;
    for (std::size_t i = open_.size() - 1; i-- > 0;) {
      const Value& v = *open_[i];
      const std::string step = v.kind == Value::Kind::object ? excerpt(v.members.back().first, key_width)
                                                             : '[' + std::to_string(v.items.size() - 1) + ']';
      if (path.size() + step.size() > path_bytes) return "…" + path;
      const bool dot = !path.empty() && path[0] != '[';
      path = dot ? step + '.' + path : step + path;
    }
    return path;
  }

  bool with_text_;
  std::vector<Value*> open_;
  std::size_t last_row_ = 0;
  std::size_t objects_closed_ = 0;
  std::size_t values_ = 0;
};

}  // namespace

const Value* Value::find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

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

Value parse_json(std::string_view bytes, const std::string& name, Numbers numbers) {
  const std::string place = excerpt(name, name_width);
  std::string storage;
  const std::string_view text = as_utf8(bytes, storage, place);
  Builder builder(numbers);
  // The parser would skip a byte order mark; ours is skipped already.
  const bool second_mark = text.starts_with("\xEF\xBB\xBF");
  try {
    if (!second_mark && nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &builder,
                                                  nlohmann::json::input_format_t::json, true, true)) {
      return std::move(builder.root);
    }
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
  const Fault fault = find_fault(text, builder.read);
  throw error_at(text, fault.at, place, fault.message);
}

}  // namespace mha

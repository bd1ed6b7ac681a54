// Makes Values of what a JSON parser reads, one thing after another.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/json.hpp"

namespace mha {

struct TooManyValues {};

// Where something is not as it should be, the functions return false and the parser stops. They throw TooManyValues.
class JsonBuilder {
 public:
  explicit JsonBuilder(NumbersAs numbers) : with_text_(numbers == NumbersAs::with_text) {}

  Value root;
  bool is_too_deep = false;
  struct Twice {
    std::size_t object = 0, first = 0, second = 0;  // as find_keys wants them; object 0: no key stands twice
    std::string path, key;
  } twice;

  void null() { add(Value::Kind::null); }
  void boolean(bool value) { add(Value::Kind::boolean).boolean = value; }
  void string(std::string&& value) { add(Value::Kind::string).text = std::move(value); }
  void number(double value, std::string_view written) {
    if (row_of_ != nullptr) {
      row_of_->numbers.push_back(value);
      return;
    }
    add_number(value, written);
  }

  bool start_array() { return start(Value::Kind::array); }
  bool start_object() { return start(Value::Kind::object); }
  void key(std::string&& name) { open_.back()->members.emplace_back(std::move(name), Value()); }
  void end_array();
  bool end_object();

 private:
  Value& add(Value::Kind kind);
  void add_number(double value, std::string_view written);
  void count(std::size_t more);
  Value& add_item(Value& list);
  bool start(Value::Kind kind);
  void end_row_apart();
  bool all_keys_differ(const std::vector<std::pair<std::string, Value>>& members);
  std::string path() const;

  bool with_text_;
  std::vector<Value*> open_;
  Value* row_of_ = nullptr;  // the matrix whose row is open last; open_ ends with it twice then
  std::size_t row_begin_ = 0;
  std::size_t last_row_ = 0;
  std::size_t objects_closed_ = 0;
  std::size_t values_ = 0;
};

}  // namespace mha

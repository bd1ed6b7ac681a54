#include "model/json_builder.hpp"

#include <algorithm>
#include <numeric>

#include "model/error_at.hpp"

namespace mha {
namespace {

constexpr std::size_t key_width = 40;
constexpr std::size_t path_bytes = 400;

Value list_of(const double* begin, const double* end) {
  Value list;
  list.kind = Value::Kind::array;
  list.numbers.assign(begin, end);
  return list;
}

}  // namespace

// A Value is many times as large as a number, and more than one byte of the text can be.
void JsonBuilder::count(std::size_t more) {
  values_ += more;
  if (values_ > max_json_values) throw TooManyValues();
}

Value& JsonBuilder::add(Value::Kind kind) {
  count(1);
  if (row_of_ != nullptr) end_row_apart();
  Value* value = &root;
  if (!open_.empty()) {
    Value& parent = *open_.back();
    value = parent.kind == Value::Kind::object ? &parent.members.back().second : &add_item(parent);
  }
  value->kind = kind;
  return *value;
}

// The first item that is not a number makes items of the numbers before it, and the first that is no row of the same
// length makes items of the rows before it.
Value& JsonBuilder::add_item(Value& list) {
  const std::vector<double> numbers = std::move(list.numbers);
  const std::size_t width = list.columns;
  list.numbers = {};
  list.columns = 0;
  if (width == 0 && !numbers.empty()) {
    count(numbers.size());
    list.items.reserve(numbers.size() + 1);
    for (const double number : numbers) {
      Value& item = list.items.emplace_back();
      item.kind = Value::Kind::number;
      item.number = number;
    }
  }
  if (width != 0) list.items.reserve(numbers.size() / width + 1);
  for (std::size_t at = 0; width != 0 && at < numbers.size(); at += width) {
    list.items.push_back(list_of(numbers.data() + at, numbers.data() + at + width));
  }
  return list.items.emplace_back();
}

void JsonBuilder::add_number(double number, std::string_view written) {
  if (!with_text_ && !open_.empty()) {
    Value& parent = *open_.back();
    if (parent.kind == Value::Kind::array && parent.items.empty() && parent.columns == 0) {
      // Lists of numbers in one another's neighbourhood are often equally long.
      if (parent.numbers.empty()) parent.numbers.reserve(last_row_);
      parent.numbers.push_back(number);
      return;
    }
  }
  Value& value = add(Value::Kind::number);
  value.number = number;
  if (with_text_) value.text = written;
}

bool JsonBuilder::start(Value::Kind kind) {
  is_too_deep = open_.size() == max_json_depth;
  if (is_too_deep) return false;
  const bool is_row = kind == Value::Kind::array && row_of_ == nullptr && !open_.empty() && open_.back()->columns != 0;
  if (is_row) {
    count(1);
    row_of_ = open_.back();
    row_begin_ = row_of_->numbers.size();
    open_.push_back(row_of_);
  } else {
    // A list grows only when what was added last is closed, so that the pointers stay good.
    open_.push_back(&add(kind));
  }
  return true;
}

// The row that is open is of another kind than those before it: it becomes an item, and so do they.
void JsonBuilder::end_row_apart() {
  Value& matrix = *row_of_;
  Value row = list_of(matrix.numbers.data() + row_begin_, matrix.numbers.data() + matrix.numbers.size());
  matrix.numbers.resize(row_begin_);
  open_.back() = &(add_item(matrix) = std::move(row));
  row_of_ = nullptr;
}

void JsonBuilder::end_array() {
  if (row_of_ != nullptr && row_of_->numbers.size() - row_begin_ != row_of_->columns) end_row_apart();
  if (row_of_ != nullptr) {
    row_of_ = nullptr;
    open_.pop_back();
    return;
  }
  Value& list = *open_.back();
  open_.pop_back();
  std::vector<double>& numbers = list.numbers;
  if (list.columns == 0) last_row_ = numbers.size();
  if (numbers.capacity() - numbers.size() > numbers.size() / 4) numbers.shrink_to_fit();
  // A first row makes its list a matrix.
  const bool is_first = !open_.empty() && open_.back()->kind == Value::Kind::array && open_.back()->items.size() == 1;
  if (is_first && list.columns == 0 && !numbers.empty()) {
    Value& matrix = *open_.back();
    matrix.columns = numbers.size();
    matrix.numbers = std::move(numbers);
    matrix.items = {};
  }
}

bool JsonBuilder::end_object() {
  ++objects_closed_;
  if (!all_keys_differ(open_.back()->members)) return false;
  open_.pop_back();
  return true;
}

bool JsonBuilder::all_keys_differ(const std::vector<std::pair<std::string, Value>>& members) {
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
std::string JsonBuilder::path() const {
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

}  // namespace mha

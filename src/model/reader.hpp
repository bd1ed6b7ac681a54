// Single values of a config, each with the place that a message about it names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/matrix.hpp"
#include "model/json.hpp"

namespace mha {

// A file and the path of a key in it: my.json: weights[0].Wq[1].
class Place {
 public:
  explicit Place(std::string file) : file_(std::move(file)) {}

  Place operator/(std::string_view key) const;  // of an object's member
  Place operator[](std::size_t index) const;    // of a list's item
  Place operator[](std::string_view id) const;  // of a member that is no fixed key: given["block1.Q"]
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::string file_;
  std::string path_;
};

// "is "2"", "is 2.5", "is a list"
std::string found(const Value& v);
[[noreturn]] void wrong_type(const Place& at, const Value& v, const std::string& needed);  // "is 2.5, but needs …"

std::string read_string(const Place& at, const Value& v);
bool read_bool(const Place& at, const Value& v);
double read_number(const Place& at, const Value& v);
std::uint64_t read_integer(const Place& at, const Value& v, std::uint64_t low, std::uint64_t high);  // 2.0 is one
std::size_t read_dim(const Place& at, const Value& v);  // 1 … 2^31 − 1, so that no product of two overflows

// The place in `words` of the word that stands there. `or_else` names what else may stand there, if anything.
std::size_t read_word(const Place& at, const Value& v, const std::vector<std::string_view>& words,
                      std::string_view or_else = "");

// The numbers are taken out of the value.
Matrix read_vector(const Place& at, Value& v);      // a list of numbers, as 1 × k
Matrix read_matrix(const Place& at, Value& v);      // a list of rows of the same length
Matrix read_mask(const Place& at, const Value& v);  // the same of 1 or 0, true or false; no row without a 1

}  // namespace mha

// The keys of a config, in one table for each kind of object. Reading (config.cpp), the hints for misspelt keys and
// `mha schema` (schema.cpp) share them: a new key is a row.
#pragma once

#include <span>
#include <string_view>

#include "model/model.hpp"
#include "model/reader.hpp"

namespace mha {

// What is being read into, and what matters only while it is read.
struct Loading {
  Model& model;
  Block* block = nullptr;  // for the keys of a block
  bool has_layers = false;
  bool is_transposed = false;
};

struct Key {
  std::string_view name;
  std::string_view schema;  // JSON Schema of the value; may refer to the $defs of schema.cpp
  std::string_view meaning;
  void (*read)(Loading& loading, const Place& at, Value& v);
};

std::span<const Key> config_keys();
std::span<const Key> block_keys();
std::span<const Key> init_keys();
std::span<const Key> final_norm_keys();
std::span<const Key> scale_keys();

// Reads each member of the object, and takes the matrices out of it, in the order of the table, so that a key may look
// at what one before it said. A key that is not in the table is an error with a hint.
void read_object(Loading& loading, const Place& at, Value& v, std::span<const Key> keys);

}  // namespace mha

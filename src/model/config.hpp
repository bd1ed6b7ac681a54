// From the text of a config to a Model. One table of keys serves the reading, the hints for misspelt keys and
// `mha schema`.
#pragma once

#include <string>
#include <string_view>

#include "model/model.hpp"

namespace mha {

// Throws Error, with the place `file: key's path`, for all that INTERFACE §3 does not allow: syntax, unknown or
// duplicate keys, wrong types, shapes that do not fit, weights that nothing uses. `title` is for a config that has none.
Model read_config(std::string_view text, const std::string& file, const std::string& title);

// The JSON Schema (2020-12) of a config, made from the same table.
std::string config_schema();

}  // namespace mha

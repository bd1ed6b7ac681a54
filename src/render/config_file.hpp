// A config with all its numbers written out, as `mha new` makes it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

// JSON: first the keys (name, value as JSON), then input and weights with the numbers that the plan would draw.
std::string config_file(const std::vector<std::pair<std::string, std::string>>& keys, Plan& plan);

}  // namespace mha

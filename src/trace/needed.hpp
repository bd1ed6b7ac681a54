// Out of all steps that a config could make, those that its output needs.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "trace/trace.hpp"

namespace mha {

inline constexpr double max_bytes = 4.0 * 1024 * 1024 * 1024;  // of all matrices of a calculation together

// The plan of all that the step at `output` needs: in the order of `steps`, but what is given stands just before its
// first use. `source_keys` has the key in the config of each matrix that comes from there. Throws Error where a needed
// matrix is missing, where a dim that is needed is not known, and where the whole would be larger than max_bytes.
Plan needed_steps(const Model& model, std::vector<Step> steps,
                  const std::unordered_map<std::size_t, std::string>& source_keys, std::size_t output);

}  // namespace mha

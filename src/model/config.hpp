// From the text of a config to a Model.
#pragma once

#include <string>
#include <string_view>

#include "model/model.hpp"
#include "model/text_source.hpp"

namespace mha {

// Throws Error, with the place `file: key's path`, for all that a config may not be: syntax, unknown or duplicate keys,
// wrong types, shapes that do not fit, weights that nothing uses. `title` is for a config that has none.
Model read_config(std::string_view text, const std::string& file, const std::string& title);
Model read_config(TextSource& source, const std::string& file, const std::string& title);

}  // namespace mha

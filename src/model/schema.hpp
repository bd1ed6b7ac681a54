// `mha schema`: what a config may have in it, for editors and validators.
#pragma once

#include <string>

namespace mha {

std::string config_schema();  // JSON Schema, draft 2020-12, made from the tables of keys.hpp

}  // namespace mha

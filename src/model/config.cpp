#include "model/config.hpp"

#include "model/dims.hpp"
#include "model/json.hpp"
#include "model/keys.hpp"
#include "text/unicode.hpp"

namespace mha {

Model read_config(std::string_view text, const std::string& file, const std::string& title) {
  Model model;
  model.file = shortened(file, 200);
  model.title = title;
  Loading loading{model};
  read_object(loading, Place(model.file), parse_json(text, file), config_keys());
  resolve_dims(model, loading.is_transposed);
  return model;
}

}  // namespace mha

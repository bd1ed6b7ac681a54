#include "model/config.hpp"

#include "model/dims.hpp"
#include "model/json.hpp"
#include "model/keys.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

template <class Text>
Model read(Text& text, const std::string& file, const std::string& title) {
  Model model;
  model.file = shortened(file, 200);
  model.title = title;
  Loading loading{model};
  Value config = parse_json(text, file);
  read_object(loading, Place(model.file), config, config_keys());
  resolve_dims(model, loading.is_transposed);
  return model;
}

}  // namespace

Model read_config(std::string_view text, const std::string& file, const std::string& title) {
  return read(text, file, title);
}
Model read_config(TextSource& source, const std::string& file, const std::string& title) {
  return read(source, file, title);
}

}  // namespace mha

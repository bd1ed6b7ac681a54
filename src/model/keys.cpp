#include "model/keys.hpp"

#include <algorithm>

#include "model/hints.hpp"
#include "text/unicode.hpp"

namespace mha {

void read_object(Loading& loading, const Place& at, Value& v, std::span<const Key> keys) {
  if (v.kind != Value::Kind::object) wrong_type(at, v, "an object: { … }");
  for (const auto& [name, value] : v.members) {
    if (std::ranges::find(keys, name, &Key::name) != keys.end()) continue;
    std::vector<std::string> known;
    for (const Key& key : keys) known.emplace_back(key.name);
    at.fail("unknown key " + in_quotes(name) + key_hint(name, known));
  }
  for (const Key& key : keys) {
    if (Value* value = v.find(key.name)) key.read(loading, at / key.name, *value);
  }
}

}  // namespace mha

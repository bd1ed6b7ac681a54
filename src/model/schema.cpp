#include "model/schema.hpp"

#include <nlohmann/json.hpp>

#include "model/keys.hpp"

namespace mha {
namespace {

using Json = nlohmann::ordered_json;

Json object_schema(std::span<const Key> keys) {
  Json properties = Json::object();
  for (const Key& key : keys) {
    Json schema = Json::parse(key.schema);
    schema["description"] = key.meaning;
    properties[std::string(key.name)] = schema;
  }
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
}

}  // namespace

std::string config_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "A config of mha"}};
  schema.update(object_schema(config_keys()));
  Json scale = object_schema(scale_keys());
  scale["required"] = {"divide_by"};
  schema["$defs"] = {
      {"vector", {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 1}}},
      {"matrix", {{"type", "array"}, {"items", {{"$ref", "#/$defs/vector"}}}, {"minItems", 1}}},
      {"block", object_schema(block_keys())},
      {"scale", scale},
      {"final_norm", object_schema(final_norm_keys())},
      {"init", object_schema(init_keys())},
  };
  return schema.dump(2) + "\n";
}

}  // namespace mha

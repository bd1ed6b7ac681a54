#include "render/config_file.hpp"

#include <algorithm>

#include "text/number.hpp"
#include "text/unicode.hpp"
#include "trace/compute.hpp"

namespace mha {
namespace {

std::string list_of(std::span<const double> numbers) {
  std::string out = "[";
  for (const double x : numbers) {
    if (out.size() > 1) out += ", ";
    append_shortest(out, x);
  }
  return out + "]";
}

// A row on each line.
std::string rows_of(const Matrix& m, const std::string& indent) {
  std::string out = "[\n";
  for (std::size_t i = 0; i < m.rows(); ++i) {
    out += indent + "  " + list_of(m.row(i)) + (i + 1 < m.rows() ? ",\n" : "\n");
  }
  return out + indent + "]";
}

// One key of a block: its matrix, or those of its heads.
struct BlockKey {
  std::string name;
  bool is_listed = false;
  std::vector<std::shared_ptr<const Matrix>> parts;
};

// A bias is a plain list, a weight a list of rows.
std::string part(const BlockKey& key, std::size_t i, const std::string& indent) {
  return key.name[0] == 'b' ? list_of(key.parts[i]->row(0)) : rows_of(*key.parts[i], indent);
}

std::string block_object(const std::vector<BlockKey>& keys) {
  std::string out;
  for (const BlockKey& key : keys) {
    out += (out.empty() ? "    {\n      \"" : ",\n      \"") + key.name + "\": ";
    if (!key.is_listed) {
      out += part(key, 0, "      ");
      continue;
    }
    out += "[\n";
    for (std::size_t h = 0; h < key.parts.size(); ++h) {
      out += "        " + part(key, h, "        ") + (h + 1 < key.parts.size() ? ",\n" : "\n");
    }
    out += "      ]";
  }
  return out + "\n    }";
}

// The weight's key and block from its step's id: block2.head1.Wq, block2.Wo.
void add(std::vector<std::vector<BlockKey>>& blocks, const std::string& id, std::shared_ptr<const Matrix> numbers) {
  const std::size_t dot = id.find('.');
  const std::size_t b = static_cast<std::size_t>(std::stoul(id.substr(5, dot - 5)));
  const std::string name = id.substr(id.rfind('.') + 1);
  if (blocks.size() < b) blocks.resize(b);
  std::vector<BlockKey>& keys = blocks[b - 1];
  auto key = std::ranges::find(keys, name, &BlockKey::name);
  if (key == keys.end()) key = keys.insert(keys.end(), BlockKey{name, id.find(".head") != std::string::npos, {}});
  key->parts.push_back(std::move(numbers));
}

}  // namespace

std::string config_file(const std::vector<std::pair<std::string, std::string>>& keys, Plan& plan) {
  std::string out = "{\n";
  for (const auto& [name, value] : keys) out += "  " + json_string(name) + ": " + value + ",\n";
  std::vector<std::vector<BlockKey>> blocks;
  for (const Step& step : plan.steps) {
    if (!is_given(step.op)) continue;
    auto numbers = std::make_shared<const Matrix>(compute(step, {}));
    if (step.id.starts_with("block"))
      add(blocks, step.id, std::move(numbers));
    else
      out += "  \"input\": " + rows_of(*numbers, "  ") + ",\n";
  }
  out += "  \"weights\": [\n";
  for (std::size_t b = 0; b < blocks.size(); ++b)
    out += block_object(blocks[b]) + (b + 1 < blocks.size() ? ",\n" : "\n");
  return out + "  ]\n}\n";
}

}  // namespace mha

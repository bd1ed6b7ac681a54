#include "check/rules.hpp"

namespace mha {

std::vector<const Matrix*> Case::inputs() const {
  std::vector<const Matrix*> inputs;
  for (const std::size_t input : step().from) inputs.push_back(values[input].get());
  return inputs;
}

std::string Case::block() const { return step().id.substr(0, step().id.find('.')); }

const Matrix* Case::find(std::string_view id) const {
  const Step* found = plan.find(id);
  return found ? values[static_cast<std::size_t>(found - plan.steps.data())].get() : nullptr;
}

const Matrix* Case::in_block(std::string_view name) const { return find(block() + "." + std::string(name)); }

}  // namespace mha

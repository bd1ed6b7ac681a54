#include "trace/trace.hpp"

#include <algorithm>

namespace mha {

std::string_view name(Op op) {
  switch (op) {
    case Op::given: return "given";
    case Op::drawn: return "drawn";
    case Op::identity: return "identity";
    case Op::sinusoidal: return "sinusoidal";
    case Op::linear: return "linear";
    case Op::columns: return "columns";
    case Op::scores: return "scores";
    case Op::divide: return "divide";
    case Op::mask: return "mask";
    case Op::exp: return "exp";
    case Op::row_sum: return "row_sum";
    case Op::divide_rows: return "divide_rows";
    case Op::matmul: return "matmul";
    case Op::concat: return "concat";
    case Op::copy: return "copy";
    case Op::add: return "add";
    case Op::mean: return "mean";
    case Op::variance: return "variance";
    case Op::deviation: return "deviation";
    case Op::normalize: return "normalize";
    case Op::scale_shift: return "scale_shift";
    case Op::activation: return "activation";
  }
  return "";
}

bool is_given(Op op) { return op == Op::given || op == Op::drawn || op == Op::identity; }

std::string label_of(const Labels& labels, std::size_t i) { return labels ? (*labels)[i] : std::to_string(i + 1); }

const Step* Plan::find(std::string_view id) const {
  const auto found = std::ranges::find(steps, id, &Step::id);
  return found == steps.end() ? nullptr : &*found;
}

}  // namespace mha

#include "cli/commands.hpp"
#include "error.hpp"
#include "render/cost.hpp"
#include "text/format.hpp"
#include "text/unicode.hpp"

namespace mha {

int cost_command(const Arguments& a, Streams& io) {
  const Language language = language_of(a);
  const bool has_dims = a.has("--d-model") || a.has("--tokens") || a.has("--heads") || a.has("--layers") ||
                        a.has("--d-ff") || a.has("--d-k") || a.has("--d-v") || a.has("--biases");
  if (a.has("--config") && has_dims) throw Error("--config", "the dims come from the config: give either it or them");
  if (a.has("--config") || !has_dims) {
    const Config config = load_config(a.text("--config", "wo-ai-ni"), io);
    deliver(cost_table(cost_dims(config.model), escaped(config.model.title), language), a, io);
    return 0;
  }
  const auto dim = [&a](std::string_view option) {
    return static_cast<std::size_t>(a.integer(option, 1, max_int).value_or(0));
  };
  CostDims dims;
  dims.tokens = dim("--tokens");
  dims.d_model = dim("--d-model");
  dims.heads = a.has("--heads") ? dim("--heads") : 1;
  dims.layers = a.has("--layers") ? dim("--layers") : 1;
  dims.d_ff = dim("--d-ff");
  dims.biases = a.has("--biases");
  for (const std::string_view needed : {"--d-model", "--tokens"}) {
    if (!a.has(needed)) throw Error(std::string(needed), "is missing: without it nothing can be counted");
  }
  if (!a.has("--d-k") && dims.d_model % dims.heads != 0) {
    throw Error("--heads", fmt::format("{} heads do not divide d_model {}: give --d-k, the width of a head's Q and K",
                                       dims.heads, dims.d_model));
  }
  dims.d_k = a.has("--d-k") ? dim("--d-k") : dims.d_model / dims.heads;
  dims.d_v = a.has("--d-v") ? dim("--d-v") : dims.d_k;
  const std::string what =
      fmt::format("layers {}, d_model {}, heads {}, d_k {}, d_v {}, d_ff {}, tokens {}", dims.layers, dims.d_model,
                  dims.heads, dims.d_k, dims.d_v, dims.d_ff, dims.tokens);
  deliver(cost_table(dims, what, language), a, io);
  return 0;
}

}  // namespace mha

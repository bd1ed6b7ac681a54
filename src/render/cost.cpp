#include "render/cost.hpp"

#include "text/number.hpp"
#include "text/say.hpp"
#include "text/table.hpp"

namespace mha {
namespace {

using Row = std::vector<std::string>;

Row row(const std::string& name, const CostPart& part, const CostPart& of_one_head) {
  return {name, grouped(part.parameters), grouped(part.multiply_adds), grouped(of_one_head.parameters),
          grouped(of_one_head.multiply_adds)};
}

CostPart sum(const std::vector<CostPart>& parts) {
  CostPart total{Phrase::cost_block};
  for (const CostPart& part : parts) {
    total.parameters += part.parameters;
    total.multiply_adds += part.multiply_adds;
  }
  return total;
}

}  // namespace

std::string cost_table(const CostDims& dims, const std::string& what, Language language) {
  const auto say_it = [&](Phrase p) { return std::string(phrase(p, language)); };
  const CostDims one_head = with_one_head(dims);
  const std::vector<CostPart> parts = block_cost(dims);
  const std::vector<CostPart> parts_of_one_head = block_cost(one_head);

  const std::string parameters = say_it(Phrase::cost_parameters);
  const std::string multiply_adds = say_it(Phrase::cost_multiplications);
  std::vector<Row> rows = {
      {"", "", count(dims.heads, Noun::head, language), "", say(language, Phrase::cost_one_head, one_head.d_k)},
      {"", parameters, multiply_adds, parameters, multiply_adds},
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    rows.push_back(row(say_it(parts[i].name), parts[i], parts_of_one_head[i]));
  }
  rows.push_back(row(say_it(Phrase::cost_block), sum(parts), sum(parts_of_one_head)));
  if (dims.final_norm) {
    rows.push_back(row(say_it(Phrase::cost_final_norm), final_norm_cost(dims), final_norm_cost(one_head)));
  }
  rows.push_back(row(say(language, Phrase::cost_in_all, count(dims.layers, Noun::block, language)), total_cost(dims),
                     total_cost(one_head)));

  const std::string difference = say(language, Phrase::cost_difference, count(dims.heads, Noun::head, language),
                                     dims.tokens, dims.tokens, say(language, Phrase::times, dims.heads));
  return say(language, Phrase::cost_heading, what) + "\n\n" + aligned(rows) + "\n" +
         say_it(Phrase::cost_what_is_counted) + "\n" + (dims.heads > 1 ? "\n" + difference + "\n" : "");
}

}  // namespace mha

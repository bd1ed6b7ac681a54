#include "check/answers.hpp"

#include "check/answer_formats.hpp"
#include "model/encoding.hpp"
#include "model/error_at.hpp"
#include "text/format.hpp"

namespace mha {

Answers read_answers(std::string_view bytes, const std::string& name) {
  const std::string place = excerpt(name, shown_name);
  std::string storage;
  const std::string_view text = as_utf8(bytes, storage, place);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  Answers answers = is_json ? read_json_answers(text, place) : read_text_answers(text, place);
  for (const Answer& step : answers.steps) {
    if (!step.rows.empty()) return answers;
  }
  throw Error(place, answers.steps.empty()
                         ? "there are no answers in it: a step is a line such as ## block1.head1.Q with its rows below"
                         : "there are no answers in it: no step has a number below its heading");
}

Error too_many_cells(const std::string& place, const std::string& found) {
  return Error(place, fmt::format("has {} numbers, but at most {} are read", found, max_cells));
}

bool is_ending(std::string_view id, std::string_view words) {
  if (!id.ends_with(words) || words.empty()) return false;
  return id.size() == words.size() || id[id.size() - words.size() - 1] == '.';
}

}  // namespace mha

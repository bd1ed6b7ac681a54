#include "check/exercise.hpp"

#include <algorithm>
#include <sstream>

namespace mha {

Cell cell(const std::string& word) {
  Cell c;
  c.written = word;
  if (word == "?") return c;
  if (word == "-inf") {
    c.kind = Cell::Kind::minus_infinity;
    return c;
  }
  c.kind = Cell::Kind::number;
  c.value = std::stod(word);
  if (const std::size_t slash = word.find('/'); slash != std::string::npos) {
    c.value /= std::stod(word.substr(slash + 1));
    c.is_exact = true;
  } else if (const std::size_t point = word.find('.'); point != std::string::npos) {
    c.decimals = static_cast<int>(word.size() - point - 1);
  }
  return c;
}

Cells cells(const std::string& rows) {
  Cells cells;
  std::istringstream lines(rows);
  for (std::string line; std::getline(lines, line, ';');) {
    std::vector<Cell>& row = cells.emplace_back();
    std::istringstream words(line);
    for (std::string word; words >> word;) row.push_back(cell(word));
  }
  return cells;
}

Sheet sheet(const Exercise& e, const std::vector<Written>& answers) {
  Sheet sheet;
  for (const Written& answer : answers) sheet.steps.push_back({e.place(answer.id), cells(answer.rows)});
  std::ranges::sort(sheet.steps, {}, &SheetStep::place);
  return sheet;
}

Judgement judge(const Exercise& e, const std::vector<Written>& answers) {
  return judge(sheet(e, answers), e.plan, e.truth);
}

std::string verdict(const Exercise& e, const Judgement& j, std::string_view id) {
  const JudgedStep* step = j.find(e.place(id));
  return step ? std::string(name(step->verdict)) : "not answered";
}

std::string named(const Exercise& e, const Judgement& j, std::string_view id) {
  std::vector<std::string> ids;
  for (const Finding& finding : j.find(e.place(id))->mistakes) ids.emplace_back(finding.id);
  std::ranges::sort(ids);
  std::string all;
  for (const std::string& one : ids) all += (all.empty() ? "" : " ") + one;
  return all;
}

}  // namespace mha
